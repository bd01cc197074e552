import { expect, it } from 'vitest';
import { BOATS, CARD_PATTERNS, isFound, MAPS } from '../src/model/treasures';

it.each([BOATS, CARD_PATTERNS, MAPS])('is there from the start, once: %o', (treasures) => {
  const free = Object.values(treasures).filter((price) => isFound(price, { beaten: 0, stars: 0 }));
  expect(free).toHaveLength(1);
  const all = Object.values(treasures).filter((price) => isFound(price, { beaten: 14, stars: 12 }));
  expect(all).toHaveLength(Object.keys(treasures).length);
});

it('needs everything that it names', () => {
  expect(isFound({ beaten: 4 }, { beaten: 3, stars: 40 })).toBe(false);
  expect(isFound({ beaten: 4 }, { beaten: 4, stars: 0 })).toBe(true);
  expect(isFound({ stars: 6 }, { beaten: 14, stars: 5 })).toBe(false);
  expect(isFound({ beaten: 4, stars: 6 }, { beaten: 4, stars: 6 })).toBe(true);
});
