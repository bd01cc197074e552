/**
 * Ignore the second tap of a double tap where it would do harm.
 *
 * It must not hit a button that took the place of the one tapped first: a trembling finger would end
 * a turn, resign or delete a game. Such buttons have `data-weighty`. Nor may it take back or confirm
 * what the first tap chose: such elements have `data-steady`, or `data-steady-touch` if a double
 * click with a mouse is meant.
 */
export interface Tap {
  time: number;
  x: number;
  y: number;
  on: Element | null;
  isFinger: boolean;
  /** The number of consecutive mouse clicks. */
  clicks: number;
}

const QUICK = 400;
const NEAR = 40;

/** Whether a tap hit something that the player did not mean. */
export function isStray(tap: Tap, before: Tap | null): boolean {
  if (!before || !isSecond(tap, before)) return false;
  if (tap.on === before.on) {
    return (tap.on?.matches('[data-steady]') || (tap.isFinger && tap.on?.matches('[data-steady-touch]'))) ?? false;
  }
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
    // Keyboards and assistive technology have no pointer position.
    if (event.detail === 0) return;
    const tap: Tap = {
      time: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      on: (event.target as Element).closest('button, [data-steady], [data-steady-touch]'),
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
