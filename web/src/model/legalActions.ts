/** Look up legal actions by card, by line, or by how they end the turn. */
import type { LegalAction, Letter, LineName } from '../net/protocol';

/** What can be done with a line. */
export type LineKind = 'build' | 'remove' | 'replace' | 'handicap';

export function atLine(
  legal: readonly LegalAction[],
  line: LineName,
  card: Letter | null,
): LegalAction[] {
  const here = legal.filter((choice) => choice.line === line);
  const paid = card ? here.filter((choice) => choice.cards.includes(card)) : [];
  return paid.length > 0 ? paid : here;
}

/** Return the lines that can be acted on, with the chosen card if there is one. */
export function openLines(
  legal: readonly LegalAction[],
  card: Letter | null,
): Map<LineName, LineKind> {
  const lines = new Map<LineName, LineKind>();
  for (const choice of legal) {
    if (!choice.line || (card && !choice.cards.includes(card))) continue;
    if (!lines.has(choice.line)) lines.set(choice.line, choice.kind as LineKind);
  }
  return lines;
}

export function withKind(
  legal: readonly LegalAction[],
  kind: LegalAction['kind'],
  card: Letter | null = null,
): LegalAction | null {
  return (
    legal.find((choice) => choice.kind === kind && (!card || choice.cards[0] === card)) ?? null
  );
}
