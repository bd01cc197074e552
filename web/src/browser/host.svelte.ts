/** What the page knows about where its games are hosted. */
import { fileAddress, IS_STATIC } from '../net/address';
import { LOCAL } from '../net/workerTransport';
import { localHost, reach } from '../net/transports';

export const host = $state({
  /** Whether games in this browser outlive the page. */
  isDurable: true,
  /** Whether the server could not be reached when it was asked last. */
  isServerLost: false,
  isOnline: navigator.onLine,
  /** Whether a newer version of the page was installed while this one is open. */
  hasUpdate: false,
  /** Whether an opponent waits for its network, which could not be downloaded. */
  isNetworkMissing: false,
});

export const isLocalGame = (game: string): boolean => game.startsWith(LOCAL);

/** Return whether there is a coach for a game, or in general: the page of a server has no network for one. */
export function hasCoach(game: string | null = null): boolean {
  return IS_STATIC || game === null || !isLocalGame(game);
}

/** Whether the user pays for what is downloaded, or wants to save it. */
function isMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
  return connection?.saveData === true || connection?.type === 'cellular';
}

/** The size of the game in the browser, in megabytes, as it travels over the network. */
export const DOWNLOAD_SIZE = 6;
const CONSENT = 'kahuna.download';
const isPython = (path: string): boolean => /\/assets\/python-[^/]+\/python\.zip$/.test(path);

/** Return whether the game was downloaded before. */
async function isDownloaded(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.some(({ url }) => isPython(new URL(url).pathname))) return true;
  }
  return false;
}

/** Return whether the game may be downloaded without asking: it is there, it costs nothing, or the user agreed. */
export async function mayDownload(): Promise<boolean> {
  if (!isMetered() || (await isDownloaded())) return true;
  try {
    return localStorage.getItem(CONSENT) !== null;
  } catch {
    return false;
  }
}

export function allowDownload(): void {
  try {
    localStorage.setItem(CONSENT, 'yes');
  } catch {
    // Without storage, the user is asked again.
  }
  localHost.start();
}

/** Start the host while the player chooses, where every game needs it. */
export async function prepareHost(): Promise<void> {
  if (IS_STATIC && (await mayDownload())) localHost.start();
}

/** Download the network of an opponent again. */
export function retryNetwork(): void {
  host.isNetworkMissing = false;
  localHost.retryNetwork();
}

/** Follow the hosts, the network and the service worker. */
export function followHost(): void {
  localHost.onstate = (state, isDurable) => {
    if (state === 'ready') host.isDurable = isDurable;
  };
  localHost.onnetwork = (isMissing) => (host.isNetworkMissing = isMissing);
  reach.mayUseLocal = mayDownload;
  reach.onserver = (isReached) => (host.isServerLost = !isReached);
  addEventListener('online', () => {
    host.isOnline = true;
    if (host.isNetworkMissing) retryNetwork();
  });
  addEventListener('offline', () => (host.isOnline = false));
}

/** Install the service worker; when a newer one replaces it, tell the user. */
export function installServiceWorker(): void {
  const { serviceWorker } = navigator;
  const wasControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (wasControlled) host.hasUpdate = true;
  });
  void serviceWorker.register(fileAddress('sw.js')).catch(() => undefined);
}
