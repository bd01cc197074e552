/** The filter of the puzzle list, kept while the page is open. */
import { alternateThemes, type Order } from '../../model/puzzleOrder';
import type { PuzzleFacts } from '../../net/protocol';

class Choice {
  theme = $state('');
  /** The key of a bot, `none` for puzzles that no bot solves, or nothing. */
  difficulty = $state('');
  order: Order = $state('untried');

  /** Return the matching puzzles in the order of the list; `puzzles` has the easiest first. */
  among(puzzles: readonly PuzzleFacts[]): PuzzleFacts[] {
    return alternateThemes(puzzles).filter(
      ({ theme, difficulty }) =>
        (!this.theme || theme === this.theme) && (!this.difficulty || (difficulty ?? 'none') === this.difficulty),
    );
  }
}

export const chosen = new Choice();
