/** Reload when a newer version has replaced parts of this page. */
const KEY = 'kahuna.renewed';
const PAUSE = 30_000;

/** Reload the page if the server is reachable, but not repeatedly. */
export async function reloadOnUpdate(): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE) return;
    await fetch('/healthz');
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return; // Without a network the old page is better than the browser's error page.
  }
  location.reload();
}
