/** Settings of this browser. */
import { LANGUAGES, type Language } from '../generated/texts';
import type { Boat, CardPattern, MapChoice } from '../model/treasures';

export type LookChoice = 'system' | 'day' | 'night';
/** The speed of all animation, replays included. */
export const SPEEDS = ['slow', 'normal', 'fast', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];
/** How moves are written: notation, words, or both. */
export type Notation = 'both' | 'letters' | 'names';

/** Hours of the day; they may span midnight. */
export interface Quiet {
  begin: number;
  end: number;
}

interface Kept {
  language: Language;
  look: LookChoice;
  sounds: boolean;
  /** The volume of effects, from 0 to 1. */
  volume: number;
  /** Whether to play surf in the background, if sounds are on. */
  surf: boolean;
  surfVolume: number;
  /** Whether to play music in the background, if sounds are on. */
  music: boolean;
  musicVolume: number;
  /** Whether sounds have been offered, which happens once. */
  soundsOffered: boolean;
  speed: Speed;
  name: string;
  /** Whether single letters and digits are commands. */
  shortcuts: boolean;
  /** Whether to describe the board in words, too. */
  words: boolean;
  /** Whether to ask before a turn ends. */
  confirms: boolean;
  /** Whether a card that is dropped on a line is played without a preview. */
  dropPlays: boolean;
  notation: Notation;
  leftHanded: boolean;
  /** Whether two players at one device sit face to face, with the device between them. */
  faceToFace: boolean;
  /** Whether to show what the player can know about the cards, where the game allows it. */
  knowledge: boolean;
  notifications: boolean;
  /** Whether this device is told about turns while the page is closed. */
  push: boolean;
  /** Hours of the day without such notices, or null. */
  quiet: Quiet | null;
  boat: Boat;
  cardPattern: CardPattern;
  map: MapChoice;
}

const KEY = 'kahuna.settings';

function firstLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => tag in LANGUAGES) as Language | undefined) ?? 'en';
}

/** Return the chosen language with the browser's region, for dates. */
export function homeTag(): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === settings.language) ?? settings.language;
}

function defaults(): Kept {
  return {
    language: firstLanguage(),
    look: 'system',
    sounds: false,
    volume: 0.7,
    surf: false,
    surfVolume: 0.7,
    music: false,
    musicVolume: 0.5,
    soundsOffered: false,
    speed: 'normal',
    name: '',
    shortcuts: true,
    words: false,
    confirms: false,
    dropPlays: false,
    notation: 'names',
    leftHanded: false,
    faceToFace: false,
    knowledge: true,
    notifications: false,
    push: false,
    quiet: null,
    boat: 'canoe',
    cardPattern: 'waves',
    map: 'page',
  };
}

function load(): Kept {
  try {
    const kept = { ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
    // The stored language may come from a newer version.
    return kept.language in LANGUAGES ? kept : { ...kept, language: firstLanguage() };
  } catch {
    return defaults(); // private browsing, or not our data
  }
}

export const settings: Kept = $state(load());

/** Go back to the defaults, except for who the player is, what they have found, and their notices by push. */
export function resetSettings(): void {
  const { language, name, soundsOffered, push, quiet, boat, cardPattern, map } = settings;
  Object.assign(settings, { ...defaults(), language, name, soundsOffered, push, quiet, boat, cardPattern, map });
}

// Keep the tabs of one browser in sync.
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY && newValue) Object.assign(settings, JSON.parse(newValue) as Partial<Kept>);
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const system = $state({ dark: dark.matches, still: still.matches });
dark.addEventListener('change', (event) => (system.dark = event.matches));
still.addEventListener('change', (event) => (system.still = event.matches));

export function look(): 'day' | 'night' {
  if (settings.look !== 'system') return settings.look;
  return system.dark ? 'night' : 'day';
}

/** The look of the map, which may be night on a page by day. */
export function mapLook(): 'day' | 'night' {
  return settings.map === 'night' ? 'night' : look();
}

export function wantsStillness(): boolean {
  return system.still;
}

const PACES: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };

/** Scale a duration by the chosen animation speed. */
export function paced(milliseconds: number): number {
  return milliseconds * PACES[settings.speed];
}

/** Store the settings and apply them to the page. */
export function followSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Without storage they last until the page is closed.
    }
  });
  $effect(() => {
    document.documentElement.dataset['look'] = look();
    document.documentElement.dataset['map'] = mapLook();
    document.documentElement.dataset['hand'] = settings.leftHanded ? 'left' : 'right';
  });
}
