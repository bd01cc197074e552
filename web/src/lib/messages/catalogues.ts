/** All words of the page: the big catalogues, and those of areas that have files of their own. */
import type { Language } from '../settings.svelte';
import { de as customDe } from './custom/de';
import { en as customEn } from './custom/en';
import { it as customIt } from './custom/it';
import { nl as customNl } from './custom/nl';
import { de as guideDe } from './guide/de';
import { en as guideEn } from './guide/en';
import { it as guideIt } from './guide/it';
import { nl as guideNl } from './guide/nl';
import { de as knowledgeDe } from './knowledge/de';
import { en as knowledgeEn } from './knowledge/en';
import { it as knowledgeIt } from './knowledge/it';
import { nl as knowledgeNl } from './knowledge/nl';
import { de as reachDe } from './reach/de';
import { en as reachEn } from './reach/en';
import { it as reachIt } from './reach/it';
import { nl as reachNl } from './reach/nl';
import { de } from './de';
import { en } from './en';
import { it } from './it';
import { nl } from './nl';

const english = { ...en, ...customEn, ...guideEn, ...knowledgeEn, ...reachEn };

export type MessageKey = keyof typeof english;

export const CATALOGUES: Record<Language, Record<MessageKey, string>> = {
  en: english,
  de: { ...de, ...customDe, ...guideDe, ...knowledgeDe, ...reachDe },
  nl: { ...nl, ...customNl, ...guideNl, ...knowledgeNl, ...reachNl },
  it: { ...it, ...customIt, ...guideIt, ...knowledgeIt, ...reachIt },
};
