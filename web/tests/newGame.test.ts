import { describe, expect, it } from 'vitest';
import { read, usual } from '../src/model/newGame';

const bots = ['pua', 'noelani', 'kahuna'].map((key, i) => ({ key, name: key, about: '', level: i + 1 }));
const offered: Parameters<typeof usual>[0] = {
  modes: ['bot', 'hotseat', 'online'],
  bots,
  editions: [],
  usual: {
    edition: 'kosmos-2015',
    bridges: 25,
    stones: 10,
    discard: 'free',
    final_scoring: 'difference',
    no_trespass: false,
    open_hands: false,
    handicap: 0,
    handicap_seat: null,
  },
  choices: {
    least_supply: 1,
    most_supply: 12,
    discards: ['free', 'instead'],
    final_scorings: ['difference', 'own_stones'],
    variants: ['no_trespass', 'open_hands'],
    handicaps: [0, 2],
  },
};

describe('what was chosen for the last game', () => {
  it('comes back as it was', () => {
    const chosen = { ...usual(offered), mode: 'online', bot: 'kahuna', edition: 'custom', stones: 12, clock: 2, variants: { open_hands: true } };
    expect(read(JSON.stringify(chosen), offered)).toEqual(chosen);
  });

  it.each([null, '', '{', '[]', 'null', '7', '"text"'])('is as at first where %j was kept', (text) => {
    expect(read(text, offered)).toEqual(usual(offered));
  });

  it('is as at first in what is broken or no longer there, and only in that', () => {
    const kept = { mode: 'solo', bot: 'gone', edition: 'gone', clock: 99, variants: [true], stones: '3', bridges: 0, more: 1, handicap: 2 };
    expect(read(JSON.stringify(kept), offered)).toEqual({ ...usual(offered), handicap: 2 });
  });

  it('is what the server offers, and at first what it says is usual', () => {
    const kept = { stones: 13, bridges: 12, handicap: 1, discard: 'gone', finalScoring: 'own_stones' };
    const now = { ...offered, usual: { ...offered.usual, edition: 'italian', stones: 9 } };
    expect(read(JSON.stringify(kept), now)).toMatchObject({
      edition: 'italian',
      stones: 9,
      bridges: 12,
      handicap: 0,
      discard: 'free',
      finalScoring: 'own_stones',
    });
  });
});
