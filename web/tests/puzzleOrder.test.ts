import { describe, expect, it } from 'vitest';
import { alternateThemes, levelOf, levelsOf, ownLevel, sorted, streakPuzzles } from '../src/model/puzzleOrder';
import type { PuzzleFacts } from '../src/net/protocol';

type Theme = PuzzleFacts['theme'];

const puzzles = (difficulty: string, themes: readonly Theme[]): PuzzleFacts[] =>
  themes.map((theme, i) => ({ id: `${difficulty}-${theme}-${i}`, theme, difficulty, has_usual_rules: true }));

describe('the order of puzzles', () => {
  it('alternates themes of neighbouring levels', () => {
    const easy = [...puzzles('pua', ['last_turn', 'last_turn', 'last_turn']), ...puzzles('kimo', ['declining', 'declining', 'declining'])];
    expect(alternateThemes(easy).map(({ theme }) => theme)).toEqual([
      'last_turn', 'declining', 'last_turn', 'declining', 'last_turn', 'declining',
    ]);
  });

  it('spreads a rare theme instead of using it up at once', () => {
    const many = puzzles('pua', [...Array<Theme>(8).fill('last_turn'), 'removal', 'removal']);
    const order = alternateThemes(many).map(({ theme }) => theme);
    expect([order.indexOf('removal'), order.lastIndexOf('removal')]).toEqual([2, 7]);
  });

  it('never offers a much harder puzzle earlier', () => {
    const levels = ['pua', 'kimo', 'leilani', 'keoni', 'makoa', 'noelani', 'nalu', 'keanu'];
    const order = alternateThemes(levels.flatMap((level) => puzzles(level, ['removal', 'last_turn', 'last_turn'])));
    expect(order).toHaveLength(24);
    expect(order.slice(0, 12).every(({ difficulty }) => levels.indexOf(difficulty!) < 4)).toBe(true);
    const removals = order.filter(({ theme }) => theme === 'removal').map(({ difficulty }) => difficulty);
    expect(removals).toEqual(levels);
  });

  it('takes an empty list', () => {
    expect(alternateThemes([])).toEqual([]);
  });
});

describe('the list of puzzles', () => {
  const all = [...puzzles('pua', ['removal', 'last_turn']), ...puzzles('kimo', ['last_turn']), ...puzzles('keoni', ['removal'])];
  const levels = levelsOf(all);
  const ids = (order: 'untried' | 'difficulty' | 'theme'): string[] =>
    sorted(all.toReversed(), order, new Set(['keoni-removal-0']), levels, 2).map(({ id }) => id);

  it('numbers the difficulties from 1', () => {
    expect([...levels]).toEqual([['pua', 1], ['kimo', 2], ['keoni', 3]]);
    expect(levelOf(all, 'kimo-last_turn-0')).toEqual({ n: 2, of: 3 });
  });

  it('can be sorted', () => {
    expect(ids('untried')).toEqual(['kimo-last_turn-0', 'pua-last_turn-1', 'pua-removal-0', 'keoni-removal-0']);
    expect(ids('difficulty').map((id) => id.split('-')[0])).toEqual(['pua', 'pua', 'kimo', 'keoni']);
    expect(ids('theme')).toEqual(['pua-last_turn-1', 'kimo-last_turn-0', 'pua-removal-0', 'keoni-removal-0']);
  });

  it('offers odd rules last', () => {
    const odd = puzzles('pua', ['removal', 'last_turn']).map((puzzle) => ({ ...puzzle, id: `odd-${puzzle.id}`, has_usual_rules: false }));
    const mixed = [...odd, ...all];
    expect(sorted(mixed, 'untried', new Set(), levelsOf(mixed), 1).map(({ id }) => id).slice(0, 4)).toEqual([
      'pua-removal-0', 'pua-last_turn-1', 'odd-pua-removal-0', 'odd-pua-last_turn-1',
    ]);
    expect(streakPuzzles(mixed, () => 0.5).map(({ has_usual_rules }) => has_usual_rules)).not.toContain(false);
  });

  it('follows what the player solves', () => {
    const attempts = (solved: string, level: number): { level: number; isSolved: boolean }[] =>
      [...solved].map((mark) => ({ level, isSolved: mark === '+' }));
    expect(ownLevel([], 14)).toBe(1);
    expect(ownLevel([...attempts('++', 1), ...attempts('++', 2)], 14)).toBe(3);
    expect(ownLevel([...attempts('++', 1), ...attempts('-', 2)], 14)).toBe(1);
    // Easy puzzles that were solved and hard ones that were not say nothing.
    expect(ownLevel([...attempts('++', 13), ...attempts('+++++', 1), ...attempts('---', 14)], 14)).toBe(6);
    expect(ownLevel(attempts('+'.repeat(40), 14), 14)).toBe(14);
  });

  it('makes a streak of rising difficulty', () => {
    const hard = [...all, ...puzzles('keoni', ['declining', 'declining'])];
    const streak = streakPuzzles(hard, () => 0.5);
    expect(streak.map(({ difficulty }) => difficulty)).toEqual(['pua', 'kimo', 'keoni', 'keoni', 'keoni']);
    expect(new Set(streak).size).toBe(5);
  });
});
