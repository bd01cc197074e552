/** The language that the page speaks at the moment: the one chosen, once its words are there. */
import { CATALOGUES, type Catalogue } from './catalogues';
import { settings, type Language } from '../browser/settings.svelte';

interface Speech {
  language: Language;
  words: Catalogue;
}

let speech: Speech | null = $state.raw(null);

/** The words of the page; `loadLanguage` comes first. */
export function currentLanguage(): Speech {
  if (!speech) throw new Error('no language has been loaded');
  return speech;
}

/** Speak another language as soon as its words are there. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === speech?.language) return;
  const words = await CATALOGUES[language]();
  // Meanwhile yet another one may have been chosen.
  if (language === settings.language) speech = { language, words };
}

/** Let the page follow the language chosen; where its words cannot be had, the last one stays. */
export function followLanguage(): void {
  $effect(() => void loadLanguage(settings.language).catch(() => undefined));
}
