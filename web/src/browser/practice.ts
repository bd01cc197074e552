/** What is practised in this browser: own mistakes and puzzles that were not solved. */
import { answered, newCard, type PracticeCard } from '../model/leitner';

/** A mistake of one's own, or a puzzle. */
export interface KeptCard extends PracticeCard {
  /** For a mistake: the finished game and the number of plies before the decision. */
  game?: string;
  ply?: number;
  /** For a mistake: the better move in notation. */
  better?: string;
}

interface Kept {
  cards: KeptCard[];
  /** Puzzles that were tried: whether the first attempt solved them. */
  puzzles: Record<string, boolean>;
  /** Days on which the puzzle of the day was solved. */
  days: string[];
}

const KEY = 'kahuna.practice';
const MOST_CARDS = 500;
const MOST_DAYS = 400;

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function isCard(value: unknown): value is KeptCard {
  const it = Object(value) as Partial<Record<keyof KeptCard, unknown>>;
  return typeof it.key === 'string' && typeof it.due === 'string' && Number.isInteger(it.box);
}

function read(): Kept {
  try {
    const kept = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}')) as Partial<Record<keyof Kept, unknown>>;
    return {
      cards: Array.isArray(kept.cards) ? kept.cards.filter(isCard) : [],
      puzzles: Object.fromEntries(Object.entries(Object(kept.puzzles)).map(([id, is]) => [id, is === true])),
      days: Array.isArray(kept.days) ? kept.days.filter((day): day is string => typeof day === 'string') : [],
    };
  } catch {
    return { cards: [], puzzles: {}, days: [] }; // private browsing, or something else wrote there
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // There is no room, or storing is not allowed.
  }
}

export const keptCards = (): KeptCard[] => read().cards;
export const triedPuzzles = (): Readonly<Record<string, boolean>> => read().puzzles;
export const solvedDays = (): readonly string[] => read().days;

export const mistakeKey = (game: string, ply: number): string => `mistake/${game}/${ply}`;
export const puzzleKey = (id: string): string => `puzzle/${id}`;

/** Keep a mistake for practice, once. */
export function keepMistake(game: string, ply: number, better: string): void {
  const kept = read();
  const key = mistakeKey(game, ply);
  if (kept.cards.some((card) => card.key === key)) return;
  const card = { ...newCard(key, today()), game, ply, better };
  write({ ...kept, cards: [card, ...kept.cards].slice(0, MOST_CARDS) });
}

/** Note the first attempt at a puzzle; one that fails is practised. */
export function notePuzzle(id: string, isSolved: boolean, isDaily: boolean): void {
  const kept = read();
  const cards = isSolved || kept.cards.some(({ key }) => key === puzzleKey(id)) ? kept.cards : [answered(newCard(puzzleKey(id), today()), false, today())!, ...kept.cards];
  const days = isSolved && isDaily && !kept.days.includes(today()) ? [...kept.days, today()].slice(-MOST_DAYS) : kept.days;
  write({ cards: cards.slice(0, MOST_CARDS), puzzles: { [id]: isSolved, ...kept.puzzles }, days });
}

/** Note how a practised card was answered; one that is known is dropped. */
export function noteAnswer(key: string, isRight: boolean): void {
  const kept = read();
  const cards = kept.cards.flatMap((card) => (card.key === key ? (answered(card, isRight, today()) ?? []) : card));
  write({ ...kept, cards });
}

/** Drop a card that can no longer be practised. */
export function dropCard(key: string): void {
  const kept = read();
  write({ ...kept, cards: kept.cards.filter((card) => card.key !== key) });
}
