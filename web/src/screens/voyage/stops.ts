/** Where on the chart each stop of the voyage lies. */
import { ISLANDS, SIZE, type Point } from '../../generated/art';

/** The journey: eleven islands, the open sea of Kanaloa and Namaka, and the highest island at last. */
const ISLANDS_FIRST = 'CFGKJILHDEB';
const OPEN_SEA: readonly Point[] = [
  [318, 556],
  [478, 556],
];
const LAST_ISLAND = 'A';

export interface Stop {
  x: number;
  y: number;
}

/** The stops in per cent of the chart; with other numbers of opponents they share the same course. */
export function stops(count: number): Stop[] {
  const stone = (letter: string): Point => ISLANDS.find((each) => each.letter === letter)!.stone;
  const places = [...[...ISLANDS_FIRST].map(stone), ...OPEN_SEA, stone(LAST_ISLAND)];
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = places[Math.min(i, places.length - 1)]!;
    return { x: (100 * x) / SIZE[0], y: (100 * y) / SIZE[1] };
  });
}
