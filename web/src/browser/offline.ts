/** Make everything available offline: fetch it once in the background; the service worker keeps it. */
import { fileAddress, IS_STATIC } from '../net/address';
import { localHost } from '../net/transports';
import { mayDownload } from './host.svelte';

/** The files of Python and, on a static site, of the networks; the build fills them in. */
declare const __PYTHON_FILES__: readonly string[];
declare const __NETWORK_FILES__: readonly string[];

/** Milliseconds between the start of the host and the download of the networks: the first game needs the line. */
const PAUSE = 10_000;

function whenIdle(work: () => void): void {
  // Not every browser has requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 3000);
}

export async function prepareOffline(language: string): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (!serviceWorker.controller) {
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  }
  if (!(await mayDownload())) return;
  const reference = IS_STATIC ? [] : [`api/rules?language=${language}`, 'api/lessons'];
  if (IS_STATIC) await localHost.started;
  fetchAll([...reference, ...__PYTHON_FILES__]);
  if (__NETWORK_FILES__.length > 0) setTimeout(() => fetchAll(__NETWORK_FILES__), PAUSE);
}

function fetchAll(files: readonly string[]): void {
  whenIdle(() => {
    for (const name of files) void fetch(fileAddress(name)).catch(() => undefined);
  });
}
