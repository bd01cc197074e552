/** The games of challenges, kept in this browser only. */
import { isChallengeGame, type ChallengeGame } from '../model/challenges';

const KEY = 'kahuna.challenges';
const MOST = 500;

export function challengeGames(): ChallengeGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isChallengeGame) : [];
  } catch {
    return []; // private browsing, or something else wrote there
  }
}

/** The challenge that a game belongs to. */
export function challengeOf(game: string): string | null {
  return challengeGames().find((each) => each.game === game)?.challenge ?? null;
}

/** Keep a game of a challenge, or what it has reached. Games with a result are kept longer than those without. */
export function keepChallengeGame(kept: ChallengeGame): void {
  const others = challengeGames().filter(({ game }) => game !== kept.game);
  const all = [...others, kept];
  const surplus = all.length - MOST;
  const dropped = new Set(all.filter(({ reached }) => !reached?.some(Boolean)).slice(0, Math.max(0, surplus)));
  try {
    localStorage.setItem(KEY, JSON.stringify(all.filter((each) => !dropped.has(each))));
  } catch {
    // The storage is full or forbidden.
  }
}
