/** Numbers as the language writes them. */
import { perLocale } from './format';
import { currentLanguage } from './language.svelte';

const formats = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** Write a number from 0 to 100. */
export function percentText(points: number): string {
  return formats(currentLanguage().language).format(Math.round(points) / 100);
}

const decimals = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 }));

/** Write a number with one decimal. */
export function numberText(value: number): string {
  return decimals(currentLanguage().language).format(value);
}

/** Write a difference with its sign. */
export function signed(points: number): string {
  return `${points > 0 ? '+' : ''}${Math.round(points)}`.replace('-', '−');
}
