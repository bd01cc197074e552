/** What this browser remembers for practice: the player's mistakes, and attempts at puzzles. */
import { answered, newCard, type PracticeCard } from '../model/leitner';

/** A mistake of the player in a finished game. */
export interface Mistake {
  game: string;
  /** The number of plies before the decision. */
  ply: number;
  /** The better move in notation. */
  better: string;
  /** Other moves that are as good. */
  asGood: string[];
}

/** A mistake, or a puzzle. */
export interface KeptCard extends PracticeCard, Partial<Mistake> {}

interface Kept {
  cards: KeptCard[];
  /** Puzzles that were tried: whether the first attempt solved them. */
  puzzles: Record<string, boolean>;
  /** Puzzles that a later attempt solved. */
  later: string[];
  /** Keys of cards that were dropped: another browser may still have them. */
  dropped: string[];
  /** Days on which the puzzle of the day was solved. */
  days: string[];
}

const KEY = 'kahuna.practice';
const MOST_CARDS = 500;

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The hours until the next day of puzzles begins, which is not the player's midnight. */
export function hoursLeft(): number {
  return 24 - new Date().getUTCHours();
}

/** The days until the next challenge of the week: on Monday, like the days in UTC. */
export function daysLeft(): number {
  return 7 - ((new Date().getUTCDay() + 6) % 7);
}

function isCard(value: unknown): value is KeptCard {
  const it = Object(value) as Partial<Record<keyof KeptCard, unknown>>;
  return typeof it.key === 'string' && typeof it.due === 'string' && Number.isInteger(it.box);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}

function read(): Kept {
  try {
    const kept = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}')) as Partial<Record<keyof Kept, unknown>>;
    const dropped = texts(kept.dropped);
    return {
      cards: Array.isArray(kept.cards) ? kept.cards.filter(isCard).filter(({ key }) => !dropped.includes(key)) : [],
      puzzles: Object.fromEntries(Object.entries(Object(kept.puzzles)).map(([id, is]) => [id, is === true])),
      later: texts(kept.later),
      dropped,
      days: texts(kept.days),
    };
  } catch {
    return { cards: [], puzzles: {}, later: [], dropped: [], days: [] }; // private browsing, or something else wrote there
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The storage is full or forbidden.
  }
}

export const keptCards = (): KeptCard[] => read().cards;

export type PuzzleResult = 'first' | 'later' | 'failed';

/** Return the results of all puzzles that were tried. */
export function puzzleResults(): Readonly<Record<string, PuzzleResult>> {
  const { puzzles, later } = read();
  const resultOf = (id: string): PuzzleResult => (puzzles[id] ? 'first' : later.includes(id) ? 'later' : 'failed');
  return Object.fromEntries(Object.keys(puzzles).map((id) => [id, resultOf(id)]));
}

export const solvedDays = (): readonly string[] => read().days;

export const mistakeKey = (game: string, ply: number): string => `mistake/${game}/${ply}`;
export const puzzleKey = (id: string): string => `puzzle/${id}`;

/** Keep a mistake for practice, unless it is there already. */
export function keepMistake(mistake: Mistake): void {
  const kept = read();
  const key = mistakeKey(mistake.game, mistake.ply);
  if (kept.dropped.includes(key) || kept.cards.some((card) => card.key === key)) return;
  const card = { ...newCard(key, today()), ...mistake };
  write({ ...kept, cards: [card, ...kept.cards].slice(0, MOST_CARDS) });
}

/** Note an attempt at a puzzle. Puzzles that the first one does not solve come back for practice. */
export function notePuzzle(id: string, isSolved: boolean, isDaily: boolean): void {
  const kept = read();
  const isFirst = !(id in kept.puzzles);
  const isKept = kept.cards.some(({ key }) => key === puzzleKey(id));
  const missed = isFirst && !isSolved && !isKept ? answered(newCard(puzzleKey(id), today()), false, today()) : null;
  const days = isSolved && isDaily && !kept.days.includes(today()) ? [...kept.days, today()] : kept.days;
  write({
    ...kept,
    cards: [...(missed ? [missed] : []), ...kept.cards].slice(0, MOST_CARDS),
    puzzles: { [id]: isSolved, ...kept.puzzles },
    later: isSolved && kept.puzzles[id] === false ? [...new Set([...kept.later, id])] : kept.later,
    days,
  });
}

/** Note the answer to a card if it is due; drop the card once it is known. */
export function noteAnswer(key: string, isRight: boolean): void {
  const kept = read();
  const card = kept.cards.find((each) => each.key === key && each.due <= today());
  if (!card) return;
  const next = answered(card, isRight, today());
  if (next) write({ ...kept, cards: kept.cards.map((each) => (each === card ? next : each)) });
  else dropCard(key);
}

/** Drop a card that can no longer be practised. */
export function dropCard(key: string): void {
  const kept = read();
  write({ ...kept, cards: kept.cards.filter((card) => card.key !== key), dropped: [...kept.dropped, key] });
}
