/** The filter of the puzzle list, kept while the page is open, and what suits the player. */
import { puzzleResults } from '../../browser/practice';
import { alternateThemes, levelsOf, ownLevel, sorted, type Order } from '../../model/puzzleOrder';
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

  /** Return the next puzzle for the player: untried and of a fitting difficulty, or else unsolved. */
  next(puzzles: readonly PuzzleFacts[], except?: string): PuzzleFacts | null {
    const results = puzzleResults();
    const tried = new Set(Object.keys(results));
    const others = this.among(puzzles).filter(({ id }) => id !== except);
    const [first] = sorted(others, 'untried', tried, levelsOf(puzzles), playerLevel(puzzles));
    if (first && !tried.has(first.id)) return first;
    return others.find(({ id }) => results[id] === 'failed') ?? null;
  }
}

/** Return the difficulty that suits the player, from 1. */
export function playerLevel(puzzles: readonly PuzzleFacts[]): number {
  const levels = levelsOf(puzzles);
  const levelOf = new Map(puzzles.map(({ id, difficulty }) => [id, levels.get(difficulty)!]));
  const attempts = Object.entries(puzzleResults()).flatMap(([id, result]) => {
    const level = levelOf.get(id);
    return level ? { level, isSolved: result === 'first' } : [];
  });
  return ownLevel(attempts.reverse(), levels.size); // The newest attempt comes first.
}

export const chosen = new Choice();
