import { describe, expect, it } from 'vitest';
import { deciderOf } from '../src/model/decider';
import { honoursOf } from '../src/model/honours';
import type { Result } from '../src/model/statistics';
import type { GameEvent } from '../src/net/protocol';

function result(game: string, change: Partial<Result> = {}): Result {
  return {
    game,
    at: '2026-11-18T10:00:00Z',
    bot: 'pua',
    opponent: 'Pua',
    seat: 'white',
    edition: 'kosmos-2015',
    result: 'won',
    points: 5,
    others: 3,
    ...change,
  };
}

describe('honours', () => {
  it('name the first win and its star', () => {
    const honours = honoursOf([result('a')], 'a');
    expect(honours).toEqual({ stars: { before: 0, now: 1 }, rank: null, finds: [], feats: [{ kind: 'first', name: 'Pua' }] });
  });

  it('name no win against somebody without a name', () => {
    expect(honoursOf([result('a', { bot: null, opponent: '' })], 'a')?.feats).toEqual([]);
  });

  it('name a record lead, but not the first win', () => {
    const honours = honoursOf([result('a'), result('b', { points: 9 })], 'b');
    expect(honours?.feats).toEqual([{ kind: 'largest', lead: 6 }]);
    expect(honours?.stars).toEqual({ before: 1, now: 2 });
  });

  it('name a record series once it is long enough', () => {
    const results = ['a', 'b', 'c'].map((game) => result(game));
    expect(honoursOf(results, 'b')?.feats).toEqual([]);
    expect(honoursOf(results, 'c')?.feats).toEqual([{ kind: 'streak', games: 3 }]);
  });

  it('name a new title', () => {
    const results = ['pua', 'kimo', 'leilani'].map((bot) => result(bot, { bot, opponent: bot }));
    expect(honoursOf(results, 'kimo')?.rank).toBeNull();
    expect(honoursOf(results, 'leilani')?.rank).toBe('paddler');
  });

  it('name a new treasure', () => {
    const results = ['pua', 'kimo'].map((bot) => result(bot, { bot, opponent: bot }));
    expect(honoursOf(results, 'kimo')?.finds).toMatchObject([{ kind: 'back', name: 'fern' }]);
  });

  it('are for games won alone', () => {
    expect(honoursOf([result('a', { result: 'lost' })], 'a')).toBeNull();
    expect(honoursOf([result('a', { assisted: true })], 'a')).toBeNull();
    expect(honoursOf([], 'a')).toBeNull();
  });

  it('ignore later games', () => {
    expect(honoursOf([result('a'), result('b')], 'a')?.feats).toEqual([{ kind: 'first', name: 'Pua' }]);
  });
});

describe('the decider', () => {
  const ply = { type: 'ply' } as GameEvent;
  const scored = (round: number, white: number, black: number): GameEvent => ({
    type: 'round_scored',
    round,
    stones: { white: 4, black: 4 + round },
    points: { white, black },
  });
  const log = [ply, ply, scored(1, 0, 1), ply, scored(2, 0, 2), ply, ply, scored(3, 0, 1)];

  it('is the scoring with the largest lead, and knows where its round began', () => {
    expect(deciderOf(log, 'black')).toEqual({ round: 2, stones: { white: 4, black: 6 }, ply: 2 });
  });

  it('does not exist if the winner never led a scoring', () => {
    expect(deciderOf(log, 'white')).toBeNull();
  });
});
