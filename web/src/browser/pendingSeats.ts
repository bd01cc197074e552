/** What this browser looks for in the lobby; it lasts while the page is closed. */
import { api } from '../net/api';
import { keep } from './tokens';

/** The token that will hold a seat, in a game with anybody or with one opponent. */
export interface PendingSeat {
  opponent: string | null;
  token: string;
}

const KEY = 'kahuna.seeks';
/** More than anybody can have offered. */
const MOST_PENDING = 20;

export function pendingSeats(): PendingSeat[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as PendingSeat[];
  } catch {
    return [];
  }
}

/** Forget what this browser looks for from an opponent, or from anybody; look for something new instead. */
export function setPending(opponent: string | null, token: string | null): void {
  const others = pendingSeats().filter((each) => each.opponent !== opponent);
  const all = token ? [{ opponent, token }, ...others] : others;
  localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST_PENDING)));
}

/** Take those seats whose games have begun; return the games that are running. */
export async function takeSeats(seats: PendingSeat[]): Promise<string[]> {
  const running: string[] = [];
  for (const { opponent, token } of seats) {
    const { games } = await api.myGames({ tokens: [token] });
    if (games.length === 0) continue;
    for (const { facts } of games) keep({ game: facts.game, token });
    if (pendingSeats().some((each) => each.token === token)) setPending(opponent, null);
    running.push(...games.filter(({ facts }) => facts.outcome === null).map(({ facts }) => facts.game));
  }
  return running;
}
