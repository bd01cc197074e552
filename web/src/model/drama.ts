/** Find dramatic moments of a game in its log. */
import type { GameEvent, Letter, LineName, Numbers, OutcomeOut, SeatName } from '../net/protocol';
import { otherSeat, SEATS, type Picture } from './picture';

export interface Scoring {
  /** Where in the log. */
  index: number;
  round: number;
  stones: Numbers;
  points: Numbers;
  /** The size of the new pile, if one was shuffled. */
  pile: number | null;
}

/** The number of turns for which a scoring is news: one for each player. */
const TURNS_OF_NEWS = 2;

/**
 * Return the last scoring among the first entries of a log, until both players have had a turn.
 * Entries before `from` do not count.
 */
export function lastScoring(log: readonly GameEvent[], length: number, from = 0): Scoring | null {
  let turns = 0;
  for (let index = Math.min(length, log.length) - 1; index >= from; index--) {
    const event = log[index]!;
    if (event.type === 'turn_started') turns += 1;
    if (turns > TURNS_OF_NEWS) return null;
    if (event.type !== 'round_scored') continue;
    const next = log[index + 1];
    const { round, stones, points } = event;
    return { index, round, stones, points, pile: next?.type === 'pile_renewed' ? next.pile_size : null };
  }
  return null;
}

export interface ChainReaction {
  /** Where in the log its action begins. */
  index: number;
  /** Whose action it was. */
  seat: SeatName;
  swept: readonly LineName[];
}

/** Return what the last action among the first entries of a log swept away. Entries before `from` do not count. */
export function chainReaction(log: readonly GameEvent[], length: number, from = 0): ChainReaction | null {
  const swept: LineName[] = [];
  for (let index = Math.min(length, log.length) - 1; index >= from; index--) {
    const event = log[index]!;
    if (event.type === 'bridge_removed' && event.cause !== 'cards') swept.unshift(event.line);
    if (event.type === 'ply') return swept.length > 0 ? { index, seat: event.seat, swept } : null;
  }
  return null;
}

/** Number the stones of each side in the order of counting. */
export function countStones(stones: Picture['stones']): Map<Letter, number> {
  const counts: Numbers = { white: 0, black: 0 };
  const islands = [...stones.keys()].sort();
  return new Map(islands.map((letter) => [letter, (counts[stones.get(letter)!] += 1)]));
}

/** Whether the winner was behind after one of the scorings. */
export function isComeback(scores: readonly Numbers[], winner: SeatName): boolean {
  const sums: Numbers = { white: 0, black: 0 };
  return scores.some((points) => {
    for (const seat of SEATS) sums[seat] += points[seat];
    return sums[winner] < sums[otherSeat(winner)];
  });
}

export type Feeling = 'won' | 'lost' | 'drawn';

/** Return how a game ended for a seat; those without a seat share the winner's joy. */
export function feelingOf({ winner }: Pick<OutcomeOut, 'winner'>, own: SeatName | null): Feeling {
  if (!winner) return 'drawn';
  return own === null || winner === own ? 'won' : 'lost';
}
