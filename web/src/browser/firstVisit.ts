/** Whether somebody is new here: nothing of theirs is kept in this browser. */
const KEY = 'kahuna.first_game';
/** What others keep once somebody has played, learned or joined. */
const TRACES = ['kahuna.results', 'kahuna.lessons', 'kahuna.games'];

export function isFirstVisit(): boolean {
  try {
    return [KEY, ...TRACES].every((key) => localStorage.getItem(key) === null);
  } catch {
    return false; // without storage it would be asked every time
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
