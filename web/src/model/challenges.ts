/** A player's results in challenges. */

/** A game of a challenge, and which goals it reached; null while it is running. */
export interface ChallengeGame {
  game: string;
  challenge: string;
  reached: readonly boolean[] | null;
}

/** Check whether a stored value is a game of a challenge. */
export function isChallengeGame(value: unknown): value is ChallengeGame {
  const it = Object(value) as Partial<Record<keyof ChallengeGame, unknown>>;
  const isReached = it.reached === null || (Array.isArray(it.reached) && it.reached.every((is) => typeof is === 'boolean'));
  return typeof it.game === 'string' && typeof it.challenge === 'string' && isReached;
}

/** Whether any game has reached each of the goals of a challenge. */
export function goalsReached(games: readonly ChallengeGame[], challenge: string, goals: number): boolean[] {
  const played = games.filter((each) => each.challenge === challenge);
  return Array.from({ length: goals }, (_, i) => played.some(({ reached }) => reached?.[i] === true));
}

/** The games that have won the stars of all challenges together: one for each goal. */
export function starGames(games: readonly ChallengeGame[]): string[] {
  const won = games.flatMap(({ game, challenge, reached }) => (reached ?? []).flatMap((is, i) => (is ? [[`${challenge} ${i}`, game] as const] : [])));
  return [...new Map(won.toReversed()).values()];
}

/** The number of stars won in all challenges together. */
export const challengeStars = (games: readonly ChallengeGame[]): number => starGames(games).length;
