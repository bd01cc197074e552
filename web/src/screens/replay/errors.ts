/** Decisions that lost something. */
import type { ReviewedDecision, ReviewLabel } from '../../net/protocol';

const ERRORS: ReadonlySet<ReviewLabel> = new Set(['inaccuracy', 'mistake', 'blunder']);

export function isError({ label }: ReviewedDecision): boolean {
  return ERRORS.has(label);
}

/** The moves that the coach finds practically as good as the better one, in notation. */
export function asGood({ alternatives }: ReviewedDecision): string[] {
  return alternatives.filter(({ is_as_good }) => is_as_good).map(({ notation }) => notation);
}

/** Worth practising for days. */
export function isSerious({ label }: ReviewedDecision): boolean {
  return label === 'mistake' || label === 'blunder';
}

/** The errors of both players, the costliest first. */
export function costliestFirst(decisions: readonly ReviewedDecision[]): ReviewedDecision[] {
  return decisions.filter(isError).sort((a, b) => b.loss - a.loss);
}
