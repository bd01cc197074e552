/** Which scoring decided a game. */
import type { GameEvent, Numbers, SeatName } from '../net/protocol';
import { otherSeat } from './picture';

export interface Decider {
  round: number;
  stones: Numbers;
  /** The number of plies before the round began. */
  ply: number;
}

/** Return the round that cost the loser most, from the log of a game; null if nobody won a scoring. */
export function deciderOf(log: readonly GameEvent[], winner: SeatName): Decider | null {
  let found: (Decider & { lead: number }) | null = null;
  let plies = 0;
  let start = 0;
  for (const event of log) {
    if (event.type === 'ply') plies += 1;
    if (event.type !== 'round_scored') continue;
    const lead = event.points[winner] - event.points[otherSeat(winner)];
    if (lead > (found?.lead ?? 0)) found = { round: event.round, stones: event.stones, ply: start, lead };
    start = plies;
  }
  return found && { round: found.round, stones: found.stones, ply: found.ply };
}
