import { describe, expect, it } from 'vitest';
import { mentionsIn, nextTouch, type Chosen } from '../src/screens/learn/pointing';

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

describe('what a task names', () => {
  it('is circled: lines, and islands that are not their ends', () => {
    expect(mentionsIn('Build on ALOA–BARI and watch HUNA.')).toEqual(['[data-line=AB]', '[data-island=H]']);
    expect(mentionsIn('Take a card.')).toEqual([]);
  });
});
