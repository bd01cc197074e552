/** The order in which puzzles are offered. */
import type { PuzzleFacts } from '../net/protocol';

/** Levels that count as equally hard, so that themes can alternate. */
const BAND = 4;

/**
 * Spread the themes evenly while the difficulty rises.
 *
 * The puzzles must come easiest first. Neighbouring levels form a band; within a band, each theme is spread evenly and
 * gets harder from puzzle to puzzle.
 */
export function alternateThemes(puzzles: readonly PuzzleFacts[]): PuzzleFacts[] {
  const levels = [...new Set(puzzles.map(({ difficulty }) => difficulty))];
  const groups = new Map<string, PuzzleFacts[]>();
  const placed = puzzles.map((puzzle) => {
    const band = Math.floor(levels.indexOf(puzzle.difficulty) / BAND);
    const key = `${band}/${puzzle.theme}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(puzzle);
    return { puzzle, band, group, place: group.length };
  });
  const part = ({ place, group }: (typeof placed)[number]): number => (place - 0.5) / group.length;
  return placed.sort((a, b) => a.band - b.band || part(a) - part(b)).map(({ puzzle }) => puzzle);
}
