import { describe, expect, it } from 'vitest';
import type { MomentOut, ReviewedDecision, ReviewedSeat, ReviewReportOut } from '../src/net/protocol';
import { advantages, luckEvents } from '../src/screens/replay/summary';

const seat = (changed: Partial<ReviewedSeat>): ReviewedSeat => ({ player: '', skill: 0, skill_error: 3, luck: 0, hidden: 0, mean_loss: 1, ...changed });
const report = (white: Partial<ReviewedSeat>, black: Partial<ReviewedSeat>, values = [50, 100]): ReviewReportOut => ({
  is_quick: false,
  is_partial: false,
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

  it('does not mention luck that was about even', () => {
    expect(advantages(report({ luck: 3, hidden: -4 }, {}), 'white')).toEqual([]);
  });

  it.each([
    ['white', 'white', 26],
    ['black', 'black', 74],
    [null, 'black', 24],
  ] as const)('tells what an early end was worth when %s wins', (winner, ahead, points) => {
    expect(advantages(report({}, {}, [50, 74]), winner)).toEqual([{ kind: 'end', seat: ahead, points }]);
  });
});

describe('strokes of luck', () => {
  const moments = [null, 'white', 'black', 'white'].map((seat, number) => ({ number, seat }) as MomentOut);
  const lost = (ply: number, loss: number): ReviewedDecision => ({ ply, loss }) as ReviewedDecision;

  it('are changes of the chance that no decision explains', () => {
    const reviewed = { ...report({}, {}, [50, 60, 75, 74]), decisions: [lost(2, 15)] };
    expect(luckEvents(reviewed, moments)).toEqual([{ ply: 1, seat: 'white', points: 10 }]);
  });

  it('help the opponent of an unlucky mover', () => {
    expect(luckEvents(report({}, {}, [50, 50, 70, 50]), moments)).toEqual([
      { ply: 2, seat: 'white', points: 20 },
      { ply: 3, seat: 'black', points: 20 },
    ]);
  });
});
