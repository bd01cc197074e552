/** What players find on the voyage, in challenges and with puzzles of the day: it changes the look, never the game. */
import { starGames, type ChallengeGame } from './challenges';
import { starsEarned, type Result } from './statistics';
import { recordDays } from './streak';

export type Boat = 'canoe' | 'double' | 'raft' | 'leaf' | 'lantern' | 'turtle' | 'gold';
export type CardPattern = 'waves' | 'fern' | 'hibiscus' | 'stars' | 'shell' | 'moon' | 'sun' | 'compass';
/** Which map to show: the one of the page's look, or always the one at night. */
export type MapChoice = 'page' | 'night';

/** What a player has achieved. It never becomes less, so that nobody loses a treasure. */
export interface Achieved {
  /** Opponents beaten on the voyage, and the stars won against them. */
  beaten: number;
  voyageStars: number;
  /** Stars won in challenges. */
  stars: number;
  /** The longest streak of puzzles of the day. */
  days: number;
}
export type Goal = keyof Achieved;
/** When each step towards a goal was made, ISO 8601, in their order; empty where that is not known any more. */
export type Steps = Record<Goal, readonly string[]>;

/** A look, and how much of what has to be achieved for it. */
export type Treasure = { goal: Goal; least: number } & (
  | { kind: 'boat'; name: Boat }
  | { kind: 'back'; name: CardPattern }
  | { kind: 'map'; name: MapChoice }
);

export const TREASURES: readonly Treasure[] = [
  { kind: 'boat', name: 'canoe', goal: 'beaten', least: 0 },
  { kind: 'boat', name: 'double', goal: 'beaten', least: 4 },
  { kind: 'boat', name: 'lantern', goal: 'beaten', least: 14 },
  { kind: 'boat', name: 'leaf', goal: 'stars', least: 6 },
  { kind: 'boat', name: 'raft', goal: 'days', least: 7 },
  { kind: 'boat', name: 'turtle', goal: 'days', least: 30 },
  { kind: 'boat', name: 'gold', goal: 'voyageStars', least: 42 },
  { kind: 'back', name: 'waves', goal: 'beaten', least: 0 },
  { kind: 'back', name: 'fern', goal: 'beaten', least: 2 },
  { kind: 'back', name: 'stars', goal: 'beaten', least: 9 },
  { kind: 'back', name: 'shell', goal: 'beaten', least: 12 },
  { kind: 'back', name: 'sun', goal: 'stars', least: 12 },
  { kind: 'back', name: 'hibiscus', goal: 'days', least: 3 },
  { kind: 'back', name: 'moon', goal: 'days', least: 14 },
  { kind: 'back', name: 'compass', goal: 'voyageStars', least: 20 },
  { kind: 'map', name: 'page', goal: 'beaten', least: 0 },
  { kind: 'map', name: 'night', goal: 'beaten', least: 7 },
];

/** Return what a player has achieved and when, by everything that is kept of it. */
export function stepsBy(
  results: readonly Result[],
  games: readonly ChallengeGame[] = [],
  solvedDays: readonly string[] = [],
): Steps {
  const earned = starsEarned(results);
  const dates = new Map(results.map(({ game, at }) => [game, at]));
  return {
    beaten: earned.map(([win]) => win!.at).sort(),
    voyageStars: earned.flatMap((stars) => stars.map(({ at }) => at)).sort(),
    stars: starGames(games).map((game) => dates.get(game) ?? '').sort(),
    days: recordDays(solvedDays),
  };
}

export function achievedBy(...kept: Parameters<typeof stepsBy>): Achieved {
  const { beaten, voyageStars, stars, days } = stepsBy(...kept);
  return { beaten: beaten.length, voyageStars: voyageStars.length, stars: stars.length, days: days.length };
}

export function isFound({ goal, least }: Treasure, achieved: Achieved): boolean {
  return achieved[goal] >= least;
}

/** Return the treasure that further progress of one kind leads to first; null if all are found. */
export function nextFind(goal: Goal, achieved: Achieved): Treasure | null {
  const waiting = TREASURES.filter((treasure) => treasure.goal === goal && !isFound(treasure, achieved));
  return waiting.sort((a, b) => a.least - b.least)[0] ?? null;
}

/** Return what was found on the way from one state to another. */
export function newFinds(before: Achieved, now: Achieved): Treasure[] {
  return TREASURES.filter((treasure) => isFound(treasure, now) && !isFound(treasure, before));
}
