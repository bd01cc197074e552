/** The texts of the puzzles, loaded with them. */
import { list, translator } from '../../i18n/translate';
import { islandName, lineTitle } from '../../model/islands';
import { kindOf } from '../../model/notation';
import type { Letter, LineName } from '../../net/protocol';

export const puzzleText = await translator('puzzles');

/** A move such as `+AB/A` in words. */
export function moveText(notation: string): string {
  const [move = '', paid = ''] = notation.slice(1).split('/');
  const names = (letters: string): string[] => [...letters].map((letter) => islandName(letter as Letter));
  const line = move.length === 2 ? lineTitle(move as LineName) : '';
  const cards = names(paid || (line ? '' : move.replace('*', '')));
  return puzzleText(`move.${kindOf(notation)}`, { line, card: cards[0] ?? '', cards: list(cards) });
}
