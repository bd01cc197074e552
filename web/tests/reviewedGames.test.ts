import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropCard, keptCards } from '../src/browser/practice';
import { keepReviewed, reviewedGames } from '../src/browser/reviewedGames';

const review = (mistakes: Record<string, number>): Parameters<typeof keepReviewed>[0] => ({ game: 'g', at: '2026-01-01', mistakes });
const blunder = { game: 'g', ply: 3, better: '+AB/A', asGood: [] };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a mistake that has been learned does not come back with its review', () => {
  keepReviewed(review({ line: 1 }), [blunder]);
  expect(keptCards()).toHaveLength(1);
  dropCard(keptCards()[0]!.key);
  keepReviewed(review({ line: 2 }), [blunder]);
  expect(keptCards()).toEqual([]);
  expect(reviewedGames()).toEqual([review({ line: 2 })]);
});
