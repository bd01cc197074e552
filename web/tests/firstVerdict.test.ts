import { describe, expect, it } from 'vitest';
import { firstVerdict } from '../src/model/firstVerdict';
import type { AdviceOut } from '../src/net/protocol';

const move = (notation: string) => ({ notation, words: notation, line: null, cards: [] });
const advice = (losses: Record<string, number>): AdviceOut => ({
  version: 1,
  reasons: [],
  moves: Object.entries(losses).map(([notation, loss]) => ({ move: move(notation), value: 50 - loss, error: 1, loss })),
}) as AdviceOut;

describe('a first verdict on a turn', () => {
  it('is about the costliest move', () => {
    const turn = [
      { played: '+AB/A', advice: advice({ '+AB/A': 0, '<*': 9 }) },
      { played: '<C', advice: advice({ '.': 0, '<C': 12 }) },
    ];
    expect(firstVerdict(turn)).toEqual({ loss: 12, better: move('.') });
  });

  it('does not mention small losses', () => {
    expect(firstVerdict([{ played: '<C', advice: advice({ '.': 0, '<C': 3 }) }])).toEqual({ loss: 0, better: null });
  });

  it.each([
    ['<*=K|ABC', '<*'],
    ['<H=K', '<H'],
    ['=AB', '=AB'],
  ])('knows %s, whatever card came', (played, action) => {
    expect(firstVerdict([{ played, advice: advice({ '.': 0, [action]: 8 }) }])?.loss).toBe(8);
  });

  it('is left out without advice', () => {
    expect(firstVerdict([{ played: '<C', advice: undefined }, { played: '<D', advice: advice({ '.': 0 }) }])).toBeNull();
  });
});
