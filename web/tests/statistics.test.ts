import { describe, expect, it } from 'vitest';
import { coachedWins, isResult, nextStop, rankOf, starsOf, statisticsOf, type Result } from '../src/model/statistics';

const result = (changed: Partial<Result>): Result => ({
  game: 'g',
  at: '2026-11-16T00:00:00Z',
  bot: 'pua',
  opponent: 'Pua',
  seat: 'white',
  edition: 'kosmos-2015',
  result: 'won',
  points: 3,
  others: 1,
  ...changed,
});

describe('statistics', () => {
  it('add up games, streaks, and results by opponent, seat and edition', () => {
    const results = [result({}), result({}), result({ result: 'lost', bot: 'kimo' }), result({ bot: null, opponent: 'Anna' })];
    expect(statisticsOf(results)).toMatchObject({
      games: 4,
      won: 3,
      lost: 1,
      drawn: 0,
      streak: 1,
      bestStreak: 2,
      opponents: [
        { key: 'pua', games: 2, won: 2 },
        { key: 'kimo', lost: 1 },
        { key: 'Anna', won: 1 },
      ],
      seats: [{ key: 'white', games: 4 }],
    });
    expect(statisticsOf([])).toMatchObject({ games: 0, streak: 0, opponents: [] });
  });

  it.each([null, 7, {}, result({ points: Number.NaN }), { ...result({}), seat: 'red' }])('do not count %j', (kept) => {
    expect(isResult(kept)).toBe(false);
  });
});

describe('the voyage', () => {
  const bots = ['pua', 'kimo', 'leilani'];

  it.each([
    [[], 0, 'pua'],
    [[result({ result: 'lost' })], 0, 'pua'],
    [[result({})], 1, 'kimo'],
    [[result({}), result({ seat: 'black', points: 9 })], 3, 'kimo'],
  ] as const)('gives stars for %j: %i, and goes on to %s', (results, stars, next) => {
    expect(starsOf(results, 'pua')).toBe(stars);
    expect(nextStop(results, bots)).toBe(next);
  });

  it('gives no star for a win with the coach', () => {
    expect(starsOf([result({ assisted: true })], 'pua')).toBe(0);
  });

  it('counts the wins with the coach', () => {
    const results = [result({ assisted: true }), result({ assisted: true, result: 'lost' }), result({}), result({ assisted: true, bot: 'kimo' })];
    expect([coachedWins(results), coachedWins(results, 'pua'), coachedWins(results, 'keoni')]).toEqual([2, 1, 0]);
  });

  it('comes back for the missing stars, and ends', () => {
    const won = bots.flatMap((bot) => [result({ bot }), result({ bot, seat: 'black', points: 9 })]);
    expect(nextStop([...won.slice(1)], bots)).toBe('pua');
    expect(nextStop(won, bots)).toBeNull();
  });

  it('gives the highest titles at the end', () => {
    expect([0, 2, 3, 12, 13, 14].map(rankOf)).toEqual(['castaway', 'castaway', 'paddler', 'sorcerer', 'kahuna', 'kahuna_nui']);
  });
});
