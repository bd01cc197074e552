import { describe, expect, it } from 'vitest';
import { longestStreak, streakOf } from '../src/model/streak';

const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}`;
const days = (...numbers: number[]): string[] => numbers.map(day);

describe('the streak', () => {
  it.each([
    ['nothing solved', days(), 10, 0],
    ['days in a row', days(8, 9, 10), 10, 3],
    ['today still to come', days(8, 9), 10, 2],
    ['a missed day takes one away', days(5, 6, 7, 9), 9, 3],
    ['and so does each further one', days(5, 6, 7), 10, 1],
    ['never below zero', days(1, 9), 10, 1],
    ['in any order, days only once', [...days(10, 9, 8), day(9)], 10, 3],
    ['a clock that was ahead', days(11), 10, 0],
  ])('%s', (_, solved, today, expected) => {
    expect(streakOf(solved, day(today))).toBe(expected);
  });

  it.each([
    ['nothing solved', days(), 0],
    ['days in a row', days(1, 2, 3), 3],
    ['before many missed days', days(1, 2, 3, 20), 3],
    ['after a missed day', days(1, 2, 3, 5, 6), 4],
  ])('was longest: %s', (_, solved, expected) => {
    expect(longestStreak(solved)).toBe(expected);
  });
});
