/** Progress of two browsers: what a file or an account adds, and what it must not bring back or lose. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropCard, keepMistake, keptCards } from '../src/browser/practice';
import { keptResults } from '../src/browser/results';
import { mergedValues } from '../src/model/mergeProgress';
import { starsOf, withoutOldest, type Result } from '../src/model/statistics';

const mistake = (ply: number): Parameters<typeof keepMistake>[0] => ({ game: 'g', ply, better: '+AB/A', asGood: [] });
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

function won(game: string, at: string, change: Partial<Result> = {}): Result {
  return { game, at, bot: 'pua', opponent: 'Pua', seat: 'white', edition: '', result: 'won', points: 5, others: 3, ...change };
}

test('a card that has been learned does not come back from another browser', () => {
  keepMistake(mistake(3));
  keepMistake(mistake(5));
  const there = stored.get('kahuna.practice')!;
  dropCard(keptCards()[0]!.key);
  const here = stored.get('kahuna.practice')!;
  stored.set('kahuna.practice', JSON.stringify(mergedValues(JSON.parse(here), JSON.parse(there))));
  expect(keptCards()).toMatchObject([{ ply: 3 }]);
});

test('results come in the order of the games, wherever they were played', () => {
  stored.set('kahuna.results', JSON.stringify([won('later', '2026-03-02'), won('earlier', '2026-03-01')]));
  expect(keptResults().map(({ game }) => game)).toEqual(['earlier', 'later']);
});

test('results that have earned a star are kept longest', () => {
  const results = [
    won('first', '2026-03-01'),
    won('again', '2026-03-02'),
    won('other colour', '2026-03-03', { seat: 'black' }),
    won('lost', '2026-03-04', { result: 'lost' }),
    won('clear', '2026-03-05', { points: 9 }),
  ];
  const kept = withoutOldest(results, 2);
  expect(kept.map(({ game }) => game)).toEqual(['first', 'other colour', 'clear']);
  expect(withoutOldest(kept, 2)).toEqual(kept);
  expect(starsOf(kept, 'pua')).toBe(3);
  expect(withoutOldest(results, -1)).toEqual(results);
});
