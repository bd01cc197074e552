import { expect, test } from 'vitest';
import { pointsBefore, pointsOf, readPosition, withMover, writePosition } from '../src/screens/analysis/position';

const POSITION = 'AD,BC/AB,AH AB/E?? CDF AAB C/? 1:0 2.9 w! kosmos-2015+1';

test.each([POSITION, '-/- ABC/??? DEF - -/- - 1.1 w kosmos-2015'])('%s survives the editor', (text) => {
  expect(writePosition(readPosition(text))).toBe(text);
});

test('nonsense becomes a position without pieces', () => {
  expect(writePosition(readPosition('nonsense'))).toBe('-/- -/- - - -/- - 1.1 w kosmos-2015');
});

test('who is to move knows the own cards', () => {
  const position = withMover(readPosition(POSITION), 'black');
  expect(position.hands).toEqual({ white: ['A', 'B'], black: ['E'] });
  expect(position.buried.black).toEqual([]);
});

test('the points of each round are a list', () => {
  expect(pointsOf(readPosition(POSITION))).toEqual(['1:0']);
  expect(pointsOf(readPosition('nonsense'))).toEqual([]);
});

test('each round before has its points', () => {
  expect([1, 2, 3].map(pointsBefore)).toEqual(['-', '0:0', '0:0,0:0']);
});
