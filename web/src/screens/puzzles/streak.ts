/** The longest streak of puzzles in this browser. */
const KEY = 'kahuna.streak';

export function bestStreak(): number {
  try {
    const best = Number(localStorage.getItem(KEY));
    return Number.isInteger(best) && best > 0 ? best : 0;
  } catch {
    return 0; // private browsing
  }
}

/** Keep the length of a streak if it is a record; return whether it is. */
export function noteStreak(length: number): boolean {
  if (length <= bestStreak()) return false;
  try {
    localStorage.setItem(KEY, String(length));
  } catch {
    // Without storage there are no records.
  }
  return true;
}
