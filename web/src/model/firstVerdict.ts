/** A first verdict on a turn, from the advice that was given before each of its moves. */
import type { AdviceOut, ReviewedMove } from '../net/protocol';

/** Percentage points from which on a loss counts; the coach's own verdict starts there, too. */
const LEAST_LOSS = 5;

export interface FirstVerdict {
  /** Percentage points that the worst move lost; 0 if nothing counts. */
  loss: number;
  /** What would have been better; null if nothing. */
  better: ReviewedMove | null;
}

export interface AdvisedMove {
  /** In notation. */
  played: string;
  advice: AdviceOut | undefined;
}

/** Return the costliest move of a turn; null if no advice covers any of its moves. */
export function firstVerdict(turn: readonly AdvisedMove[]): FirstVerdict | null {
  const losses = turn.flatMap(({ played, advice }) => {
    // The log adds the cards that came: `<H=K`, `<*=C|JKA`.
    const notation = played.replace(/(?!^)[=|].*$/, '');
    const ranked = advice?.moves.find(({ move }) => move.notation === notation);
    return ranked ? [{ loss: ranked.loss, better: advice!.moves[0]!.move }] : [];
  });
  if (losses.length === 0) return null;
  const worst = losses.reduce((a, b) => (b.loss > a.loss ? b : a));
  return worst.loss < LEAST_LOSS ? { loss: 0, better: null } : worst;
}
