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

/** Keep a result; that of the same game is kept once. */
export function keepResult(result: Result): void {
  const results = keptResults();
  if (results.some((kept) => kept.game === result.game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...results, result].slice(-MOST)));
  } catch {
    // There is no room, or storing is not allowed.
  }
}
