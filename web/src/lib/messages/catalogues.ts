/** All words of the page, by language: only those that are spoken are loaded. */
import type { Language } from '../settings.svelte';
import type { en } from './whole/en';

export type MessageKey = keyof typeof en;
export type Catalogue = Record<MessageKey, string>;

export const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./whole/en')).en,
  de: async () => (await import('./whole/de')).de,
  nl: async () => (await import('./whole/nl')).nl,
  it: async () => (await import('./whole/it')).it,
};
