/** The effects of an action: pieces that come and go. */
import type { GameEvent, Letter, LineName, SeatName } from '../net/protocol';

export interface Effects {
  built: { line: LineName; seat: SeatName } | null;
  removed: LineName[];
  gained: { island: Letter; seat: SeatName }[];
  lost: { island: Letter; seat: SeatName }[];
}

export function effectsOf(events: readonly GameEvent[]): Effects {
  const effects: Effects = { built: null, removed: [], gained: [], lost: [] };
  for (const event of events) {
    if (event.type === 'bridge_built') effects.built = { line: event.line, seat: event.seat };
    else if (event.type === 'bridge_removed') effects.removed.push(event.line);
    else if (event.type === 'control_gained') effects.gained.push(event);
    else if (event.type === 'control_lost') effects.lost.push(event);
  }
  return effects;
}
