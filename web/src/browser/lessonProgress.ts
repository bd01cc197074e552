/** Progress in this browser: finished lessons, and the actions of the current one. */
const DONE = 'kahuna.lessons';
const CURRENT = 'kahuna.lesson';

/** The key of the guided game of a first visit. */
export const FIRST_GAME = 'first_game';

export function doneLessons(): string[] {
  return read<string[]>(DONE) ?? [];
}

export function markDone(lesson: string): void {
  write(DONE, [...new Set([...doneLessons(), lesson])]);
}

interface Current {
  lesson: string;
  actions: readonly string[];
}

/** The actions of an unfinished lesson. */
export function keptActions(lesson: string): readonly string[] {
  const kept = read<Current>(CURRENT);
  return kept?.lesson === lesson && Array.isArray(kept.actions) ? kept.actions : [];
}

export function keepActions(lesson: string, actions: readonly string[]): void {
  write(CURRENT, { lesson, actions });
}

function read<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null;
  } catch {
    return null; // private browsing, or not our data
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, progress is lost when the page is closed.
  }
}
