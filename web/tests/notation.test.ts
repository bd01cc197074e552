import { expect, test } from 'vitest';
import { kindOf } from '../src/model/notation';

test.each([
  ['+AB/A', 'build'],
  ['-AB/AB', 'remove'],
  ['=AB', 'replace'],
  ['!AB', 'handicap'],
  ['xA', 'bury'],
  ['<K', 'take'],
  ['<*', 'draw'],
  ['.', 'decline'],
] as const)('%s is of the kind %s', (notation, kind) => {
  expect(kindOf(notation)).toBe(kind);
});
