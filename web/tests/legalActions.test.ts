import { describe, expect, it } from 'vitest';
import { effectsOf } from '../src/model/effects';
import { atLine, openLines, withKind } from '../src/model/legalActions';
import type { LegalAction } from '../src/net/protocol';

const LEGAL: LegalAction[] = [
  { action: '+AB/A', kind: 'build', line: 'AB', cards: ['A'] },
  { action: '+AB/B', kind: 'build', line: 'AB', cards: ['B'] },
  { action: '-AH/AA', kind: 'remove', line: 'AH', cards: ['A', 'A'] },
  { action: 'xB', kind: 'bury', line: null, cards: ['B'] },
  { action: '<D', kind: 'take', line: null, cards: ['D'] },
  { action: '.', kind: 'decline', line: null, cards: [] },
];

describe('what may be done', () => {
  it('at a line, with the card chosen if it can pay', () => {
    expect(atLine(LEGAL, 'AB', null)).toHaveLength(2);
    expect(atLine(LEGAL, 'AB', 'B').map((choice) => choice.action)).toEqual(['+AB/B']);
    expect(atLine(LEGAL, 'AB', 'C')).toHaveLength(2);
    expect(atLine(LEGAL, 'KL', null)).toEqual([]);
  });

  it('with a card', () => {
    expect([...openLines(LEGAL, 'B')]).toEqual([['AB', 'build']]);
    expect([...openLines(LEGAL, 'A')]).toEqual([
      ['AB', 'build'],
      ['AH', 'remove'],
    ]);
  });

  it('to end the turn', () => {
    expect(withKind(LEGAL, 'take', 'D')?.action).toBe('<D');
    expect(withKind(LEGAL, 'take', 'E')).toBeNull();
    expect(withKind(LEGAL, 'decline')?.action).toBe('.');
  });
});

describe('what a preview shows', () => {
  it('collects pieces that come and go', () => {
    const effects = effectsOf([
      { type: 'bridge_built', seat: 'white', line: 'AB', cause: 'card' },
      { type: 'control_gained', seat: 'white', island: 'A' },
      { type: 'bridge_removed', seat: 'black', line: 'AH', cause: 'control' },
      { type: 'control_lost', seat: 'black', island: 'H' },
    ]);
    expect(effects.built).toEqual({ line: 'AB', seat: 'white' });
    expect(effects.removed).toEqual(['AH']);
    expect(effects.gained.map(({ island }) => island)).toEqual(['A']);
    expect(effects.lost.map(({ island }) => island)).toEqual(['H']);
  });
});
