/** The positions of the stops of the voyage on the chart. */
import { ISLANDS, SIZE, type Point } from '../../generated/art';

/** The journey: eleven islands, the open sea of Kanaloa and Namaka, and the highest island at last. */
const ISLANDS_FIRST = 'CFGKJILHDEB';
const OPEN_SEA: readonly Point[] = [
  [318, 556],
  [478, 556],
];
const LAST_ISLAND = 'A';
/** The beach where the canoe came in, and where the voyage ends. */
const BEACH: Point = [190, 488];

export interface Stop {
  x: number;
  y: number;
}

const stopAt = ([x, y]: Point): Stop => ({ x: (100 * x) / SIZE[0], y: (100 * y) / SIZE[1] });

/** Where the boat comes home. */
export const HOME = stopAt(BEACH);

/** The stops in per cent of the chart. Further opponents wait half way on the longest legs of the journey. */
export function stops(count: number): Stop[] {
  const stone = (letter: string): Point => ISLANDS.find((each) => each.letter === letter)!.stone;
  const places = [...[...ISLANDS_FIRST].map(stone), ...OPEN_SEA, stone(LAST_ISLAND)];
  while (places.length < count) {
    const legs = places.slice(1).map(([x, y], i) => Math.hypot(x - places[i]![0], y - places[i]![1]));
    const longest = legs.indexOf(Math.max(...legs));
    const [[x1, y1], [x2, y2]] = [places[longest]!, places[longest + 1]!];
    places.splice(longest + 1, 0, [(x1 + x2) / 2, (y1 + y2) / 2]);
  }
  return places.slice(0, count).map(stopAt);
}
