/** Everything that this browser keeps for its user, as one file: to be saved, and loaded elsewhere. */
import { mergedValues, PROGRESS } from '../model/mergeProgress';
import { ApiError } from '../net/api';
import { localHost } from '../net/transports';

const FORMAT = 'kahuna-browser';
const VERSION = 1;
const PREFIX = 'kahuna.';
const STORED_GAMES = '/stored-games';
/** What concerns only this device. */
const NOT_TAKEN = new Set(['kahuna.download']);

interface OwnData {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** What the page keeps, by key: seats, results, practice, settings and so on. */
  kept: Record<string, string>;
  /** The games that are stored in this browser. */
  games: object[];
}

/** Return everything. */
export async function collectData(): Promise<OwnData> {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && !NOT_TAKEN.has(key));
  const { text } = await localHost.ask({ method: 'GET', path: STORED_GAMES });
  return {
    format: FORMAT,
    version: VERSION,
    kept: Object.fromEntries(keys.sort().map((key) => [key, localStorage.getItem(key)!])),
    games: JSON.parse(text) as object[],
  };
}

/** Return the data that a text holds; throw if it holds none. */
export function readData(text: string): OwnData {
  let data: Partial<OwnData>;
  try {
    data = Object(JSON.parse(text)) as Partial<OwnData>;
  } catch {
    throw new ApiError('invalid');
  }
  const { format, version, kept, games } = data;
  const isKept = Object.entries(Object(kept)).every(([key, value]) => key.startsWith(PREFIX) && typeof value === 'string');
  if (format !== FORMAT || version !== VERSION || !isKept || !Array.isArray(games)) throw new ApiError('invalid');
  return { format, version, kept: { ...kept }, games };
}

/** Join progress, and lists of JSON, those here first; anything else is replaced. */
export function merged(key: string, here: string | null, there: string): string {
  try {
    if (PROGRESS.includes(key)) return JSON.stringify(mergedValues(JSON.parse(here ?? 'null'), JSON.parse(there)));
    const lists: unknown[] = [JSON.parse(here ?? '[]'), JSON.parse(there)];
    if (!lists.every(Array.isArray)) return there;
    const items = new Map((lists as unknown[][]).flat().map((item) => [JSON.stringify(item), item]));
    return JSON.stringify([...items.values()]);
  } catch {
    return there;
  }
}

/** Store everything: add games and progress to those here, and replace the rest. Return the number of games. */
export async function loadData(text: string): Promise<number> {
  const { kept, games } = readData(text);
  const { text: answer } = await localHost.ask({ method: 'POST', path: STORED_GAMES, body: { games } });
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, merged(key, localStorage.getItem(key), value));
  return (JSON.parse(answer) as { imported: number }).imported;
}
