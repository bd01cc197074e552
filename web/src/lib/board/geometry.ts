/** Where things lie on the chart: what was touched, and which way an arrow key leads. */
import { LINES, type LineArt, type Point } from '../../generated/art';

/** The part of the chart that is shown: its frame and outer sea are left out on small screens. */
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

/** The distance from a point to the stretch between the two ends of a line. */
export function distance(point: Point, line: LineArt): number {
  const [[x1, y1], [x2, y2]] = line.ends;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = ((point[0] - x1) * dx + (point[1] - y1) * dy) / (dx * dx + dy * dy);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point[0] - (x1 + t * dx), point[1] - (y1 + t * dy));
}

/**
 * The lines that a finger may have meant, the likeliest first: those within reach, and of these
 * only such as are nearly as close as the closest. Preferred lines count as closer than they are.
 */
export function touched(
  point: Point,
  reach: number,
  isPreferred: (line: number) => boolean = () => false,
): number[] {
  const near = LINES.map((line, number) => ({
    number,
    distance: distance(point, line) - (isPreferred(number) ? reach / 2 : 0),
  }))
    .filter((candidate) => candidate.distance <= reach)
    .sort((a, b) => a.distance - b.distance);
  const closest = near[0]?.distance ?? 0;
  return near
    .filter((candidate) => candidate.distance - closest < reach / 4)
    .map((candidate) => candidate.number);
}

/** The next line in the direction of an arrow key, or the same one at the edge of the chart. */
export function step(from: number, key: string): number {
  const origin = LINES[from];
  const heading = HEADINGS[key];
  if (!origin || !heading) return from;
  const [x, y] = middle(origin);
  let best = from;
  let bestCost = Infinity;
  LINES.forEach((line, number) => {
    const [lx, ly] = middle(line);
    const ahead = (lx - x) * heading[0] + (ly - y) * heading[1];
    const aside = Math.abs((lx - x) * heading[1]) + Math.abs((ly - y) * heading[0]);
    const cost = ahead + 2 * aside;
    if (number !== from && ahead > 0 && aside <= 2 * ahead && cost < bestCost) {
      best = number;
      bestCost = cost;
    }
  });
  return best;
}

const HEADINGS: Readonly<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
