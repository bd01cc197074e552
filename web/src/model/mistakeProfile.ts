/** Which kinds of mistakes a player makes, over many reviewed games. */
import { kindOf } from './notation';
import type { ActionKind, MomentOut, ReviewedDecision, Theme } from '../net/protocol';

/** For each kind of mistake, the lesson and the puzzles that train it. */
export const TRAINING = {
  /** Right before a scoring. */
  scoring: { lesson: 'endgame', theme: 'last_turn' },
  /** A removal where something else was better. */
  wasted_removal: { lesson: 'pairs', theme: 'removal' },
  missed_removal: { lesson: 'remove', theme: 'removal' },
  /** Another line was better. */
  line: { lesson: 'big_sweep', theme: 'chain_reaction' },
  /** A bridge was not built: cards were kept for too long. */
  hoarding: { lesson: 'two_islands', theme: 'chain_reaction' },
  /** A bridge was built too early: its cards were worth more in the hand. */
  haste: { lesson: 'defence', theme: 'declining' },
  /** The wrong card was taken. */
  card: { lesson: 'counting', theme: 'card_counting' },
  /** A card was taken, or not, at the wrong time. */
  declining: { lesson: 'decline', theme: 'declining' },
} as const satisfies Record<string, { lesson: string; theme: Theme }>;

export type MistakeKind = keyof typeof TRAINING;
export const MISTAKE_KINDS = Object.keys(TRAINING) as MistakeKind[];

/** With so few cards left in the pile, the scoring is near. */
const NEAR_SCORING = 2;
const BUILDS: ReadonlySet<ActionKind> = new Set(['build', 'replace', 'handicap']);

/** Return the kind of a mistake, made in the position `before`. */
export function kindOfMistake({ played, better }: ReviewedDecision, before: MomentOut): MistakeKind {
  if (before.pile_size <= NEAR_SCORING) return 'scoring';
  const [did, should] = [kindOf(played.notation), kindOf(better.notation)];
  if (did === 'remove') return 'wasted_removal';
  if (should === 'remove') return 'missed_removal';
  if (BUILDS.has(did)) return BUILDS.has(should) ? 'line' : 'haste';
  if (BUILDS.has(should)) return 'hoarding';
  return did === 'decline' || should === 'decline' ? 'declining' : 'card';
}

/** Return the kind of mistake that cost the most in a game with these moments, if any. */
export function costliestKind(mistakes: readonly ReviewedDecision[], moments: readonly MomentOut[]): MistakeKind | null {
  const costs = new Map<MistakeKind, number>();
  for (const mistake of mistakes) {
    const kind = kindOfMistake(mistake, moments[mistake.ply - 1]!);
    costs.set(kind, (costs.get(kind) ?? 0) + mistake.loss);
  }
  return [...costs].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** The mistakes of one reviewed game. */
export interface ReviewedGame {
  game: string;
  /** When it was created, ISO 8601. */
  at: string;
  mistakes: Partial<Record<MistakeKind, number>>;
}

export function countKinds(kinds: readonly MistakeKind[]): ReviewedGame['mistakes'] {
  const count = (wanted: MistakeKind): number => kinds.filter((kind) => kind === wanted).length;
  return Object.fromEntries([...new Set(kinds)].map((kind) => [kind, count(kind)]));
}

export interface ProfileRow {
  kind: MistakeKind;
  /** Mistakes per game in the last games, and in those before; null if too few games are known. */
  recent: number;
  before: number | null;
}

export interface Profile {
  /** How many of the last games count, and with how many games before they are compared; 0 if with none. */
  numRecent: number;
  numBefore: number;
  /** All mistakes per game. */
  total: Omit<ProfileRow, 'kind'>;
  /** The kinds that ever occurred, the most frequent of the last games first. */
  rows: ProfileRow[];
}

/** The most games that are compared with as many before. */
const SPAN = 10;
/** With fewer games than this, there is nothing to compare. */
const COMPARED = 4;

/** Return how often each kind of mistake occurs: in the later half of the games, compared with the earlier one. */
export function profileOf(games: readonly ReviewedGame[]): Profile {
  const inOrder = games.toSorted((a, b) => a.at.localeCompare(b.at));
  const isCompared = games.length >= COMPARED;
  const numRecent = isCompared ? Math.min(SPAN, Math.floor(games.length / 2)) : games.length;
  const recent = inOrder.slice(games.length - numRecent);
  const before = inOrder.slice(0, games.length - numRecent).slice(-SPAN);
  const mean = (some: readonly ReviewedGame[], kinds: readonly MistakeKind[]): number =>
    some.flatMap(({ mistakes }) => kinds.map((kind) => mistakes[kind] ?? 0)).reduce((sum, count) => sum + count, 0) / some.length;
  const frequency = (kinds: readonly MistakeKind[]): Omit<ProfileRow, 'kind'> => ({
    recent: mean(recent, kinds),
    before: isCompared ? mean(before, kinds) : null,
  });
  return {
    numRecent,
    numBefore: before.length,
    total: frequency(MISTAKE_KINDS),
    rows: MISTAKE_KINDS.filter((kind) => inOrder.some(({ mistakes }) => mistakes[kind]))
      .map((kind) => ({ kind, ...frequency([kind]) }))
      .sort((a, b) => b.recent - a.recent || (b.before ?? 0) - (a.before ?? 0)),
  };
}
