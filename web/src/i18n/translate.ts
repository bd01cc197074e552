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

/** Return the message for a code from the server, or a general one for a code that this page does not know. */
export function codeText(prefix: string, code: string, general: MessageKey, values?: Values): string {
  const key = `${prefix}.${code}`;
  return t(hasText('main', key) ? key : general, values);
}

/** Return the message for an item that the server lists, or the server's own words if this page does not know it. */
export function listedText(prefix: string, code: string, words: string): string {
  const key = `${prefix}.${code}`;
  return hasText('main', key) ? t(key) : words;
}

const lists = perLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

export function list(items: readonly string[]): string {
  return lists(currentLanguage().language).format(items);
}
