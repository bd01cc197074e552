/** The games of this browser, in IndexedDB. */

/** A game as the database keeps it: what is searched for, and everything as text. */
export interface Row {
  id: string;
  /** Counts the writes to this game. */
  revision: number;
  createdAt: number;
  /** The hashes of the tokens that hold its seats. */
  holders: string[];
  /** When the seat to move runs out of time; games without a clock have none. */
  deadline?: number;
  /** The bot to move, if there is one. */
  bot?: string;
  data: string;
}

export interface RowUpdate {
  id: string;
  /** The revision that the writer has seen; null for a new game. */
  before: number | null;
  /** Null deletes the game. */
  row: Row | null;
}

const NAME = 'kahuna';
const GAMES = 'games';
const VERSION = 1;

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
}

export class GameDatabase {
  private constructor(private readonly database: IDBDatabase) {
    // Another tab has a newer version: let it change the database. This one fails from now on, and is reloaded.
    database.onversionchange = () => database.close();
  }

  /** Open the database; throw where the browser forbids it. */
  static async open(factory: IDBFactory = indexedDB): Promise<GameDatabase> {
    const opening = factory.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      const games = opening.result.createObjectStore(GAMES, { keyPath: 'id' });
      games.createIndex('holders', 'holders', { multiEntry: true });
      games.createIndex('deadline', 'deadline');
      games.createIndex('bot', 'bot');
    };
    return new GameDatabase(await done(opening));
  }

  load(id: string): Promise<Row | undefined> {
    return done(this.#games().get(id) as IDBRequest<Row | undefined>);
  }

  /**
   * Write all updates, or none if another tab has changed one of the games meanwhile: then return false.
   * What is written is on the disk when this returns.
   */
  async write(updates: readonly RowUpdate[]): Promise<boolean> {
    const transaction = this.database.transaction(GAMES, 'readwrite', { durability: 'strict' });
    const whole = ended(transaction);
    const games = transaction.objectStore(GAMES);
    let isCurrent = true;
    let failure: unknown = null;
    for (const { id, before, row } of updates) {
      const stored = games.get(id) as IDBRequest<Row | undefined>;
      stored.onsuccess = () => {
        if (!isCurrent || failure) return;
        isCurrent = (stored.result?.revision ?? null) === before;
        try {
          if (!isCurrent) transaction.abort();
          else if (row) games.put(row);
          else games.delete(id);
        } catch (error) {
          failure = error;
          transaction.abort();
        }
      };
    }
    try {
      await whole;
    } catch (error) {
      if (isCurrent) throw failure ?? error;
    }
    return isCurrent;
  }

  /** Return the games in which one of some tokens holds a seat, the newest first. */
  async heldBy(hashes: readonly string[]): Promise<Row[]> {
    const index = this.#games().index('holders');
    const found = await Promise.all(hashes.map((hash) => done(index.getAll(hash) as IDBRequest<Row[]>)));
    const rows = new Map(found.flat().map((row) => [row.id, row]));
    return [...rows.values()].sort((one, other) => other.createdAt - one.createdAt);
  }

  /** Return the games whose deadline has passed, the longest first. */
  async dueBefore(now: number): Promise<string[]> {
    return (await done(this.#games().index('deadline').getAllKeys(IDBKeyRange.upperBound(now)))) as string[];
  }

  /** Return all games in which a bot is to move. */
  async awaitingBots(): Promise<string[]> {
    return ((await done(this.#games().index('bot').getAllKeys())) as string[]).sort();
  }

  all(): Promise<Row[]> {
    return done(this.#games().getAll() as IDBRequest<Row[]>);
  }

  #games(): IDBObjectStore {
    return this.database.transaction(GAMES).objectStore(GAMES);
  }
}
