/** Reload when a newer version has replaced parts of this page. */
import { fileAddress } from '../net/address';

const KEY = 'kahuna.renewed';
const PAUSE = 30_000;

/** Reload the page if it can be had, but not repeatedly. */
export async function reloadOnUpdate(): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE) return;
    await fetch(fileAddress('sw.js'), { cache: 'no-store' });
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return; // Without a network the old page is better than the browser's error page.
  }
  location.reload();
}
