/** Zoom and pan of the board. */
import type { Point } from '../generated/art';
import type { Box } from './popoverPlacement';

export interface Zoom {
  scale: number;
  /** The upper left corner of the board, in pixels. */
  x: number;
  y: number;
}

export const WHOLE_CHART: Zoom = { scale: 1, x: 0, y: 0 };
const CLOSEST = 4;

/** Apply a pinch from one pair of points to another. */
export function pinched(
  zoom: Zoom,
  [a, b]: readonly [Point, Point],
  [c, d]: readonly [Point, Point],
  window: Box,
): Zoom {
  const wanted = (zoom.scale * Math.hypot(d[0] - c[0], d[1] - c[1])) / apart(a, b);
  const scale = Math.min(CLOSEST, Math.max(1, wanted));
  const grown = scale / zoom.scale;
  const x = (c[0] + d[0]) / 2 - grown * ((a[0] + b[0]) / 2 - zoom.x);
  const y = (c[1] + d[1]) / 2 - grown * ((a[1] + b[1]) / 2 - zoom.y);
  return kept({ scale, x, y }, window);
}

/** Pan by dragging. */
export function pushed(zoom: Zoom, from: Point, to: Point, window: Box): Zoom {
  return kept({ ...zoom, x: zoom.x + to[0] - from[0], y: zoom.y + to[1] - from[1] }, window);
}

/** Keep the board filling its window. */
function kept({ scale, x, y }: Zoom, { width, height }: Box): Zoom {
  const within = (at: number, size: number): number => Math.min(0, Math.max(size * (1 - scale), at));
  return { scale, x: within(x, width), y: within(y, height) };
}

function apart(a: Point, b: Point): number {
  return Math.max(1, Math.hypot(b[0] - a[0], b[1] - a[1]));
}
