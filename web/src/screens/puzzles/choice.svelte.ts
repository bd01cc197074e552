/** Which puzzles are wanted; kept while the page is open. */
import type { PuzzleFacts } from '../../net/protocol';

class Choice {
  theme = $state('');
  /** The key of a bot, `none` for puzzles that no bot solves, or nothing. */
  difficulty = $state('');

  among(puzzles: readonly PuzzleFacts[]): PuzzleFacts[] {
    return puzzles.filter(
      ({ theme, difficulty }) =>
        (!this.theme || theme === this.theme) && (!this.difficulty || (difficulty ?? 'none') === this.difficulty),
    );
  }
}

export const chosen = new Choice();
