/** Telling somebody who looks elsewhere that it is their turn: by a notification and by the icon. */
import { createSubscriber } from 'svelte/reactivity';
import { on } from 'svelte/events';
import turnIcon from '../icon-turn.svg?url';
import { settings } from './settings.svelte';

const watchSight = createSubscriber((update) => on(document, 'visibilitychange', update));

/** Whether nobody can see the page: it is behind another one, or put away. */
export function isOutOfSight(): boolean {
  watchSight();
  return document.hidden;
}

/** Whether this browser can notify at all; without https it cannot. */
export function canNotify(): boolean {
  return 'Notification' in window && isSecureContext;
}

/** Ask the person for leave to notify; to be called when they have just asked for it. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Say something outside the page, if that is wanted and allowed and nobody is looking at the page. */
export async function notify(words: string, tag: string): Promise<void> {
  if (!settings.notifications || !isOutOfSight() || !canNotify()) return;
  if (Notification.permission !== 'granted') return;
  const options = { tag, icon: plainIcon(), lang: settings.language };
  const worker = await navigator.serviceWorker?.getRegistration();
  // Phones allow it to workers only.
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

/** Put a dot on the icon of the page, or take it away. */
export function markIcon(isMyTurn: boolean): void {
  const icon = link();
  if (!icon) return;
  icon.dataset['plain'] ??= icon.href;
  icon.href = isMyTurn ? turnIcon : plainIcon();
}
