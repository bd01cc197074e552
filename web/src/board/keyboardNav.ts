/**
 * Move around the board with arrow keys: from an island onto one of its lines, along the line to the
 * island at its other end, or around the island to the next of its lines.
 */
import { ISLANDS, type Point } from '../generated/art';
import { endsOf, farEnd, island, linesOf } from '../model/islands';
import type { Letter, LineName } from '../net/protocol';

/** The current position; on a line it remembers the island it came from. */
export interface BoardPosition {
  island: Letter;
  line: LineName | null;
}

export const START: BoardPosition = { island: ISLANDS[0]!.letter as Letter, line: null };

const HEADINGS: Readonly<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function isArrow(key: string): boolean {
  return key in HEADINGS;
}

export function walk(from: BoardPosition, key: string): BoardPosition {
  const heading = HEADINGS[key];
  if (!heading) return from;
  return from.line ? onLine(from.island, from.line, heading) : onIsland(from.island, heading);
}

/** Return the position on a line that was chosen without arrow keys. */
export function onto(line: LineName): BoardPosition {
  return { island: endsOf(line)[0], line };
}

function onIsland(letter: Letter, heading: Point): BoardPosition {
  const ahead = linesOf(letter)
    .map((line) => ({ line, ahead: dot(direction(letter, line), heading) }))
    .filter((way) => way.ahead > 0.2)
    .sort((a, b) => b.ahead - a.ahead)[0];
  return { island: letter, line: ahead?.line ?? null };
}

function onLine(from: Letter, line: LineName, heading: Point): BoardPosition {
  const along = direction(from, line);
  const isLevel = Math.abs(along[0]) >= Math.abs(along[1]);
  const isAlong = isLevel === (heading[0] !== 0);
  if (!isAlong) return { island: from, line: around(from, line, heading) };
  return { island: dot(along, heading) > 0 ? farEnd(from, line) : from, line: null };
}

/** Return the next line of an island in the direction of a heading. */
function around(from: Letter, line: LineName, heading: Point): LineName {
  const along = direction(from, line);
  const sense = Math.sign(along[0] * heading[1] - along[1] * heading[0]) || 1;
  const turn = (other: LineName): number => {
    const angle = angleOf(direction(from, other)) - angleOf(along);
    return (sense * angle + 4 * Math.PI) % (2 * Math.PI);
  };
  const others = linesOf(from).filter((other) => other !== line);
  return others.sort((a, b) => turn(a) - turn(b))[0] ?? line;
}

function direction(from: Letter, line: LineName): Point {
  const [x, y] = island(from).stone;
  const [u, v] = island(farEnd(from, line)).stone;
  const length = Math.hypot(u - x, v - y);
  return [(u - x) / length, (v - y) / length];
}

function angleOf([x, y]: Point): number {
  return Math.atan2(y, x);
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1];
}
