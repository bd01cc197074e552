/** Words of the page in the language chosen. */
import { CATALOGUES, type MessageKey } from './messages/catalogues';
import { format, type Values } from './messages/format';
import { settings } from './settings.svelte';

export type { MessageKey };

export function t(key: MessageKey, values: Values = {}): string {
  return format(CATALOGUES[settings.language][key], values, settings.language);
}

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
