/** Which seat is the viewer's own. */
import type { SeatName } from '../net/protocol';

/** Return the one seat that the viewer plays; null if both are played at this device, or none. */
export function ownSeat({ seats }: { seats: readonly SeatName[] }): SeatName | null {
  return seats.length === 1 ? seats[0]! : null;
}
