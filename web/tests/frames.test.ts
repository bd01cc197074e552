import { expect, test } from 'vitest';
import { parseFrames } from '../src/embed/frames';

test('a frame contains bridges, islands and the move', () => {
  const [start, next] = parseFrames('-/- -/-\nAB,AD/EF AB/- +AD/A >K\n');
  expect(start!.picture.bridges.size).toBe(0);
  expect(start!.move).toBe('');
  expect([...next!.picture.bridges]).toEqual([
    ['AB', 'white'],
    ['AD', 'white'],
    ['EF', 'black'],
  ]);
  expect([...next!.picture.stones]).toEqual([
    ['A', 'white'],
    ['B', 'white'],
  ]);
  expect(next!.move).toBe('+AD/A >K');
});

test('a position is a frame without a move', () => {
  expect(parseFrames('AB/- -/-')).toHaveLength(1);
});
