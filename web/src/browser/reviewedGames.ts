/** The player's mistakes in reviewed games, kept in this browser only. */
import type { ReviewedGame } from '../model/mistakeProfile';
import { keepMistake, type Mistake } from './practice';

const KEY = 'kahuna.reviewed';
const MOST = 500;

function isReviewed(value: unknown): value is ReviewedGame {
  const it = Object(value) as Partial<Record<keyof ReviewedGame, unknown>>;
  const counts = Object.values(Object(it.mistakes));
  return typeof it.game === 'string' && typeof it.at === 'string' && counts.every((count) => Number.isInteger(count));
}

export function reviewedGames(): ReviewedGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isReviewed) : [];
  } catch {
    return []; // private browsing, or something else wrote there
  }
}

/**
 * Keep the mistakes of a game for the profile; a newer review replaces an older one. Only the first one adds cards to
 * the practice, so that what has been learned does not come back.
 */
export function keepReviewed(reviewed: ReviewedGame, serious: readonly Mistake[]): void {
  const games = reviewedGames();
  const others = games.filter(({ game }) => game !== reviewed.game);
  if (others.length === games.length) serious.forEach(keepMistake);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, reviewed].slice(-MOST)));
  } catch {
    // The storage is full or forbidden.
  }
}
