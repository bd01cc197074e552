import { describe, expect, it } from 'vitest';
import { read, usual } from '../src/lib/home/chosen';

const bots = ['pua', 'noelani', 'kahuna'].map((key, i) => ({ key, name: key, about: '', level: i + 1 }));
const offered = { bots, editions: [] };

describe('what was chosen for the last game', () => {
  it('comes back as it was', () => {
    const chosen = { ...usual(offered), mode: 'online', bot: 'kahuna', edition: 'custom', stones: 12, clock: 2 };
    expect(read(JSON.stringify(chosen), offered)).toEqual(chosen);
  });

  it.each([null, '', '{', '[]', 'null', '7', '"text"'])('is as at first where %j was kept', (text) => {
    expect(read(text, offered)).toEqual(usual(offered));
  });

  it('is as at first in what is broken or no longer there, and only in that', () => {
    const kept = { mode: 'solo', bot: 'gone', edition: 'gone', clock: 99, stones: '3', bridges: 0, more: 1, handicap: 2 };
    expect(read(JSON.stringify(kept), offered)).toEqual({ ...usual(offered), handicap: 2 });
  });
});
