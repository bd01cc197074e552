/** The net changes of a turn on the board. */
import type { GameEvent, Letter, LineName, SeatName } from '../net/protocol';

export interface TurnChanges {
  built: ReadonlyMap<LineName, SeatName>;
  removed: ReadonlyMap<LineName, SeatName>;
  gained: ReadonlyMap<Letter, SeatName>;
  lost: ReadonlyMap<Letter, SeatName>;
}

export const NO_CHANGES: TurnChanges = {
  built: new Map(),
  removed: new Map(),
  gained: new Map(),
  lost: new Map(),
};

/** Sum up events; pieces that come and go within them are left out. */
export function changesOf(events: readonly GameEvent[]): TurnChanges {
  const built = new Map<LineName, SeatName>();
  const removed = new Map<LineName, SeatName>();
  const gained = new Map<Letter, SeatName>();
  const lost = new Map<Letter, SeatName>();
  for (const event of events) {
    if (event.type === 'bridge_built') {
      removed.delete(event.line);
      built.set(event.line, event.seat);
    } else if (event.type === 'bridge_removed') {
      if (!built.delete(event.line)) removed.set(event.line, event.seat);
    } else if (event.type === 'control_gained') {
      if (lost.get(event.island) === event.seat) lost.delete(event.island);
      else gained.set(event.island, event.seat);
    } else if (event.type === 'control_lost') {
      if (!gained.delete(event.island)) lost.set(event.island, event.seat);
    }
  }
  return { built, removed, gained, lost };
}
