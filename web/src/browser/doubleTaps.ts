/**
 * The second tap of a double tap must not hit what came in the place of what was tapped first: a
 * turn would be ended, a game resigned or deleted by a trembling finger. Buttons that do such things
 * are marked with `data-weighty`. Nor may it take back what the first one did: what a tap chooses and
 * the next one lets go is marked with `data-steady`.
 */
export interface Tap {
  time: number;
  x: number;
  y: number;
  on: Element | null;
  isFinger: boolean;
  /** How many clicks of a mouse this is in a row. */
  clicks: number;
}

const QUICK = 400;
const NEAR = 40;

/** Whether a tap was not meant for what it has hit. */
export function isStray(tap: Tap, before: Tap | null): boolean {
  if (!before || !isSecond(tap, before)) return false;
  if (tap.on === before.on) return tap.on?.matches('[data-steady]') ?? false;
  return !before.on?.isConnected && (tap.on?.matches('[data-weighty]') ?? false);
}

function isSecond(tap: Tap, before: Tap): boolean {
  if (!tap.isFinger) return tap.clicks > 1;
  const isNear = Math.hypot(tap.x - before.x, tap.y - before.y) < NEAR;
  return isNear && tap.time - before.time < QUICK;
}

/** Watch the whole document until the returned function is called. */
export function heedDoubleTaps(): () => void {
  let before: Tap | null = null;
  const heed = (event: MouseEvent): void => {
    // Keys and assistive technology have no place and do not tremble.
    if (event.detail === 0) return;
    const tap: Tap = {
      time: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      on: (event.target as Element).closest('button, [data-steady]'),
      isFinger: (event as PointerEvent).pointerType === 'touch',
      clicks: event.detail,
    };
    if (isStray(tap, before)) {
      event.stopPropagation();
      event.preventDefault();
    }
    before = tap;
  };
  document.addEventListener('click', heed, { capture: true });
  return () => document.removeEventListener('click', heed, { capture: true });
}
