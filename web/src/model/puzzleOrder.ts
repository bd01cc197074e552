/** The order in which puzzles are offered. */
import type { PuzzleFacts } from '../net/protocol';

/** Levels that count as equally hard, so that themes can alternate. */
const BAND = 4;

/**
 * Spread the themes evenly while the difficulty rises.
 *
 * The puzzles must come easiest first. Neighbouring levels form a band; within a band, each theme is spread evenly and
 * gets harder from puzzle to puzzle.
 */
export function alternateThemes(puzzles: readonly PuzzleFacts[]): PuzzleFacts[] {
  const levels = [...new Set(puzzles.map(({ difficulty }) => difficulty))];
  const groups = new Map<string, PuzzleFacts[]>();
  const placed = puzzles.map((puzzle) => {
    const band = Math.floor(levels.indexOf(puzzle.difficulty) / BAND);
    const key = `${band}/${puzzle.theme}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(puzzle);
    return { puzzle, band, group, place: group.length };
  });
  const part = ({ place, group }: (typeof placed)[number]): number => (place - 0.5) / group.length;
  return placed.sort((a, b) => a.band - b.band || part(a) - part(b)).map(({ puzzle }) => puzzle);
}

/** Ways to sort the list. */
export const ORDERS = ['untried', 'difficulty', 'theme'] as const;
export type Order = (typeof ORDERS)[number];

/** Number the difficulties from 1. The puzzles must come easiest first. */
export function levelsOf(puzzles: readonly PuzzleFacts[]): Map<PuzzleFacts['difficulty'], number> {
  return new Map([...new Set(puzzles.map(({ difficulty }) => difficulty))].map((difficulty, i) => [difficulty, i + 1]));
}

/** Return the difficulty of a puzzle from 1, and the highest one. */
export function levelOf(puzzles: readonly PuzzleFacts[], id: string): { n: number; of: number } {
  const levels = levelsOf(puzzles);
  const difficulty = puzzles.find((each) => each.id === id)?.difficulty ?? null;
  return { n: levels.get(difficulty) ?? levels.size, of: levels.size };
}

/** An attempt at a puzzle: its difficulty from 1, and whether the first try solved it. */
export interface Attempt {
  level: number;
  isSolved: boolean;
}

/**
 * Return the difficulty that suits a player, from 1. `attempts` has the oldest first.
 *
 * A staircase: up half a step when a puzzle of this difficulty or above is solved, more from far above; down a step
 * when one of this difficulty or below is not. It settles where two of three puzzles are solved.
 */
export function ownLevel(attempts: Iterable<Attempt>, highest: number): number {
  let own = 1;
  for (const { level, isSolved } of attempts) {
    if (isSolved && level >= Math.floor(own)) own = Math.min(highest, own + Math.max(0.5, (level - own) / 4));
    else if (!isSolved && level <= own) own = Math.max(1, own - 1);
  }
  return Math.floor(own);
}

const oddRulesLast = (a: PuzzleFacts, b: PuzzleFacts): number => Number(b.has_usual_rules) - Number(a.has_usual_rules);

/** Sort puzzles that come in the order in which they are offered; `tried` holds their ids, `own` is the player's level. */
export function sorted(
  puzzles: readonly PuzzleFacts[],
  order: Order,
  tried: ReadonlySet<string>,
  levels: ReadonlyMap<PuzzleFacts['difficulty'], number>,
  own: number,
): PuzzleFacts[] {
  const level = ({ difficulty }: PuzzleFacts): number => levels.get(difficulty) ?? 0;
  const farness = (puzzle: PuzzleFacts): number => Math.abs(level(puzzle) - own);
  const ranks: Record<Order, (a: PuzzleFacts, b: PuzzleFacts) => number> = {
    untried: (a, b) => Number(tried.has(a.id)) - Number(tried.has(b.id)) || farness(a) - farness(b) || oddRulesLast(a, b),
    difficulty: (a, b) => level(a) - level(b),
    theme: (a, b) => a.theme.localeCompare(b.theme) || level(a) - level(b),
  };
  return [...puzzles].sort(ranks[order]);
}

/** Choose the puzzles of a streak: the difficulty rises by one level at a time, and stays at the highest. Odd rules come last. */
export function streakPuzzles(puzzles: readonly PuzzleFacts[], random: () => number): PuzzleFacts[] {
  const shuffled = puzzles.map((puzzle) => ({ puzzle, place: random() })).sort((a, b) => a.place - b.place);
  const levels = [...levelsOf(puzzles).keys()];
  const groups = levels.map((difficulty) =>
    shuffled.flatMap(({ puzzle }) => (puzzle.difficulty === difficulty ? puzzle : [])).sort(oddRulesLast),
  );
  return groups.flatMap((group, i) => (i === groups.length - 1 ? group : group.slice(0, 1)));
}
