/** The player's mistakes in reviewed games, kept in this browser only. */
import type { ReviewedGame } from '../model/mistakeProfile';

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

/** Keep the mistakes of a game; a newer review replaces an older one. */
export function keepReviewed(reviewed: ReviewedGame): void {
  const others = reviewedGames().filter(({ game }) => game !== reviewed.game);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, reviewed].slice(-MOST)));
  } catch {
    // The storage is full or forbidden.
  }
}
