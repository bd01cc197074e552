import { expect, it } from 'vitest';
import { challengeStars, goalsReached, isChallengeGame, type ChallengeGame } from '../src/model/challenges';

const GAMES: ChallengeGame[] = [
  { game: 'a', challenge: 'empire', reached: [true, false, true] },
  { game: 'b', challenge: 'empire', reached: [true, true, false] },
  { game: 'c', challenge: 'empire', reached: null },
  { game: 'd', challenge: 'face_up', reached: [false, false, false] },
];

it('adds up the goals of all games of a challenge', () => {
  expect(goalsReached(GAMES, 'empire', 3)).toEqual([true, true, true]);
  expect(goalsReached(GAMES, 'face_up', 3)).toEqual([false, false, false]);
  expect(goalsReached([], 'empire', 3)).toEqual([false, false, false]);
});

it('counts each star once', () => {
  expect(challengeStars(GAMES)).toBe(3);
  expect(challengeStars([])).toBe(0);
});

it.each([null, 3, {}, { game: 'a', challenge: 'b' }, { game: 'a', challenge: 'b', reached: [1] }])('does not take %o for a game', (value) => {
  expect(isChallengeGame(value)).toBe(false);
});
