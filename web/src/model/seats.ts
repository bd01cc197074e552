/** Which seat is the viewer's own. */
import type { MyGame, SeatName } from '../net/protocol';

/** Return the seat of a listed game; null if both are played at this device. */
export function ownSeat(game: MyGame): SeatName | null {
  return game.seats.length === 1 ? game.seats[0]! : null;
}
