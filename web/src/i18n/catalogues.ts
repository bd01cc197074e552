/** All words of the page, by language: only those of the chosen language are loaded. */
import type { Language } from '../browser/settings.svelte';
import type { en } from './messages/bundle/en';

export type MessageKey = keyof typeof en;
export type Catalogue = Record<MessageKey, string>;

export const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./messages/bundle/en')).en,
  de: async () => (await import('./messages/bundle/de')).de,
  nl: async () => (await import('./messages/bundle/nl')).nl,
  it: async () => (await import('./messages/bundle/it')).it,
};
