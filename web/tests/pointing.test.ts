import { describe, expect, it } from 'vitest';
import { isArrowBelow, mentionsIn, nextTouch, type Chosen } from '../src/screens/learn/pointing';

const NOTHING: Chosen = { card: null, line: null, ending: null };

describe('the arrow of a lesson', () => {
  it.each<[string, Partial<Chosen>, string]>([
    ['+AD/A', {}, '.hand [data-card=A]'],
    ['+AD/A', { card: 'A' }, '[data-line=AD]'],
    ['+AD/A', { card: 'A', line: 'AD' }, '.choice[data-action="+AD/A"]'],
    ['-CK/CK', {}, '[data-line=CK]'],
    ['xK', { card: 'K' }, '[data-bury]'],
    ['<G', {}, '.market [data-card=G]'],
    ['<G', { ending: { kind: 'take', card: 'G' } }, '.market [data-action="<G"]'],
    ['<*', {}, '[data-pile]'],
    ['.', {}, '[data-decline]'],
    ['.', { ending: { kind: 'decline', card: null } }, '.market [data-action="."]'],
  ])('for %s with %o points at %s', (action, chosen, selector) => {
    expect(nextTouch(action, { ...NOTHING, ...chosen })).toBe(selector);
  });
});

describe('the side of the arrow', () => {
  const goal = { left: 100, top: 100, width: 60, height: 80 };
  it.each([
    ['above', goal, [], false],
    ['above, beside a text', goal, [{ left: 200, top: 60, width: 90, height: 20 }], false],
    ['above, over a text that ends higher up', goal, [{ left: 90, top: 0, width: 90, height: 40 }], false],
    ['below, instead of covering a text', goal, [{ left: 90, top: 60, width: 90, height: 20 }], true],
    ['below, instead of leaving the window', { ...goal, top: 20 }, [], true],
  ] as const)('is %s', (_, box, texts, isBelow) => {
    expect(isArrowBelow(box, texts)).toBe(isBelow);
  });
});

describe('what a task names', () => {
  it('is circled: lines, and islands that are not their ends', () => {
    expect(mentionsIn('Build on ALOA–BARI and watch HUNA.')).toEqual(['[data-line=AB]', '[data-island=H]']);
    expect(mentionsIn('Take a card.')).toEqual([]);
  });
});
