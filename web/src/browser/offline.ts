/** Make everything available offline: fetch it once in the background; the service worker keeps it. */
import { fileAddress, IS_STATIC } from '../net/address';
import { mayDownload } from './host.svelte';

/** The folders of Python and the networks among the files of the page; the build fills them in. */
declare const __PYTHON__: string;
declare const __NETWORKS__: string;

const PYTHON = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'pyodide-lock.json', 'python.zip'];
const NETWORKS = ['champion.bin', 'champion-1.bin'];

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
  const networks = IS_STATIC ? NETWORKS.map((name) => `assets/${__NETWORKS__}/${name}`) : [];
  const files = [...reference, ...PYTHON.map((name) => `assets/${__PYTHON__}/${name}`), ...networks];
  whenIdle(() => {
    for (const name of files) void fetch(fileAddress(name)).catch(() => undefined);
  });
}
