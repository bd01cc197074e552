/** The texts of the puzzles, loaded with them. */
import { list, translator } from '../../i18n/translate';
import { islandName, lineTitle } from '../../model/islands';
import { kindOf } from '../../model/notation';
import type { Letter, LineName, PuzzleFacts } from '../../net/protocol';

export const puzzleText = await translator('puzzles');

/** The difficulty of a puzzle in words; `n` counts from 1, and the highest level is for puzzles that no opponent solved. */
export function levelText(difficulty: PuzzleFacts['difficulty'], level: { n: number; of: number }): string {
  return puzzleText(difficulty ? 'puzzles.level' : 'puzzles.unsolved', level);
}

/** A move such as `+AB/A` in words. */
export function moveText(notation: string): string {
  const [move = '', paid = ''] = notation.slice(1).split('/');
  const names = (letters: string): string[] => [...letters].map((letter) => islandName(letter as Letter));
  const line = move.length === 2 ? lineTitle(move as LineName) : '';
  const cards = names(paid || (line ? '' : move.replace('*', '')));
  return puzzleText(`move.${kindOf(notation)}`, { line, card: cards[0] ?? '', cards: list(cards) });
}
