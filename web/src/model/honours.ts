/** What a won game has earned: stars, a title, treasures and records. */
import { beatenBots, rankOf, starsOf, statisticsOf, type Rank, type Result } from './statistics';
import { achievedBy, newFinds, type Treasure } from './treasures';

export type Feat = { kind: 'first'; name: string } | { kind: 'largest'; lead: number } | { kind: 'streak'; games: number };

export interface Honours {
  /** Stars against this opponent: before the game, and now. */
  stars: { before: number; now: number };
  /** The title, if it is new. */
  rank: Rank | null;
  /** The treasures of the voyage that it has opened. */
  finds: readonly Treasure[];
  feats: readonly Feat[];
}

/** The fewest wins in a row that are worth a word. */
const LEAST_STREAK = 3;

const titleOf = (results: readonly Result[]): Rank => rankOf(beatenBots(results).length);
const leadOf = ({ points, others }: Result): number => points - others;
const isWin = ({ result, assisted }: Result): boolean => result === 'won' && !assisted;

/** Return what a game has earned; null unless it was won without the coach. */
export function honoursOf(results: readonly Result[], game: string): Honours | null {
  const index = results.findIndex((each) => each.game === game);
  const won = results[index];
  if (!won || !isWin(won)) return null;
  const [before, now] = [results.slice(0, index), results.slice(0, index + 1)];
  const earlier = before.filter(isWin);
  const against = ({ bot, opponent }: Result): boolean => bot === won.bot && opponent === won.opponent;
  const [streak, record] = [statisticsOf(now).streak, statisticsOf(before).bestStreak];
  const feats: Feat[] = [];
  if (won.opponent && !earlier.some(against)) feats.push({ kind: 'first', name: won.opponent });
  if (earlier.length > 0 && leadOf(won) > Math.max(...earlier.map(leadOf))) feats.push({ kind: 'largest', lead: leadOf(won) });
  if (streak >= LEAST_STREAK && streak > record) feats.push({ kind: 'streak', games: streak });
  const stars = { before: won.bot ? starsOf(before, won.bot) : 0, now: won.bot ? starsOf(now, won.bot) : 0 };
  const rank = titleOf(now);
  const finds = newFinds(achievedBy(before), achievedBy(now));
  return { stars, rank: rank === titleOf(before) ? null : rank, finds, feats };
}
