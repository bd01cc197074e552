import { describe, expect, it } from 'vitest';
import type { ReviewedSeat, ReviewReportOut } from '../src/net/protocol';
import { advantages } from '../src/screens/review/summary';

const seat = (changed: Partial<ReviewedSeat>): ReviewedSeat => ({ player: '', skill: 0, skill_error: 3, luck: 0, hidden: 0, mean_loss: 1, ...changed });
const report = (white: Partial<ReviewedSeat>, black: Partial<ReviewedSeat>, values = [50, 100]): ReviewReportOut => ({
  summary: [],
  turning_points: [],
  white: seat(white),
  black: seat(black),
  expected: 50,
  result: 100,
  end: 0,
  residual: 0,
  values,
  decisions: [],
});

describe('the summary of a review', () => {
  it('names who played better and who was luckier', () => {
    expect(advantages(report({ skill: -20, luck: 6, hidden: 3 }, { skill: -8 }), 'white')).toEqual([
      { kind: 'skill', seat: 'black', points: 12 },
      { kind: 'luck', seat: 'white', points: 9 },
    ]);
  });

  it('names nobody within the error', () => {
    expect(advantages(report({ skill: -4 }, { skill: -1 }), 'white')).toEqual([]);
  });

  it.each([
    ['white', 'white', 26],
    ['black', 'black', 74],
    [null, 'black', 24],
  ] as const)('tells what an early end was worth when %s wins', (winner, ahead, points) => {
    expect(advantages(report({}, {}, [50, 74]), winner)).toEqual([{ kind: 'end', seat: ahead, points }]);
  });
});
