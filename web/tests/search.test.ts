import { describe, expect, it } from 'vitest';
import { holds, pieces, wholeText, wordsIn } from '../src/screens/rules/search';

describe('searching the rules', () => {
  it('finds all words in any order, case and accent', () => {
    expect(holds('Ein Stein zeigt, wem die Insel gehört', wordsIn('INSEL gehort'))).toBe(true);
    expect(holds('Ein Stein zeigt, wem die Insel gehört', wordsIn('Insel Karte'))).toBe(false);
    expect(holds('anything', wordsIn('  '))).toBe(true);
  });

  it('marks every hit and loses no letter', () => {
    const text = 'L’isola è tua, è subito tua.';
    const found = pieces(text, wordsIn('È tua'));
    expect(found.map((piece) => piece.text).join('')).toBe(text);
    expect(found.filter((piece) => piece.isHit).map((piece) => piece.text)).toEqual(['è', 'tua', 'è', 'tua']);
  });

  it('prefers the longer of two words that begin together', () => {
    expect(pieces('islands', ['is', 'island'])).toEqual([
      { text: 'island', isHit: true },
      { text: 's', isHit: false },
    ]);
  });

  it('reads everything in a paragraph', () => {
    const span = (text: string) => [{ text, mark: 'plain' as const }];
    const blank = { spans: [], items: [], rows: [] };
    const blocks = [
      { ...blank, kind: 'text' as const, spans: span('one') },
      { ...blank, kind: 'list' as const, items: [{ spans: span('two'), below: [span('three')] }] },
      { ...blank, kind: 'table' as const, rows: [[span('four')]] },
    ];
    const text = wholeText({ number: 'R1.2', blocks, scene: null });
    expect(holds(text, ['r1.2', 'one', 'two', 'three', 'four'])).toBe(true);
  });
});
