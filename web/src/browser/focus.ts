/**
 * Keep the keyboard focus when the focused element disappears: move it to another element of the same
 * `data-zone`, or to the heading of a new screen.
 */
import { afterPaint } from './afterPaint.svelte';

const REACHABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]';

/** Watch the whole document until the returned function is called. */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let zone = '';

  const remember = (event: FocusEvent): void => {
    last = event.target as Element;
    zone = last.closest<HTMLElement>('[data-zone]')?.dataset['zone'] ?? '';
  };
  // Do not restore a focus that the player gave up by clicking elsewhere.
  const forget = (event: FocusEvent): void => {
    const left = event.target as Element;
    if (event.relatedTarget) return;
    queueMicrotask(() => {
      if (canHold(left) && last === left) last = null;
    });
  };
  const restore = (): void => {
    if (!last || canHold(last) || isHeld()) return;
    refuge(zone)?.focus({ preventScroll: true });
  };
  // A removed element loses the focus at once; whether one is hidden is known only after the layout.
  let cancel = (): void => undefined;
  const check = (): void => {
    if (!last) return;
    cancel();
    if (last.isConnected && !last.matches(':disabled')) cancel = afterPaint(restore);
    else restore();
  };

  const observer = new MutationObserver(check);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'class', 'hidden'],
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  return () => {
    observer.disconnect();
    cancel();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
  };
}

function isHeld(): boolean {
  const active = document.activeElement;
  return active !== null && active !== document.body && canHold(active);
}

function canHold(node: Element): boolean {
  return node.isConnected && !node.matches(':disabled') && node.checkVisibility({ visibilityProperty: true });
}

/** Find a new place for the focus: in the same zone, or the heading of the screen. */
function refuge(zone: string): HTMLElement | null {
  const near = zone ? [...document.querySelectorAll<HTMLElement>(`[data-zone="${zone}"]`)] : [];
  const found = near.flatMap((node) => [...node.querySelectorAll<HTMLElement>(REACHABLE)]).find(canHold);
  return found ?? [...document.querySelectorAll<HTMLElement>('h1[tabindex]')].find(canHold) ?? null;
}
