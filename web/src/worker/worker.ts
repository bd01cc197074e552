/** Host games in this browser: run Python, and pass on what it and the page tell each other. */
import type { PyodideAPI } from 'pyodide';
import { forPython as networkForPython } from '../network/forPython';
import forwardAddress from '../network/forward.wasm?url';
import { loadNetwork } from '../network/network';
import { GameDatabase, type RowUpdate } from './database';
import type { FromWorker, ToWorker } from './messages';

/** The global scope of a worker; the compiler knows only that of a page. */
const scope = self as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: (event: MessageEvent<ToWorker>) => void;
};
/** The folders of Python and the networks among the files of the page; the build fills them in. */
declare const __PYTHON__: string;
declare const __NETWORKS__: string;

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

const HERE = import.meta.url; // Vite would take a URL made from it directly for the name of a file.
const fileAddress = (name: string): string => new URL(`./${name}`, HERE).href;
const tell = (message: FromWorker): void => scope.postMessage(message);
const tabs = new BroadcastChannel('kahuna-games');

/** What `kahuna.browser.bridge` declares. */
const bridge = {
  answer: (id: number, status: number, text: string) => tell({ type: 'answer', id, status, text }),
  line: (id: number, text: string) => tell({ type: 'line', id, text }),
  opened: (id: number) => tell({ type: 'opened', id }),
  heard: (id: number, text: string) => tell({ type: 'heard', id, text }),
  closed: (id: number, code: number) => tell({ type: 'closed', id, code }),
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

/** Return a function that makes a network available to Python; each is loaded once, when a bot needs it. */
function networkLoader(python: PyodideAPI): (name: string) => Promise<void> {
  const loading = new Map<string, Promise<void>>();
  const load = async (name: string): Promise<void> => {
    const address = fileAddress(`${__NETWORKS__}/${name}.bin`);
    const [wasm, packed] = await Promise.all([WebAssembly.compileStreaming(fetch(forwardAddress)), fetch(address)]);
    const network = await loadNetwork(wasm, packed.body!);
    python.pyimport('kahuna.bots.networks').add_network(name, network.numInputs, networkForPython(network));
  };
  return (name) => {
    const known = loading.get(name) ?? load(name);
    loading.set(name, known);
    known.catch(() => loading.delete(name)); // Try again with the next move.
    return known;
  };
}

async function start(): Promise<Host> {
  const folder = fileAddress(`${__PYTHON__}/`);
  const opening = openDatabase();
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import('pyodide');
  const python: PyodideAPI = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}python.zip`,
  });
  const database = await opening;
  const module = python.pyimport('kahuna.browser.host') as { Host: (...given: unknown[]) => Host };
  const host = module.Host({ ...bridge, load_network: networkLoader(python) }, database && forPython(database));
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
  }
}

const fail = (error: unknown): void => tell({ type: 'failed', problem: String(error) });
const started = start();
started.catch(fail);
scope.onmessage = ({ data }) => {
  started.then((host) => obey(host, data)).catch(fail);
};
