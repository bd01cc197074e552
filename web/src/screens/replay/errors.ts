/** Decisions that lost something. */
import type { ReviewedDecision, ReviewLabel } from '../../net/protocol';

const ERRORS: ReadonlySet<ReviewLabel> = new Set(['inaccuracy', 'mistake', 'blunder']);

export function isError({ label }: ReviewedDecision): boolean {
  return ERRORS.has(label);
}

/** Worth practising for days. */
export function isSerious({ label }: ReviewedDecision): boolean {
  return label === 'mistake' || label === 'blunder';
}

/** The errors of both players, the costliest first. */
export function costliestFirst(decisions: readonly ReviewedDecision[]): ReviewedDecision[] {
  return decisions.filter(isError).sort((a, b) => b.loss - a.loss);
}
