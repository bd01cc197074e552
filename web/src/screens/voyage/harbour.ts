/** Where the player's boat was last seen on the voyage, kept in this browser. */
const KEY = 'kahuna.harbour';

/** The number of the stop, from 0; null if the boat has not been seen yet. */
export function keptHarbour(): number | null {
  try {
    const text = localStorage.getItem(KEY);
    return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
  } catch {
    return null; // private browsing
  }
}

export function keepHarbour(stop: number): void {
  try {
    localStorage.setItem(KEY, String(stop));
  } catch {
    // Without storage the boat simply lies where it belongs.
  }
}
