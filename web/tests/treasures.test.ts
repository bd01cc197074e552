import { expect, it } from 'vitest';
import { achievedBy, isFound, newFinds, nextFind, stepsBy, TREASURES, type Achieved } from '../src/model/treasures';
import type { Result } from '../src/model/statistics';

const NOTHING: Achieved = { beaten: 0, voyageStars: 0, stars: 0, days: 0 };
const EVERYTHING: Achieved = { beaten: 14, voyageStars: 42, stars: 12, days: 30 };

function won(bot: string, change: Partial<Result> = {}): Result {
  return { game: bot, at: '', bot, opponent: bot, seat: 'white', edition: '', result: 'won', points: 5, others: 3, ...change };
}

it.each(['boat', 'back', 'map'])('is there from the start, once: %s', (kind) => {
  const free = TREASURES.filter((treasure) => treasure.kind === kind && isFound(treasure, NOTHING));
  expect(free).toHaveLength(1);
});

it('can all be found', () => {
  expect(TREASURES.every((treasure) => isFound(treasure, EVERYTHING))).toBe(true);
  expect(nextFind('days', EVERYTHING)).toBeNull();
});

it('comes in the order of what it needs', () => {
  expect(nextFind('days', NOTHING)).toMatchObject({ name: 'hibiscus', least: 3 });
  expect(nextFind('days', { ...NOTHING, days: 3 })).toMatchObject({ name: 'raft', least: 7 });
  expect(nextFind('beaten', { ...NOTHING, days: 30 })).toMatchObject({ name: 'fern', least: 2 });
});

it('stays when the streak ends', () => {
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-04-20'];
  expect(achievedBy([], [], days).days).toBe(3);
});

it('is new once', () => {
  const results = [won('pua'), won('kimo', { assisted: true }), won('leilani', { points: 9 }), won('pua', { seat: 'black' })];
  const achieved = results.map((_, i) => achievedBy(results.slice(0, i + 1)));
  expect(achieved[3]).toEqual({ beaten: 2, voyageStars: 4, stars: 0, days: 0 });
  expect(newFinds(achieved[1]!, achieved[2]!)).toMatchObject([{ name: 'fern' }]);
  expect(newFinds(achieved[2]!, achieved[3]!)).toEqual([]);
});

it('was found on the day of the last step towards it', () => {
  const results = [
    won('pua', { at: '2026-03-01' }),
    won('kimo', { at: '2026-03-02', points: 9 }),
    won('pua', { at: '2026-03-03', seat: 'black', game: 'c' }),
  ];
  const games = [
    { game: 'older', challenge: 'c', reached: [true, false] },
    { game: 'c', challenge: 'c', reached: [true, true] },
  ];
  expect(stepsBy(results, games, ['2026-03-01', '2026-03-05', '2026-03-06'])).toEqual({
    beaten: ['2026-03-01', '2026-03-02'],
    voyageStars: ['2026-03-01', '2026-03-02', '2026-03-02', '2026-03-03'],
    stars: ['', '2026-03-03'],
    days: ['2026-03-01', '2026-03-06'],
  });
});
