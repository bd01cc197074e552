import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inMood, type Mood } from '../src/avatars/moods';
import { chainReaction, countStones, feelingOf, isComeback, lastScoring } from '../src/model/drama';
import type { GameEvent } from '../src/net/protocol';

const swept = (line: 'AB' | 'AD', cause: 'cards' | 'control' = 'control'): GameEvent =>
  ({ type: 'bridge_removed', seat: 'black', line, cause }) as GameEvent;
const ply: GameEvent = { type: 'ply', seat: 'white', ply: '+AH/A' };
const scored: GameEvent = { type: 'round_scored', round: 1, stones: { white: 6, black: 1 }, points: { white: 1, black: 0 } };

describe('a chain reaction', () => {
  it('counts what the last action swept away, and not what cards removed', () => {
    const log = [ply, swept('AB'), ply, swept('AB', 'cards'), swept('AD')];
    expect(chainReaction(log, log.length)).toEqual({ index: 2, seat: 'white', swept: ['AD'] });
    expect(chainReaction(log, 4)).toBeNull();
    expect(chainReaction(log, 2)?.swept).toEqual(['AB']);
    expect(chainReaction([], 0)).toBeNull();
  });

  it('is news even if its action is the first since the page was opened', () => {
    const log = [ply, swept('AB'), ply, swept('AD')];
    expect(chainReaction(log, log.length, 2)?.swept).toEqual(['AD']);
    expect(chainReaction(log, log.length, 3)).toBeNull();
  });
});

describe('a scoring', () => {
  it('is the last one shown so far, with the new pile', () => {
    const log = [ply, scored, { type: 'pile_renewed', pile_size: 21 } as GameEvent];
    expect(lastScoring(log, 1)).toBeNull();
    expect(lastScoring(log, 2)).toMatchObject({ index: 1, round: 1, pile: 21 });
    expect(lastScoring([scored], 1)?.pile).toBeNull();
  });

  it('is old news once both players have had a turn', () => {
    const turn: GameEvent = { type: 'turn_started', turn: 2, seat: 'black', is_last: false };
    expect(lastScoring([scored, turn, ply, turn, ply], 5)).not.toBeNull();
    expect(lastScoring([scored, turn, ply, turn, ply, turn], 6)).toBeNull();
  });

  it('numbers the stones of each side', () => {
    const stones = new Map([['C', 'white'], ['A', 'white'], ['B', 'black']] as const);
    expect([...countStones(stones)]).toEqual([['A', 1], ['B', 1], ['C', 2]]);
  });
});

it.each([
  [[[1, 0], [0, 2], [3, 0]], true],
  [[[1, 0], [2, 0]], false],
  [[[0, 1], [1, 0], [1, 0]], true],
] as const)('the points %j are a comeback of White: %s', (points, expected) => {
  const scores = points.map(([white, black]) => ({ white, black }));
  expect(isComeback(scores, 'white')).toBe(expected);
});

describe('portraits', () => {
  const folder = 'src/avatars';
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'));

  it.each(names)('%s has three moods, all different', (name) => {
    const plain = readFileSync(`${folder}/${name}`, 'utf-8');
    const moods: Mood[] = ['happy', 'sad', 'surprised'];
    const drawn = new Set([plain, ...moods.map((mood) => inMood(plain, mood))]);
    expect(drawn.size).toBe(4);
    for (const text of drawn) expect(text).not.toMatch(/NaN|undefined/);
  });
});

describe('the end of a game', () => {
  it('is felt by the viewer; those without a seat share the joy', () => {
    expect(feelingOf({ winner: 'white' }, 'white')).toBe('won');
    expect(feelingOf({ winner: 'white' }, 'black')).toBe('lost');
    expect(feelingOf({ winner: 'black' }, null)).toBe('won');
    expect(feelingOf({ winner: null }, 'white')).toBe('drawn');
  });
});
