/** The effects of an action: pieces that come and go. */
import type { GameEvent, Letter, LineName, SeatName } from '../net/protocol';
import { kindOf } from './notation';

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

/** A move to draw on the board: one that is only suggested, or what was played and what would have been better. */
export interface MoveMark {
  kind: 'suggested' | 'better' | 'played';
  effects: Effects;
}

/** Mark a move on its line, if it has one. */
export function markOf(
  kind: MoveMark['kind'],
  { line, notation }: { line: LineName | null; notation: string },
  seat: SeatName,
): MoveMark[] {
  if (!line) return [];
  const effects = effectsOf([]);
  if (kindOf(notation) === 'remove') effects.removed = [line];
  else effects.built = { line, seat };
  return [{ kind, effects }];
}
