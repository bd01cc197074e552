/** Host games in this browser: run Python, and pass on what it and the page tell each other. */
import { CoachLink } from './coach';
import { GameDatabase, type RowUpdate } from './database';
import type { FromWorker, ToWorker } from './messages';
import { networkLoader, startPython } from './python';

/** The global scope of a worker; the compiler knows only that of a page. */
const scope = self as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: (event: MessageEvent<ToWorker>) => void;
};

/** The methods of `kahuna.browser.host.Host`. */
interface Host {
  request(id: number, method: string, path: string, body: string, token: string): void;
  abort(id: number): void;
  open(id: number, game: string): void;
  receive(id: number, text: string): void;
  close(id: number): void;
  changed_elsewhere(game: string, revision: number): void;
}

interface Change {
  game: string;
  revision: number;
}

const tell = (message: FromWorker): void => scope.postMessage(message);
const tabs = new BroadcastChannel('kahuna-games');

const coach = new CoachLink(
  () => new Worker(new URL('./coachWorker.ts', import.meta.url), { type: 'module', name: 'kahuna-coach' }),
);

/** What `kahuna.browser.bridge` declares. */
const bridge = {
  answer: (id: number, status: number, text: string) => tell({ type: 'answer', id, status, text }),
  line: (id: number, text: string) => tell({ type: 'line', id, text }),
  opened: (id: number) => tell({ type: 'opened', id }),
  heard: (id: number, text: string) => tell({ type: 'heard', id, text }),
  closed: (id: number, code: number) => tell({ type: 'closed', id, code }),
  ask_coach: (task: string) => coach.ask(task),
  coach_progress: () => coach.progress,
  stop_coach: () => coach.stop(),
  publish: (game: string, revision: number) => tabs.postMessage({ game, revision } satisfies Change),
};

function forPython(database: GameDatabase) {
  return {
    load: async (game: string) => {
      const row = await database.load(game);
      return row ? JSON.stringify(row) : '';
    },
    write: (updates: string) => database.write(JSON.parse(updates) as RowUpdate[]),
    held_by: async (hashes: string) => JSON.stringify(await database.heldBy(JSON.parse(hashes) as string[])),
    due_before: async (now: number) => JSON.stringify(await database.dueBefore(now)),
    awaiting_bots: async () => JSON.stringify(await database.awaitingBots()),
    all: async () => JSON.stringify(await database.all()),
  };
}

/** Open the database; without one, where the browser forbids it, games are kept in memory. */
async function openDatabase(): Promise<GameDatabase | undefined> {
  try {
    return await GameDatabase.open();
  } catch {
    return undefined;
  }
}

let retry = (): void => undefined;

/** Load a network for an opponent. While that fails, the opponent waits and the page offers to try again. */
function patiently(load: (name: string) => Promise<void>): (name: string) => Promise<void> {
  return async (name) => {
    for (;;) {
      try {
        return await load(name);
      } catch (error) {
        console.info(String(error));
        tell({ type: 'network', isMissing: true });
        await new Promise<void>((resolve) => (retry = resolve));
      }
    }
  };
}

async function start(): Promise<Host> {
  const opening = openDatabase();
  const python = await startPython();
  const database = await opening;
  const module = python.pyimport('kahuna.browser.host') as { Host: (...given: unknown[]) => Host };
  const host = module.Host({ ...bridge, load_network: patiently(networkLoader(python)) }, database && forPython(database));
  tabs.onmessage = ({ data }: MessageEvent<Change>) => host.changed_elsewhere(data.game, data.revision);
  tell({ type: 'ready', isDurable: database !== undefined });
  return host;
}

function obey(host: Host, message: ToWorker): void {
  switch (message.type) {
    case 'request':
      return host.request(message.id, message.method, message.path, message.body, message.token);
    case 'abort':
      return host.abort(message.id);
    case 'open':
      return host.open(message.id, message.game);
    case 'send':
      return host.receive(message.id, message.text);
    case 'close':
      return host.close(message.id);
    case 'retry':
      return retry();
  }
}

const fail = (error: unknown): void => tell({ type: 'failed', problem: String(error) });
const started = start();
started.catch(fail);
scope.onmessage = ({ data }) => {
  started.then((host) => obey(host, data)).catch(fail);
};
