/** Where to hang a popover so that it hides as little as possible of what matters. */
import type { Point } from '../../generated/art';

export interface Box {
  width: number;
  height: number;
}

/** How far from the line the popover begins, and how close it may come to what must stay in sight. */
const AWAY = 46;
const NEAR = 22;

/**
 * The upper left corner for a popover at an anchor: of the places around it the one that covers the
 * fewest of the points to be kept in sight. It may reach a little beyond the board.
 */
export function place(anchor: Point, popover: Box, board: Box, kept: readonly Point[]): Point {
  const { width, height } = popover;
  const [x, y] = anchor;
  const across = [x - width - AWAY, x - width / 2, x + AWAY];
  const down = [y - height - AWAY, y - height / 2, y + AWAY];
  let best: Point = [0, 0];
  let least = Infinity;
  across.forEach((left, i) =>
    down.forEach((top, j) => {
      if (i === 1 && j === 1) return;
      const corner: Point = [
        Math.round(between(-0.12 * board.width, left, 1.12 * board.width - width)),
        Math.round(between(0, top, 1.06 * board.height - height)),
      ];
      const covered = [anchor, ...kept].filter((point) => covers(corner, popover, point)).length;
      const far = Math.hypot(corner[0] + width / 2 - x, corner[1] + height / 2 - y);
      const cost = covered * 1000 + far;
      if (cost < least) [least, best] = [cost, corner];
    }),
  );
  return best;
}

function covers([left, top]: Point, { width, height }: Box, [x, y]: Point): boolean {
  return (
    x > left - NEAR && x < left + width + NEAR && y > top - NEAR && y < top + height + NEAR
  );
}

function between(low: number, wanted: number, high: number): number {
  return Math.max(low, Math.min(wanted, high));
}
