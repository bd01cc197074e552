import { expect, test } from 'vitest';
import { mergedValues } from '../src/model/mergeProgress';

const HERE = {
  practice: {
    cards: [
      { key: 'a', box: 2, due: '2026-03-01' },
      { key: 'b', box: 1, due: '2026-01-01' },
    ],
    puzzles: { x: true, y: false },
    days: ['2026-01-01'],
  },
  results: [{ game: 'g', at: '2026-01-01' }],
  streak: 4,
};
const THERE = {
  practice: {
    cards: [{ key: 'a', box: 1, due: '2026-02-01' }, { key: 'c', box: 1, due: '2026-01-05' }],
    puzzles: { y: true, z: false },
    days: ['2026-01-02', '2026-01-01'],
  },
  results: [{ game: 'h', at: '2026-01-02' }],
  lessons: ['cards'],
  streak: 3,
};

test('nothing gets lost', () => {
  expect(mergedValues(HERE, THERE)).toEqual({
    practice: {
      cards: [HERE.practice.cards[0], HERE.practice.cards[1], THERE.practice.cards[1]],
      puzzles: { x: true, y: true, z: false },
      days: ['2026-01-01', '2026-01-02'],
    },
    results: [HERE.results[0], THERE.results[0]],
    lessons: ['cards'],
    streak: 4,
  });
});

test('joining again changes nothing, and neither browser comes first', () => {
  const once = mergedValues(HERE, THERE);
  expect(mergedValues(once, THERE)).toEqual(once);
  expect(mergedValues(once, HERE)).toEqual(once);
  const sorted = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, part: unknown) =>
      Array.isArray(part) ? part.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) : part,
    );
  expect(sorted(mergedValues(THERE, HERE))).toEqual(sorted(once));
});

test('the goals of a challenge stay as many', () => {
  const kept = [{ game: 'g', challenge: 'c', reached: [true, true, false] }];
  expect(mergedValues(kept, kept)).toEqual(kept);
  expect(mergedValues(kept, [{ ...kept[0], reached: null }])).toEqual(kept);
});

test('what is missing or damaged on one side does no harm', () => {
  expect(mergedValues(undefined, HERE)).toBe(HERE);
  expect(mergedValues(HERE, null)).toBe(HERE);
});

test('of two states of a card, the one answered later counts', () => {
  const right = { key: 'a', box: 3, due: '2026-03-22' }; // answered on 1 March
  const wrong = { key: 'a', box: 0, due: '2026-03-06' }; // answered on 5 March
  expect(mergedValues([right], [wrong])).toEqual([wrong]);
  expect(mergedValues([wrong], [right])).toEqual([wrong]);
});
