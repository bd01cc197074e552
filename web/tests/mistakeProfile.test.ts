import { describe, expect, it } from 'vitest';
import { costliestKind, kindOfMistake, profileOf, type ReviewedGame } from '../src/model/mistakeProfile';
import type { MomentOut, ReviewedDecision } from '../src/net/protocol';

const decision = (played: string, better: string): ReviewedDecision =>
  ({ played: { notation: played }, better: { notation: better } }) as ReviewedDecision;
const before = (pile: number): MomentOut => ({ pile_size: pile }) as MomentOut;

describe('the kind of a mistake', () => {
  it.each([
    ['-AB/AA', '+CD/C', 'wasted_removal'],
    ['+CD/C', '-AB/AA', 'missed_removal'],
    ['+AB/A', '+CD/C', 'line'],
    ['<A', '+CD/C', 'hoarding'],
    ['.', '+CD/C', 'hoarding'],
    ['+CD/C', '<A', 'haste'],
    ['<A', '<*', 'card'],
    ['.', '<*', 'declining'],
  ])('%s instead of %s is %s', (played, better, kind) => {
    expect(kindOfMistake(decision(played, better), before(9))).toBe(kind);
  });

  it('is about the scoring if that is near', () => {
    expect(kindOfMistake(decision('<A', '<*'), before(1))).toBe('scoring');
  });
});

describe('the costliest kind of mistake', () => {
  const mistake = (ply: number, played: string, loss: number): ReviewedDecision => ({ ...decision(played, '+CD/C'), ply, loss }) as ReviewedDecision;
  const moments = Array.from({ length: 9 }, () => before(9));

  it('is the one that cost most in all', () => {
    expect(costliestKind([mistake(1, '+AB/A', 20), mistake(3, '<A', 12), mistake(9, '.', 12)], moments)).toBe('hoarding');
  });

  it('does not exist without mistakes', () => {
    expect(costliestKind([], moments)).toBeNull();
  });
});

describe('the profile', () => {
  const game = (number: number, mistakes: ReviewedGame['mistakes']): ReviewedGame => ({
    game: `g${number}`,
    at: `2026-01-${String(number).padStart(2, '0')}`,
    mistakes,
  });

  it('compares the last ten games with the ten before, whatever the order of the reviews', () => {
    const games = Array.from({ length: 24 }, (_, i) => game(i + 1, i < 4 ? { haste: 9 } : i < 14 ? { card: 2 } : { card: 1, line: 3 }));
    expect(profileOf(games.toReversed())).toEqual({
      numRecent: 10,
      numBefore: 10,
      total: { recent: 4, before: 2 },
      rows: [
        { kind: 'line', recent: 3, before: 0 },
        { kind: 'card', recent: 1, before: 2 },
        { kind: 'haste', recent: 0, before: 0 },
      ],
    });
  });

  it('compares the halves of a few games', () => {
    const games = [{ card: 2 }, { card: 2 }, { card: 2 }, {}, { card: 1 }].map((mistakes, i) => game(i + 1, mistakes));
    expect(profileOf(games)).toEqual({
      numRecent: 2,
      numBefore: 3,
      total: { recent: 0.5, before: 2 },
      rows: [{ kind: 'card', recent: 0.5, before: 2 }],
    });
  });

  it('has nothing to compare with at first', () => {
    expect(profileOf([game(1, { haste: 1 }), game(2, {})])).toEqual({
      numRecent: 2,
      numBefore: 0,
      total: { recent: 0.5, before: null },
      rows: [{ kind: 'haste', recent: 0.5, before: null }],
    });
    expect(profileOf([]).rows).toEqual([]);
  });
});
