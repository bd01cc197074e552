/** Words of the page in the language chosen. */
import { CATALOGUES, type MessageKey } from './messages/catalogues';
import { format, type Values } from './messages/format';
import { settings, type Language } from './settings.svelte';

export type { MessageKey };

/** The words of a catalogue; screens that few go to bring one of their own. */
export function wordsOf<Key extends string>(catalogues: Record<Language, Record<Key, string>>) {
  return (key: Key, values: Values = {}): string =>
    format(catalogues[settings.language][key], values, settings.language);
}

export const t = wordsOf<MessageKey>(CATALOGUES);

/** The message of a code that the server sent, or the general one if this page is older. */
export function told(prefix: string, code: string, general: MessageKey, values?: Values): string {
  const key = `${prefix}.${code}`;
  return t(key in CATALOGUES.en ? (key as MessageKey) : general, values);
}

/** The message of a thing that the server lists, or the server's own words for a newer one. */
export function titled(prefix: string, code: string, words: string): string {
  const key = `${prefix}.${code}`;
  return key in CATALOGUES.en ? t(key as MessageKey) : words;
}

export function list(items: readonly string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(items);
}
