/** Find what lies at a point of the chart. */
import { ISLANDS, LINES, type LineArt, type Point } from '../generated/art';
import type { Letter } from '../net/protocol';

/** The visible part of the chart: small screens leave out its frame and the outer sea. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const WHOLE: Crop = { x: 0, y: 0, width: 800, height: 637 };
export const CLOSE: Crop = { x: 17, y: 20, width: 735, height: 572 };

export function middle(line: LineArt): Point {
  const [[x1, y1], [x2, y2]] = line.ends;
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

/** Return the length of a line and its angle in degrees, with the left end first. */
export function lying(line: LineArt): { length: number; turn: number } {
  const [[x1, y1], [x2, y2]] = line.ends;
  const side = x2 < x1 ? -1 : 1;
  return { length: Math.hypot(x2 - x1, y2 - y1), turn: (Math.atan2(side * (y2 - y1), side * (x2 - x1)) * 180) / Math.PI };
}

/** Where a bridge breaks: steps along the line and across it from its middle, in units of the chart. */
const BREAK: readonly Point[] = [[-3, -16], [4, -6], [-4, 0], [3, 6], [-3, 16]];

/** Return two polygons, as SVG writes them, that each cover one half of a broken bridge. */
export function breakingEdges(line: LineArt): [string, string] {
  const [[x1, y1], [x2, y2]] = line.ends;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [mx, my] = middle(line);
  const at = ([along, across]: Point): string =>
    `${(mx + along * dx - across * dy).toFixed(1)},${(my + along * dy + across * dx).toFixed(1)}`;
  const half = (reach: number): string => [...BREAK, [reach, 16] as Point, [reach, -16] as Point].map(at).join(' ');
  return [half(-length), half(length)];
}

/** Return the distance from a point to the segment between the ends of a line. */
export function distance(point: Point, line: LineArt): number {
  const [[x1, y1], [x2, y2]] = line.ends;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = ((point[0] - x1) * dx + (point[1] - y1) * dy) / (dx * dx + dy * dy);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point[0] - (x1 + t * dx), point[1] - (y1 + t * dy));
}

/**
 * Return the lines that a touch may have meant, the likeliest first. For a mouse these are the lines
 * within reach that are nearly as close as the closest; for a finger, which is less precise, all lines
 * within reach. Preferred lines count as closer than they are.
 */
export function touched(
  point: Point,
  reach: number,
  isPreferred: (line: number) => boolean = () => false,
  isFinger = false,
): number[] {
  const near = LINES.map((line, number) => ({
    number,
    distance: distance(point, line) - (isPreferred(number) ? reach / 2 : 0),
  }))
    .filter((candidate) => candidate.distance <= reach)
    .sort((a, b) => a.distance - b.distance);
  const closest = near[0]?.distance ?? 0;
  return near
    .filter((candidate) => isFinger || candidate.distance - closest < reach / 4)
    .map((candidate) => candidate.number);
}

/** The radius around its stone within which an island is hit; a finger is less precise. */
const ISLAND_REACH = 17;
const FINGER_REACH = 28;

/** Return the island at a point of the chart, if any. */
export function islandAt([x, y]: Point, isFinger = false): Letter | null {
  const reach = isFinger ? FINGER_REACH : ISLAND_REACH;
  const found = ISLANDS.find(({ stone: [u, v] }) => Math.hypot(x - u, y - v) <= reach);
  return (found?.letter as Letter | undefined) ?? null;
}
