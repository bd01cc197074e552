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

/** Keep the result of a game, once per game. When there are too many, the oldest without a star go. */
export function keepResult(result: Result): void {
  const results = keptResults();
  if (results.some((kept) => kept.game === result.game)) return;
  const all = [...results, result];
  const surplus = Math.max(0, all.length - MOST);
  const dropped = new Set(all.filter((each) => each.result !== 'won' || each.assisted).slice(0, surplus));
  try {
    localStorage.setItem(KEY, JSON.stringify(all.filter((each) => !dropped.has(each))));
  } catch {
    // The storage is full or forbidden.
  }
}
