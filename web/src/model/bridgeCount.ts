/** Count the bridges of each side at an island, and how many it lacks for a majority. */
import type { Letter, Numbers, SeatName } from '../net/protocol';
import { island, linesOf } from './islands';
import { SEATS, type Picture } from './picture';

export interface BridgeCount {
  letter: Letter;
  lines: number;
  bridges: Numbers;
  /** What each side still needs to hold the island; 0 for the side that does. */
  missing: Numbers;
}

export function bridgeCount(letter: Letter, picture: Picture): BridgeCount {
  const lines = linesOf(letter);
  const count = (seat: SeatName): number => lines.filter((line) => picture.bridges.get(line) === seat).length;
  const bridges = { white: count('white'), black: count('black') };
  const missing = { white: 0, black: 0 };
  for (const seat of SEATS) missing[seat] = Math.max(0, island(letter).majority - bridges[seat]);
  return { letter, lines: lines.length, bridges, missing };
}
