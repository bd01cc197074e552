/** Verify the cards of a record: docs/fair-cards.md defines them. The browser's own cryptography needs HTTPS or localhost. */
import type { RecordOut } from '../net/protocol';

export interface FairCards {
  secret: string;
  seeds: [string | null, string | null];
  first: 'random' | 'chosen';
}

const DECK: readonly string[] = [...'AABBCCDDEEFFGGHHIIJJKKLL'];
/** The length of the secret and of each seed. */
export const SEED_BYTES = 32;

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function commitmentOf(seed: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(seed))));
}

export function fairCardsOf(record: RecordOut): FairCards | null {
  return (record.fair_cards as FairCards | undefined) ?? null;
}

/** Makes the choices of a game: uniform numbers below a size. */
export class Choices {
  readonly #key: Promise<CryptoKey>;
  readonly #seeds: Promise<Uint8Array[]>;

  constructor({ secret, seeds }: Pick<FairCards, 'secret' | 'seeds'>) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    this.#key = crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
    // The secret determines the seed of a player who sent none.
    this.#seeds = Promise.all(seeds.map((seed, seat) => (seed ? bytesOf(seed) : this.#mac(number8(seat)))));
  }

  async choose(number: number, size: number): Promise<number> {
    const seeds = await this.#seeds;
    for (let block = 0; ; block++) {
      const bytes = await this.#mac(...seeds, number8(number), number8(block));
      const byte = bytes.find((found) => found < 256 - (256 % size));
      if (byte !== undefined) return byte % size;
    }
  }

  async #mac(...parts: Uint8Array[]): Promise<Uint8Array> {
    const message = Uint8Array.from(parts.flatMap((part) => [...part]));
    return new Uint8Array(await crypto.subtle.sign('HMAC', await this.#key, message));
  }
}

/** Return a number as 8 bytes, the most significant one first. */
function number8(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** Return whether every card of a record is the one that its secret and seeds determine. */
export async function hasFairCards(record: RecordOut): Promise<boolean> {
  const fair = fairCardsOf(record);
  if (!fair) return false;
  const choices = new Choices(fair);
  if (fair.first === 'random' && (await choices.choose(0, 2)) !== record.first) return false;
  let pile = [...DECK];
  let number = 1;
  const draw = async (): Promise<string | undefined> =>
    pile.length > 0 ? pile.splice(await choices.choose(number++, pile.length), 1)[0] : undefined;

  const hands = record.deal['hands'] as string[];
  for (const dealt of [...hands, record.deal['open'] as string]) {
    const cards = [await draw(), await draw(), await draw()];
    if (cards.sort().join('') !== [...dealt].sort().join('')) return false;
  }
  const held = [...hands.join('')];
  for (const token of record.plies) {
    const [action, opened] = token.split('|') as [string, string | undefined];
    if (action.startsWith('<')) {
      const [taken, came] = action.slice(1).split('=') as [string, string | undefined];
      if ((came || pile.length > 0) && (await draw()) !== came) return false;
      held.push(taken === '*' ? came! : taken);
    } else {
      const played = action.startsWith('x') ? action.slice(1) : (action.split('/')[1] ?? '');
      for (const card of played) {
        const place = held.indexOf(card);
        if (place < 0) return false;
        held.splice(place, 1);
      }
    }
    if (!opened) continue;
    // The renewed pile consists of all cards that nobody holds.
    pile = [...DECK];
    for (const card of held) pile.splice(pile.indexOf(card), 1);
    for (const card of opened) if ((await draw()) !== card) return false;
  }
  return true;
}
