/** The lessons that were done in this browser. */
const KEY = 'kahuna.lessons';

export function doneLessons(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return []; // private browsing, or not our data
  }
}

export function markDone(lesson: string): void {
  const done = new Set([...doneLessons(), lesson]);
  try {
    localStorage.setItem(KEY, JSON.stringify([...done]));
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
