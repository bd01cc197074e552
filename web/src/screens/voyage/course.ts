/** Where on the chart each stop of the voyage lies. */
import { ISLANDS, SIZE, type Point } from '../../generated/art';

/** The islands in the order of the journey; it ends on the open sea. */
const ORDER = 'CFGKJILHDEBA';
const OPEN_SEA: Point = [318, 568];

export interface Stop {
  x: number;
  y: number;
}

/** The stops in per cent of the chart; with other numbers of opponents they share the same course. */
export function stops(count: number): Stop[] {
  const places: Point[] = [...ORDER].map((letter) => ISLANDS.find((each) => each.letter === letter)!.stone);
  places.push(OPEN_SEA);
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = places[Math.min(i, places.length - 1)]!;
    return { x: (100 * x) / SIZE[0], y: (100 * y) / SIZE[1] };
  });
}
