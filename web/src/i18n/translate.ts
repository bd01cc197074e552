/** Texts of the page in the chosen language. */
import { currentLanguage, hasText, loadSection } from './language.svelte';
import { format, perLocale, type Values } from './format';
import type { Section, TextKey } from '../generated/texts';

export type MessageKey = TextKey<'main'>;

function translate(section: Section, key: string, values: Values): string {
  const { language, texts } = currentLanguage();
  return format(texts[section][key]!, values, language);
}

export function t(key: MessageKey, values: Values = {}): string {
  return translate('main', key, values);
}

/** Load a section and return the function that translates its keys. */
export async function translator<S extends Exclude<Section, 'main'>>(section: S) {
  await loadSection(section);
  return (key: TextKey<S> & string, values: Values = {}): string => translate(section, key, values);
}

/** The message of a code that the server sent, or the general one if this page is older. */
export function codeText(prefix: string, code: string, general: MessageKey, values?: Values): string {
  const key = `${prefix}.${code}`;
  return t(hasText('main', key) ? key : general, values);
}

/** The message of a thing that the server lists, or the server's own words for a newer one. */
export function listedText(prefix: string, code: string, words: string): string {
  const key = `${prefix}.${code}`;
  return hasText('main', key) ? t(key) : words;
}

const lists = perLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

export function list(items: readonly string[]): string {
  return lists(currentLanguage().language).format(items);
}
