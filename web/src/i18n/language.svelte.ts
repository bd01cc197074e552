/** The language the page speaks at the moment: the chosen one, once its texts are there. */
import { LOADERS, type Language, type Section, type TextKey } from '../generated/texts';
import { settings } from '../browser/settings.svelte';

interface Speech {
  language: Language;
  texts: Record<Section, Record<string, string>>;
}

let speech: Speech | null = $state.raw(null);

/** Sections needed so far; screens that few visitors open bring their own. */
const needed = new Set<Section>(['main']);

async function loadTexts(language: Language): Promise<Speech> {
  for (;;) {
    const sections = [...needed];
    const modules = await Promise.all(sections.map((section) => LOADERS[section][language]()));
    const texts = Object.fromEntries(sections.map((section, n) => [section, modules[n]!.default]));
    // Meanwhile another section may have been asked for.
    if (sections.length === needed.size) return { language, texts: texts as Speech['texts'] };
  }
}

/** Return the chosen language and its texts; `loadLanguage` comes first. */
export function currentLanguage(): Speech {
  if (!speech) throw new Error('no language has been loaded');
  return speech;
}

/** Switch to a language as soon as its texts are there. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === speech?.language) return;
  const loaded = await loadTexts(language);
  // Meanwhile yet another language may have been chosen.
  if (language === settings.language) speech = loaded;
}

/** Load a section of texts, now and for every language chosen later. */
export async function loadSection(section: Section): Promise<void> {
  needed.add(section);
  // Setting the texts again would wake everything that has read them, such as whoever asks here.
  if (speech && section in speech.texts) return;
  const loaded = await loadTexts(speech?.language ?? settings.language);
  if (!speech || speech.language === loaded.language) speech = loaded;
}

/** Whether a section of the current language has a text. */
export function hasText<S extends Section>(section: S, key: string): key is TextKey<S> & string {
  return key in currentLanguage().texts[section];
}

/** Let the page follow the chosen language; if its texts cannot be loaded, the last one stays. */
export function followLanguage(): void {
  $effect(() => void loadLanguage(settings.language).catch(() => undefined));
}
