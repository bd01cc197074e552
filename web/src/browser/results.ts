/** The results of finished games, kept in this browser only. */
import { isResult, withoutOldest, type Result } from '../model/statistics';

const KEY = 'kahuna.results';
const MOST = 2000;

/** Return the results in the order of the games, of which some may have come from another browser. */
export function keptResults(): Result[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isResult).sort((a, b) => a.at.localeCompare(b.at)) : [];
  } catch {
    return []; // private browsing, or something else wrote there
  }
}

/** Keep the result of a game, once per game. When there are too many, the oldest without a star go. */
export function keepResult(result: Result): void {
  const results = keptResults();
  if (results.some((kept) => kept.game === result.game)) return;
  const all = [...results, result];
  try {
    localStorage.setItem(KEY, JSON.stringify(withoutOldest(all, all.length - MOST)));
  } catch {
    // The storage is full or forbidden.
  }
}
