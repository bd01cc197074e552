/** Detect a first visit: this browser has stored nothing yet. */
const KEY = 'kahuna.first_game';
/** Keys that other modules store once somebody has played, learned or joined. */
const TRACES = ['kahuna.results', 'kahuna.lessons', 'kahuna.games', 'kahuna.seeks'];

export function isFirstVisit(): boolean {
  try {
    return [KEY, ...TRACES].every((key) => localStorage.getItem(key) === null);
  } catch {
    return false; // Without storage, the offer would come every time.
  }
}

/** Do not offer the first game again. */
export function skipFirstGame(): void {
  try {
    localStorage.setItem(KEY, 'skipped');
  } catch {
    // Without storage it is not offered either.
  }
}
