/** What this browser looks for in the lobby; it lasts while the page is closed. */
import { api, ApiError } from '../net/api';
import { keep } from './tokens';

/** The token that will hold the seat, and the games from before. */
export interface SoughtSeat {
  token: string;
  before: string[];
}

const KEY = 'kahuna.seek';

export function soughtSeat(): SoughtSeat | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as SoughtSeat | null;
  } catch {
    return null;
  }
}

export function seekSeat(sought: SoughtSeat): void {
  localStorage.setItem(KEY, JSON.stringify(sought));
}

export function stopSeeking(): void {
  localStorage.removeItem(KEY);
}

/** Take the seat of a match that began while the page was closed. */
export async function takeSoughtSeat(): Promise<void> {
  const sought = soughtSeat();
  if (!sought) return;
  try {
    const { games } = await api.myGames({ tokens: [sought.token] });
    if (!games[0]) return;
    keep({ game: games[0].facts.game, token: sought.token });
    stopSeeking();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // The lobby tries again.
  }
}
