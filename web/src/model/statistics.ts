/** Statistics of a player's finished games. */
import type { SeatName, Termination } from '../net/protocol';

export interface Result {
  game: string;
  /** When it ended, ISO 8601. */
  at: string;
  /** The key of a bot, or null for a person. */
  bot: string | null;
  opponent: string;
  seat: SeatName;
  edition: string;
  result: 'won' | 'lost' | 'drawn';
  points: number;
  others: number;
  /** Whether the coach helped; such a win earns no stars. */
  assisted?: boolean;
  /** How the game ended; older results lack it. */
  termination?: Termination;
}

export interface Tally {
  games: number;
  won: number;
  lost: number;
  drawn: number;
}

export interface Row extends Tally {
  key: string;
}

export interface Statistics extends Tally {
  /** Games won in a row: now, and the most ever. */
  streak: number;
  bestStreak: number;
  opponents: readonly Row[];
  seats: readonly Row[];
  editions: readonly Row[];
}

const RESULTS: readonly unknown[] = ['won', 'lost', 'drawn'];

/** Check whether a stored value is a result. */
export function isResult(value: unknown): value is Result {
  const it = Object(value) as Partial<Record<keyof Result, unknown>>;
  const areTexts = [it.game, it.at, it.opponent, it.edition].every((text) => typeof text === 'string');
  const isSeat = it.seat === 'white' || it.seat === 'black';
  const areNumbers = Number.isFinite(it.points) && Number.isFinite(it.others);
  return areTexts && isSeat && areNumbers && (it.bot === null || typeof it.bot === 'string') && RESULTS.includes(it.result);
}

function tally(results: readonly Result[]): Tally {
  const count = (wanted: Result['result']): number => results.filter(({ result }) => result === wanted).length;
  return { games: results.length, won: count('won'), lost: count('lost'), drawn: count('drawn') };
}

/** Tally results by a property, the most frequent first. */
function rows(results: readonly Result[], keyOf: (result: Result) => string): Row[] {
  const keys = [...new Set(results.map(keyOf))];
  const all = keys.map((key) => ({ key, ...tally(results.filter((result) => keyOf(result) === key)) }));
  return all.sort((a, b) => b.games - a.games);
}

/** Add up results, given in the order of the games. */
export function statisticsOf(results: readonly Result[]): Statistics {
  let streak = 0;
  let bestStreak = 0;
  for (const { result } of results) {
    streak = result === 'won' ? streak + 1 : 0;
    bestStreak = Math.max(bestStreak, streak);
  }
  return {
    ...tally(results),
    streak,
    bestStreak,
    opponents: rows(results, ({ bot, opponent }) => bot ?? opponent),
    seats: rows(results, ({ seat }) => seat),
    editions: rows(results, ({ edition }) => edition),
  };
}

/** The lead in points that earns the third star. */
export const CLEAR_WIN = 5;
export const MOST_STARS = 3;

/** What has earned a star against a bot: a win, wins with both colours, and a clear win. */
export interface StarGoals {
  win: boolean;
  both: boolean;
  clear: boolean;
  /** The colours of the wins. */
  seats: ReadonlySet<SeatName>;
}

function winsAgainst(results: readonly Result[], bot: string): Result[] {
  return results.filter((each) => each.bot === bot && each.result === 'won' && !each.assisted);
}

const isClear = ({ points, others }: Result): boolean => points - others >= CLEAR_WIN;

export function starGoals(results: readonly Result[], bot: string): StarGoals {
  const wins = winsAgainst(results, bot);
  const seats = new Set(wins.map(({ seat }) => seat));
  return { win: wins.length > 0, both: seats.size === 2, clear: wins.some(isClear), seats };
}

/** The number of stars won against a bot. */
export function starsOf(results: readonly Result[], bot: string): number {
  const { win, both, clear } = starGoals(results, bot);
  return Number(win) + Number(both) + Number(clear);
}

/** For each bot that was beaten without the coach, the result that earned each star, the first win first. */
export function starsEarned(results: readonly Result[]): Result[][] {
  return beatenBots(results).map((bot) => {
    const wins = winsAgainst(results, bot);
    const both = wins.find(({ seat }) => seat !== wins[0]!.seat);
    const clear = wins.find(isClear);
    return [wins[0]!, ...(both ? [both] : []), ...(clear ? [clear] : [])];
  });
}

/** Leave out some results: the oldest that have earned no star. */
export function withoutOldest(results: readonly Result[], count: number): Result[] {
  const earned = new Set(starsEarned(results).flat());
  const others = results.filter((each) => !earned.has(each)).sort((a, b) => a.at.localeCompare(b.at));
  const dropped = new Set(others.slice(0, Math.max(0, count)));
  return results.filter((each) => !dropped.has(each));
}

/** The bots that were beaten without the coach. */
export function beatenBots(results: readonly Result[]): string[] {
  const bots = new Set(results.flatMap(({ bot }) => bot ?? []));
  return [...bots].filter((bot) => starsOf(results, bot) > 0);
}

/** Wins with the coach, which earn no stars; against one bot or all opponents. */
export function coachedWins(results: readonly Result[], bot?: string): number {
  return results.filter((each) => each.assisted && each.result === 'won' && (!bot || each.bot === bot)).length;
}

/** The next stop of the voyage: the weakest bot not beaten yet, or the first one with a star to win. */
export function nextStop(results: readonly Result[], bots: readonly string[]): string | null {
  const stars = new Map(bots.map((bot) => [bot, starsOf(results, bot)]));
  return bots.find((bot) => stars.get(bot) === 0) ?? bots.find((bot) => stars.get(bot)! < MOST_STARS) ?? null;
}

/** The titles, and how many bots to beat for each. They do not depend on how many there are: nobody loses one to a new bot. */
const RANKS = [
  ['castaway', 0],
  ['paddler', 3],
  ['fisher', 5],
  ['navigator', 7],
  ['captain', 9],
  ['sorcerer', 11],
  ['kahuna', 13],
  ['kahuna_nui', 14],
] as const;
export type Rank = (typeof RANKS)[number][0];

/** The title earned by beating so many bots. */
export function rankOf(beaten: number): Rank {
  return RANKS.findLast(([, least]) => beaten >= least)![0];
}
