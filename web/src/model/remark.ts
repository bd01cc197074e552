/** What an opponent remembers of earlier games with the player. */
import type { Result } from './statistics';

export type Remark =
  | { kind: 'first' | 'never_edition' | 'new_edition' | 'coached' | 'beat' | 'lost' | 'drew' }
  | { kind: 'away' | 'mine' | 'yours' | 'never' | 'level' | 'beat_by' | 'lost_by'; n: number };

/** The fewest games in a row, and the fewest games without a win, that are worth a word. */
const LEAST_STREAK = 3;
/** The fewest wins each that are worth a word. */
const LEAST_LEVEL = 2;
const CUSTOM = 'custom';
const MONTH = 30 * 24 * 3600 * 1000;

const KINDS = { won: 'beat', lost: 'lost', drawn: 'drew' } as const;

/** How many of the last games in a row ended in a way. */
function streak(games: readonly Result[], wanted: Result['result']): number {
  return games.length - 1 - games.findLastIndex(({ result }) => result !== wanted);
}

/** What to say about the last game. */
function lastRemark({ result, points, others, assisted, termination }: Result): Remark {
  if (result === 'won' && assisted) return { kind: 'coached' };
  const lead = Math.abs(points - others);
  // Points do not matter in a game that ended in another way.
  if (result === 'drawn' || termination !== 'points' || lead === 0) return { kind: KINDS[result] };
  return { kind: `${KINDS[result]}_by`, n: lead };
}

/** Return one true remark of a bot about earlier games, given the results before this game in their order. */
export function remarkOf(results: readonly Result[], bot: string, edition: string, now: Date): Remark {
  const games = results.filter((each) => each.bot === bot);
  const last = games.at(-1);
  if (!last) return { kind: 'first' };
  const months = Math.floor((now.getTime() - Date.parse(last.at)) / MONTH);
  if (months >= 1) return { kind: 'away', n: months };
  const count = (all: readonly Result[], wanted: Result['result']): number => all.filter(({ result }) => result === wanted).length;
  const [won, lost] = [count(games, 'won'), count(games, 'lost')];
  if (streak(games, 'won') >= LEAST_STREAK) return { kind: 'yours', n: streak(games, 'won') };
  if (won === 0 && games.length >= LEAST_STREAK) return { kind: 'never', n: games.length };
  if (streak(games, 'lost') >= LEAST_STREAK) return { kind: 'mine', n: streak(games, 'lost') };
  const alike = games.filter((each) => each.edition === edition);
  if (edition !== CUSTOM && alike.length === 0) return { kind: 'new_edition' };
  if (edition !== CUSTOM && alike.length >= LEAST_STREAK && count(alike, 'won') === 0) return { kind: 'never_edition' };
  if (won === lost && won >= LEAST_LEVEL) return { kind: 'level', n: won };
  return lastRemark(last);
}
