import { describe, expect, it } from 'vitest';
import { remarkOf, type Remark } from '../src/model/remark';
import type { Result } from '../src/model/statistics';

const NOW = new Date('2026-11-18T12:00:00Z');
const won: Partial<Result> = { result: 'won', points: 5, others: 3 };
const lost: Partial<Result> = { result: 'lost', points: 2, others: 6 };
const drawn: Partial<Result> = { result: 'drawn', points: 3, others: 3, termination: 'draw' };
const ITALIAN = { edition: 'italian' };

function games(...changes: Partial<Result>[]): Result[] {
  return changes.map((change, i) => ({
    game: String(i),
    at: '2026-11-17T10:00:00Z',
    bot: 'pua',
    opponent: 'Pua',
    seat: 'white',
    edition: 'kosmos-2015',
    result: 'won',
    points: 5,
    others: 3,
    termination: 'points',
    ...change,
  }));
}

const remark = (results: Result[], edition = 'kosmos-2015'): Remark => remarkOf(results, 'pua', edition, NOW);

/** For each remark: games after which it is true, and games after which it is not. */
const CASES: [Remark, Partial<Result>[], Partial<Result>[]][] = [
  [{ kind: 'first' }, [{ bot: 'kimo' }, { bot: null }], [won]],
  [{ kind: 'away', n: 2 }, [{ ...won, at: '2026-09-15T10:00:00Z' }], [{ ...won, at: '2026-09-15T10:00:00Z' }, won]],
  [{ kind: 'yours', n: 3 }, [lost, won, won, won], [won, won, lost]],
  [{ kind: 'mine', n: 3 }, [won, lost, lost, lost], [won, lost, lost, drawn]],
  [{ kind: 'never', n: 4 }, [lost, drawn, lost, drawn], [won, lost, drawn, lost]],
  [{ kind: 'level', n: 2 }, [won, lost, lost, won], [won, lost, drawn]],
  [{ kind: 'coached' }, [lost, { ...won, assisted: true }], [{ ...won, assisted: true }, won]],
  [{ kind: 'beat_by', n: 2 }, [lost, lost, won], [lost, lost, { ...won, termination: 'resignation' }]],
  [{ kind: 'beat' }, [{ ...won, termination: 'wipeout' }], [won]],
  [{ kind: 'lost_by', n: 4 }, [won, lost], [won, { ...lost, termination: 'timeout' }]],
  [{ kind: 'lost' }, [won, { ...lost, points: 4, others: 4, termination: 'third_scoring' }], [won, lost]],
  [{ kind: 'drew' }, [won, drawn], [drawn, won]],
];

describe('what an opponent remembers', () => {
  it.each(CASES)('%o', (expected, after, notAfter) => {
    expect(remark(games(...after))).toEqual(expected);
    expect(remark(games(...notAfter))).not.toEqual(expected);
  });

  it('mentions a rulebook that is new, or with which the player has never won', () => {
    expect(remark(games(won, lost), 'italian')).toEqual({ kind: 'new_edition' });
    expect(remark(games({ ...won, ...ITALIAN }, lost), 'italian')).toEqual({ kind: 'lost_by', n: 4 });
    const italian = { ...lost, ...ITALIAN };
    expect(remark(games(italian, italian, won, italian), 'italian')).toEqual({ kind: 'never_edition' });
    expect(remark(games({ ...won, ...ITALIAN }, italian, italian), 'italian')).not.toEqual({ kind: 'never_edition' });
    expect(remark(games(won, lost), 'custom')).toEqual({ kind: 'lost_by', n: 4 });
  });

  it('names no points of games that were kept without their end', () => {
    const [{ termination: _, ...old }] = games(won) as [Result];
    expect(remark([old])).toEqual({ kind: 'beat' });
  });
});
