/** Web Push: this device is told about turns even while the page is closed. */
import { api } from '../net/api';
import { IS_STATIC } from '../net/address';
import { askToNotify, canNotify } from './notifications';
import { settings } from './settings.svelte';
import { pendingSeats } from './pendingSeats';
import { keptGames } from './tokens';

/** Whether this browser can receive notices, and why not. */
export type PushSupport = 'ready' | 'insecure' | 'no_browser' | 'no_server';

export async function pushSupport(): Promise<PushSupport> {
  if (IS_STATIC) return 'no_server';
  if (!isSecureContext) return 'insecure';
  if (!canNotify() || !('PushManager' in window)) return 'no_browser';
  return (await serverKey()) === null ? 'no_server' : 'ready';
}

async function serverKey(): Promise<string | null> {
  try {
    return (await api.pushKey()).key;
  } catch {
    return null; // It can be tried again when the page is opened again.
  }
}

/** Subscribe this device; call it from a user gesture. Return whether that worked. */
export async function startPush(): Promise<boolean> {
  if (!(await askToNotify())) return false;
  settings.push = true;
  settings.push = await renewPush();
  return settings.push;
}

/** Tell the server where to send notices about the games of this browser. Return whether that worked. */
export async function renewPush(): Promise<boolean> {
  if (!settings.push || IS_STATIC || !canNotify() || Notification.permission !== 'granted') return false;
  const key = await serverKey();
  const worker = await navigator.serviceWorker?.getRegistration();
  if (key === null || !worker) return false;
  try {
    const known = await worker.pushManager.getSubscription();
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const { endpoint, keys } = (known ?? (await worker.pushManager.subscribe(options))).toJSON();
    await api.push({
      address: endpoint!,
      p256dh: keys!['p256dh']!,
      auth: keys!['auth']!,
      language: settings.language,
      quiet: settings.quiet && { ...settings.quiet, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      tokens: [...keptGames(), ...pendingSeats()].map(({ token }) => token),
    });
    return true;
  } catch {
    return false;
  }
}

export async function stopPush(): Promise<void> {
  settings.push = false;
  const worker = await navigator.serviceWorker?.getRegistration();
  const known = await worker?.pushManager.getSubscription();
  if (!known) return;
  await known.unsubscribe();
  // The push service refuses what the server sends from now on, so that it forgets this device anyway.
  await api.forgetPush({ address: known.endpoint }).catch(() => undefined);
}
