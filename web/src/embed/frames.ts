/**
 * What an embedded board shows. `kahuna.Game.embed` writes it, so that nothing here needs to know the rules.
 *
 * A frame is a line of text, for example `AB,AD/EF A/- +AD/A`: the bridges of White and Black, their islands, and the
 * move that led there.
 */
import { BLANK, SEATS, type Picture } from '../model/picture';
import type { Letter, LineName, SeatName } from '../net/protocol';

export interface Frame {
  picture: Picture;
  move: string;
}

export function parseFrames(text: string): Frame[] {
  return text.trim().split('\n').map(parseFrame);
}

function parseFrame(text: string): Frame {
  const [bridges = '-/-', stones = '-/-', ...move] = text.trim().split(' ');
  return {
    picture: {
      ...BLANK,
      bridges: bySeat(bridges, (part) => part.split(',') as LineName[]),
      stones: bySeat(stones, (part) => [...part] as Letter[]),
    },
    move: move.join(' '),
  };
}

function bySeat<T>(text: string, parse: (part: string) => T[]): Map<T, SeatName> {
  const parts = text.split('/');
  return new Map(
    SEATS.flatMap((seat, i) => {
      const part = parts[i] ?? '-';
      return part === '-' ? [] : parse(part).map((piece) => [piece, seat] as const);
    }),
  );
}
