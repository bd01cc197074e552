/** The games of this browser that are played with the coach. */
const KEY = 'kahuna.coached';
const MOST = 200;

function coached(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((game): game is string => typeof game === 'string') : [];
  } catch {
    return []; // private browsing, or something else wrote there
  }
}

export function isCoached(game: string): boolean {
  return coached().includes(game);
}

export function setCoached(game: string, isOn: boolean): void {
  const others = coached().filter((kept) => kept !== game);
  try {
    localStorage.setItem(KEY, JSON.stringify((isOn ? [game, ...others] : others).slice(0, MOST)));
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
