/** Where cards and points travel when something happens at the table. */
import type { GameEvent, Letter, LineName, SeatName } from '../net/protocol';
import { SEATS } from './picture';

/** A place where a card can lie, or where points are counted or kept. */
export type Place =
  | { kind: 'pile' }
  | { kind: 'market'; card: Letter }
  | { kind: 'hand'; card: Letter }
  | { kind: 'seat'; seat: SeatName }
  | { kind: 'line'; line: LineName }
  | { kind: 'count' | 'score'; seat: SeatName };

export interface Flight {
  from: Place;
  to: Place;
  /** The face to show; null shows the back. */
  card: Letter | null;
  /** The points to show instead of a card. */
  points?: number;
}

/** Return the cards and points that an event moves, as `me` sees it; `next` is the entry after it. */
export function flightsOf(event: GameEvent, next: GameEvent | undefined, me: SeatName | null): Flight[] {
  const holder = (seat: SeatName, card: Letter | null): Place =>
    seat === me && card ? { kind: 'hand', card } : { kind: 'seat', seat };
  switch (event.type) {
    case 'cards_played': {
      if (next?.type !== 'bridge_built' && next?.type !== 'bridge_removed') return [];
      const to: Place = { kind: 'line', line: next.line };
      return event.cards.map((card) => ({ from: holder(event.seat, card), to, card }));
    }
    case 'open_card_taken':
      return [{ from: { kind: 'market', card: event.card }, to: holder(event.seat, event.card), card: event.card }];
    case 'card_drawn':
      // The viewer's own card is unknown until the server answers.
      if (event.seat === me && !event.card) return [];
      return [{ from: { kind: 'pile' }, to: holder(event.seat, event.card), card: null }];
    case 'open_card_turned':
      return [{ from: { kind: 'pile' }, to: { kind: 'market', card: event.card }, card: event.card }];
    case 'card_buried':
      return [{ from: holder(event.seat, event.card), to: { kind: 'seat', seat: event.seat }, card: null }];
    case 'round_scored':
      return SEATS.filter((seat) => event.points[seat] > 0).map((seat) => ({
        from: { kind: 'count', seat },
        to: { kind: 'score', seat },
        card: null,
        points: event.points[seat],
      }));
    default:
      return [];
  }
}
