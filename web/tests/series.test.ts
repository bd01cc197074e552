import { expect, test } from 'vitest';
import { wonSoFar } from '../src/model/series';

test('the winner of a game is counted, a draw is not', () => {
  const first = wonSoFar(undefined, { winner: 'black' });
  expect(first).toEqual({ white: 0, black: 1 });
  expect(wonSoFar(first, { winner: 'black' })).toEqual({ white: 0, black: 2 });
  expect(wonSoFar(first, { winner: null })).toEqual(first);
});
