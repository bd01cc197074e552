/** Describe events in words. */
import { list, t } from './translate';
import { islandName, lineTitle } from '../model/islands';
import type { GameEvent, OutcomeOut, SeatName } from '../net/protocol';

export type Names = Record<SeatName, string>;

/** The server's names of nameless players, which the page translates. */
const NAMELESS: Names = { white: 'White', black: 'Black' };

/** Whether the player at a seat gave no name. */
export function isNameless(seat: SeatName, name: string): boolean {
  return name === '' || name === NAMELESS[seat];
}

/** Return the names of both players: one without a name is a guest, two are called after their colours. */
export function namesOf(seats: Record<SeatName, { name: string }> | undefined): Names {
  const isUnknown = (seat: SeatName): boolean => !seats || isNameless(seat, seats[seat].name);
  const areBoth = isUnknown('white') && isUnknown('black');
  const named = (seat: SeatName): string => {
    if (!isUnknown(seat)) return seats![seat].name;
    return t(areBoth ? `seat.${seat}` : 'seat.guest');
  };
  return { white: named('white'), black: named('black') };
}

/** Describe an event; null for entries that only structure the log. */
export function eventText(event: GameEvent, names: Names): string | null {
  switch (event.type) {
    case 'cards_played':
      return t('told.played', { n: event.cards.length, cards: event.cards.map(islandName).join(' + ') });
    case 'bridge_built':
      return t(event.cause === 'removal' ? 'told.replaced' : 'told.built', { line: lineTitle(event.line) });
    case 'bridge_removed':
      return t(event.cause === 'cards' ? 'told.removed' : 'told.swept', { line: lineTitle(event.line) });
    case 'control_gained':
      return t('told.gained', { name: names[event.seat], island: islandName(event.island) });
    case 'control_lost':
      return t('told.lost', { name: names[event.seat], island: islandName(event.island) });
    case 'card_buried':
      return event.card
        ? t('told.buried_known', { card: islandName(event.card) })
        : t('told.buried');
    case 'open_card_taken':
      return t('told.taken', { card: islandName(event.card) });
    case 'open_card_turned':
      return t('told.turned', { card: islandName(event.card) });
    case 'card_drawn':
      return event.card ? t('told.drawn_known', { card: islandName(event.card) }) : t('told.drawn');
    case 'draw_declined':
      return t('told.declined');
    case 'round_scored':
      return t('told.scored', {
        round: event.round,
        white: event.stones.white,
        black: event.stones.black,
        points: scored(event.points, names),
      });
    case 'pile_renewed':
      return t('told.renewed', { n: event.pile_size });
    case 'game_ended':
      return result(event.outcome, names);
    case 'game_started':
    case 'turn_started':
    case 'ply':
      return null;
  }
}

/** Say who scored. */
export function scored(points: { white: number; black: number }, names: Names): string {
  const parts = (['white', 'black'] as const)
    .filter((seat) => points[seat] > 0)
    .map((seat) => t('told.points', { name: names[seat], n: points[seat] }));
  return parts.length > 0 ? list(parts) : t('told.no_points');
}

/** Say who won. */
export function result(outcome: OutcomeOut, names: Names): string {
  return outcome.winner ? t('end.won', { name: names[outcome.winner] }) : t('end.drawn');
}
