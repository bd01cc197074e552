/** Place a popover so that it hides as little as possible of what matters. */
import type { Point } from '../generated/art';

export interface Box {
  width: number;
  height: number;
}

/** The visible area, relative to the upper left corner of the board. */
export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The distance between line and popover, and how close it may come to points that must stay visible. */
const AWAY = 46;
const NEAR = 22;
/** The cost of hiding a point that should be visible, and of hiding a pixel beside the board. */
const HIDDEN = 1000;
const BESIDE = 3;

/**
 * Return the upper left corner for a popover at an anchor: the place around it that covers the fewest
 * points that should stay visible. It may reach a little beyond the board, and further if nothing else
 * helps, but never out of the window.
 */
export function place(
  anchor: Point,
  popover: Box,
  board: Box,
  kept: readonly Point[],
  sight: Room,
): Point {
  const { width, height } = popover;
  const [x, y] = anchor;
  const around = aroundOf(board);
  const across = [x - width - AWAY, x - width / 2, x + AWAY];
  const down = [y - height - AWAY, y - height / 2, y + AWAY];
  const wanted = across.flatMap((left, i) =>
    down.filter((_, j) => i !== 1 || j !== 1).map((top): Point => [left, top]),
  );
  const corners = wanted
    .flatMap((corner) => [into(around, corner, popover), corner])
    .map((corner) => into(sight, corner, popover));
  const cost = (corner: Point): number =>
    HIDDEN * [anchor, ...kept].filter((point) => covers(corner, popover, point)).length +
    BESIDE * apart(corner, into(around, corner, popover)) +
    apart(corner, [x - width / 2, y - height / 2]);
  return corners.reduce((best, corner) => (cost(corner) < cost(best) ? corner : best));
}

function aroundOf({ width, height }: Box): Room {
  return { left: -0.12 * width, top: 0, right: 1.12 * width, bottom: 1.06 * height };
}

function into(room: Room, [left, top]: Point, { width, height }: Box): Point {
  return [
    Math.round(between(room.left, left, room.right - width)),
    Math.round(between(room.top, top, room.bottom - height)),
  ];
}

function covers([left, top]: Point, { width, height }: Box, [x, y]: Point): boolean {
  return (
    x > left - NEAR && x < left + width + NEAR && y > top - NEAR && y < top + height + NEAR
  );
}

function apart([x, y]: Point, [u, v]: Point): number {
  return Math.hypot(x - u, y - v);
}

function between(low: number, wanted: number, high: number): number {
  return Math.max(low, Math.min(wanted, high));
}
