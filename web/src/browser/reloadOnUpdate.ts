/** A newer version may have come meanwhile, and with it parts of this page are gone. */
const KEY = 'kahuna.renewed';
const PAUSE = 30_000;

/** Load the page anew, if the server is there to load it from; but not again and again. */
export async function reloadOnUpdate(): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE) return;
    await fetch('/healthz');
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return; // What is here is better than what a browser shows without a network.
  }
  location.reload();
}
