/** Tell a player in another tab that it is their turn, by a notification and the favicon. */
import { createSubscriber } from 'svelte/reactivity';
import { on } from 'svelte/events';
import turnIcon from '../icon-turn.svg?url';
import { settings } from './settings.svelte';

const watchSight = createSubscriber((update) => on(document, 'visibilitychange', update));

/** Whether the page is hidden. */
export function isOutOfSight(): boolean {
  watchSight();
  return document.hidden;
}

/** Whether this browser can notify at all; without https it cannot. */
export function canNotify(): boolean {
  return 'Notification' in window && isSecureContext;
}

/** Ask for permission to notify; call it from a user gesture. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Show a notification if it is wanted, allowed, and the page is hidden. */
export async function notify(words: string, tag: string): Promise<void> {
  if (!settings.notifications || !isOutOfSight() || !canNotify()) return;
  if (Notification.permission !== 'granted') return;
  const options = { tag, icon: plainIcon(), lang: settings.language };
  const worker = await navigator.serviceWorker?.getRegistration();
  // Phones allow notifications from service workers only.
  if (worker) {
    await worker.showNotification(words, options);
    return;
  }
  const shown = new Notification(words, options);
  shown.onclick = () => {
    focus();
    shown.close();
  };
}

function link(): HTMLLinkElement | null {
  return document.querySelector('link[rel=icon]');
}

function plainIcon(): string {
  return link()?.dataset['plain'] ?? link()?.href ?? '';
}

/** Mark the favicon, or remove the mark. */
export function markIcon(isMyTurn: boolean): void {
  const icon = link();
  if (!icon) return;
  icon.dataset['plain'] ??= icon.href;
  icon.href = isMyTurn ? turnIcon : plainIcon();
}
