/** All words of the page: the big catalogues, and those of areas that have files of their own. */
import type { Language } from '../settings.svelte';
import { de } from './de';
import { en } from './en';
import { it } from './it';
import { nl } from './nl';
import { de as reachDe } from './reach/de';
import { en as reachEn } from './reach/en';
import { it as reachIt } from './reach/it';
import { nl as reachNl } from './reach/nl';

const english = { ...en, ...reachEn };

export type MessageKey = keyof typeof english;

export const CATALOGUES: Record<Language, Record<MessageKey, string>> = {
  en: english,
  de: { ...de, ...reachDe },
  nl: { ...nl, ...reachNl },
  it: { ...it, ...reachIt },
};
