/** The texts of the puzzles, loaded with them. */
import { translator } from '../../i18n/translate';
import type { PuzzleFacts } from '../../net/protocol';

export const say = await translator('puzzles');

/** The bot that a puzzle is for; bots are named after their keys. */
export function levelName(difficulty: PuzzleFacts['difficulty']): string {
  return difficulty ? difficulty.charAt(0).toUpperCase() + difficulty.slice(1) : say('puzzles.nobody');
}
