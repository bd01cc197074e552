/** The results of finished games, kept in this browser only. */
import { isResult, type Result } from '../model/statistics';

const KEY = 'kahuna.results';
const MOST = 2000;

export function keptResults(): Result[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isResult) : [];
  } catch {
    return []; // private browsing, or something else wrote there
  }
}

/** Keep the result of a game, once per game. */
export function keepResult(result: Result): void {
  const results = keptResults();
  if (results.some((kept) => kept.game === result.game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...results, result].slice(-MOST)));
  } catch {
    // The storage is full or forbidden.
  }
}
