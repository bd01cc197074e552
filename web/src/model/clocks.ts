/** Clocks. */
import type { ClockOut } from '../net/protocol';

/** In seconds. */
const ONE_DAY = 24 * 3600;

/** Whether each turn may take days. */
export function isSlow(clock: ClockOut | null): boolean {
  return clock?.kind === 'turn' && clock.seconds >= ONE_DAY;
}
