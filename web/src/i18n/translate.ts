/** Words of the page in the language chosen. */
import type { MessageKey } from './catalogues';
import { format, type Values } from './format';
import { settings, type Language } from '../browser/settings.svelte';
import { currentLanguage } from './language.svelte';

export type { MessageKey };

export function t(key: MessageKey, values: Values = {}): string {
  const { language, words } = currentLanguage();
  return format(words[key], values, language);
}

/** The words of a catalogue of its own, as screens bring it that few go to. */
export function translator<Key extends string>(catalogues: Record<Language, Record<Key, string>>) {
  return (key: Key, values: Values = {}): string =>
    format(catalogues[settings.language][key], values, settings.language);
}

/** The message of a code that the server sent, or the general one if this page is older. */
export function told(prefix: string, code: string, general: MessageKey, values?: Values): string {
  const key = `${prefix}.${code}`;
  return t(key in currentLanguage().words ? (key as MessageKey) : general, values);
}

/** The message of a thing that the server lists, or the server's own words for a newer one. */
export function titled(prefix: string, code: string, words: string): string {
  const key = `${prefix}.${code}`;
  return key in currentLanguage().words ? t(key as MessageKey) : words;
}

export function list(items: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage().language, { type: 'conjunction' }).format(items);
}
