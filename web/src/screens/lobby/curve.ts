/** Draw the curve of a rating. */
import type { CurvePoint } from '../../net/protocol';

const MARGIN = 6;
/** A small change must not look like a large one. */
const LEAST_SPAN = 100;

/** Return the path of a curve in a box: one point for each match, the oldest at the left. */
export function curvePath(points: readonly Pick<CurvePoint, 'value'>[], width: number, height: number): string {
  const values = points.map((point) => point.value);
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const span = Math.max(LEAST_SPAN, Math.max(...values) - Math.min(...values));
  const x = (index: number): number => MARGIN + (index / Math.max(1, values.length - 1)) * (width - 2 * MARGIN);
  const y = (value: number): number => height / 2 - ((value - middle) / span) * (height - 2 * MARGIN);
  return values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('');
}
