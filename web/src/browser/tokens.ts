/** The games of this browser with the tokens of their seats. Tokens never appear in an address. */

export interface KeptGame {
  game: string;
  token: string;
  /** The invitation, until somebody has joined. */
  invite?: string;
}

const KEY = 'kahuna.games';

export function keptGames(): KeptGame[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptGame[];
  } catch {
    return [];
  }
}

export function keptGame(game: string): KeptGame | null {
  return keptGames().find((kept) => kept.game === game) ?? null;
}

export function keep(game: KeptGame): void {
  const others = keptGames().filter((kept) => kept.game !== game.game);
  localStorage.setItem(KEY, JSON.stringify([game, ...others].slice(0, 200)));
}

export function forget(game: string): void {
  const others = keptGames().filter((kept) => kept.game !== game);
  localStorage.setItem(KEY, JSON.stringify(others));
}

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
