/** The games of this browser with the tokens of their seats. Tokens never appear in an address. */
import type { Numbers } from '../net/protocol';
import { commitmentOf, hexOf, SEED_BYTES } from '../model/fairCards';

export interface KeptGame {
  game: string;
  token: string;
  /** The invitation, until somebody has joined. */
  invite?: string;
  /** This browser's seed for the cards. */
  seed?: string;
  /** This browser's seed for the rematch. */
  nextSeed?: string;
  /** The commitments that the server showed before the deal. */
  commitments?: Commitments;
  /** Whether it continues a finished game whose cards the player has seen. */
  isBranch?: boolean;
  /** With two players at one device: the games that each seat's player has won before this one. */
  wonBefore?: Numbers;
  /** When the opponent showed the last reaction that was seen here. */
  reactedAt?: number;
}

export interface Commitments {
  server: string;
  white: string | null;
  black: string | null;
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
  return randomHex(12);
}

function randomHex(size: number): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(size)));
}

/** A seed for the cards of an online game, and the commitment to it. */
export interface NewSeed {
  seed: string;
  commitment: string;
}

/** Return a new seed, or null where browsers offer no cryptography: at addresses without HTTPS. */
export async function newSeed(): Promise<NewSeed | null> {
  if (!isSecureContext) return null;
  const seed = randomHex(SEED_BYTES);
  return { seed, commitment: await commitmentOf(seed) };
}
