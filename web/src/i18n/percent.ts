/** Percentages as the language writes them. */
import { perLocale } from './format';
import { currentLanguage } from './language.svelte';

const formats = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** Write a number from 0 to 100. */
export function percentText(points: number): string {
  return formats(currentLanguage().language).format(Math.round(points) / 100);
}
