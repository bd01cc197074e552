/** The current language of the page: the chosen one, once its texts are loaded. */
import { LOADERS, type Language, type Section, type TextKey } from '../generated/texts';
import { settings } from '../browser/settings.svelte';

interface Speech {
  language: Language;
  texts: Record<Section, Record<string, string>>;
}

let speech: Speech | null = $state.raw(null);

/** The sections loaded so far; rarely opened screens load their own. */
const needed = new Set<Section>(['main']);

async function loadTexts(language: Language): Promise<Speech> {
  for (;;) {
    const sections = [...needed];
    const modules = await Promise.all(sections.map((section) => LOADERS[section][language]()));
    const texts = Object.fromEntries(sections.map((section, n) => [section, modules[n]!.default]));
    // Another section may have been requested in the meantime.
    if (sections.length === needed.size) return { language, texts: texts as Speech['texts'] };
  }
}

/** Return the chosen language and its texts; call `loadLanguage` before. */
export function currentLanguage(): Speech {
  if (!speech) throw new Error('no language has been loaded');
  return speech;
}

/** Switch to a language as soon as its texts are loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === speech?.language) return;
  const loaded = await loadTexts(language);
  // Another language may have been chosen in the meantime.
  if (language === settings.language) speech = loaded;
}

/** Load a section of texts, now and for every language chosen later. */
export async function loadSection(section: Section): Promise<void> {
  needed.add(section);
  // Do not set the texts again: that would rerun every effect that reads them, including the caller.
  if (speech && section in speech.texts) return;
  const loaded = await loadTexts(speech?.language ?? settings.language);
  if (!speech || speech.language === loaded.language) speech = loaded;
}

/** Whether a section of the current language has a text. */
export function hasText<S extends Section>(section: S, key: string): key is TextKey<S> & string {
  return key in currentLanguage().texts[section];
}

/** Follow the chosen language; keep the last one if its texts cannot be loaded. */
export function followLanguage(): void {
  $effect(() => void loadLanguage(settings.language).catch(() => undefined));
}
