/** Describe events in words. */
import type { Values } from './format';
import { spanText } from './duration';
import { list, t } from './translate';
import { islandName, lineTitle } from '../model/islands';
import { otherSeat } from '../model/picture';
import type { GameEvent, GiftOut, OutcomeOut, SeatName, Termination } from '../net/protocol';

export type Names = Record<SeatName, string> & {
  /** The seat of a viewer without a name, who is addressed instead. */
  readonly you?: SeatName;
  /** The seat of the viewer's opponent who has no name. */
  readonly opponent?: SeatName;
};

const NUMBERS: Record<SeatName, number> = { white: 1, black: 2 };

/**
 * Return the names of both players. Whoever has none is addressed, or is the opponent, if the viewer
 * plays at one seat; otherwise two are numbered, and one is a guest.
 */
export function namesOf(seats: Record<SeatName, { name: string | null }> | undefined, me: SeatName | null = null): Names {
  const isUnknown = (seat: SeatName): boolean => !seats?.[seat].name;
  const areBoth = isUnknown('white') && isUnknown('black');
  const named = (seat: SeatName): string => {
    const name = seats?.[seat].name;
    if (name) return name;
    if (me) return t(seat === me ? 'seat.yourself' : 'seat.opponent');
    return areBoth ? t('seat.player', { n: NUMBERS[seat] }) : t('seat.guest');
  };
  const names = { white: named('white'), black: named('black') };
  if (!me) return names;
  const other = otherSeat(me);
  return { ...names, ...(isUnknown(me) && { you: me }), ...(isUnknown(other) && { opponent: other }) };
}

/** Return what to call the opponent at the beginning of a sentence. */
export function opponentName(names: Names, seat: SeatName): string {
  return names.opponent === seat ? t('seat.your_opponent') : names[seat];
}

/** Return the colours as names, where somebody moves for both sides. */
export function colourNames(): Names {
  return { white: t('seat.white'), black: t('seat.black') };
}

/** Sentences about a player, with variants for a nameless viewer and a nameless opponent. */
const NAMELESS_FORMS = {
  'told.gained': { you: 'told.gained_you', opponent: 'told.gained_opponent' },
  'told.lost': { you: 'told.lost_you', opponent: 'told.lost_opponent' },
  'told.points': { you: 'told.points_you', opponent: 'told.points_opponent' },
  'told.given': { you: 'told.given_you', opponent: 'told.given_opponent' },
  'line.bridge': { you: 'line.bridge_you', opponent: 'line.bridge_opponent' },
  'a11y.island': { you: 'a11y.island_you', opponent: 'a11y.island_opponent' },
  'end.won': { you: 'end.you_won', opponent: 'end.won_opponent' },
  'how.points': { you: 'how_you.points', opponent: 'end.opponent_ahead' },
  'how.resignation': { you: 'end.you_resigned', opponent: 'end.opponent_resigned' },
  'how.timeout': { you: 'end.you_timed_out', opponent: 'end.opponent_timed_out' },
  'end.hand': { you: 'end.hand_you', opponent: 'end.hand_opponent' },
} as const;

/** Say something about a player: "Pua wins BARI", but "You win BARI" and "Your opponent wins BARI". */
export function about(key: keyof typeof NAMELESS_FORMS, seat: SeatName, names: Names, values: Values = {}): string {
  if (names.you === seat) return t(NAMELESS_FORMS[key].you, values);
  if (names.opponent === seat) return t(NAMELESS_FORMS[key].opponent, values);
  return t(key, { ...values, name: names[seat] });
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
      return about('told.gained', event.seat, names, { island: islandName(event.island) });
    case 'control_lost':
      return about('told.lost', event.seat, names, { island: islandName(event.island) });
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
      return ending(event.outcome, names);
    case 'game_started':
    case 'turn_started':
    case 'ply':
      return null;
  }
}

/** Say who was given time. */
export function giftText({ seat, seconds }: GiftOut, names: Names): string {
  return about('told.given', seat, names, { time: spanText(seconds) });
}

/** Say who scored. */
export function scored(points: { white: number; black: number }, names: Names): string {
  const parts = (['white', 'black'] as const)
    .filter((seat) => points[seat] > 0)
    .map((seat) => about('told.points', seat, names, { n: points[seat] }));
  return parts.length > 0 ? list(parts) : t('told.no_points');
}

/** Say who won. */
export function result(outcome: OutcomeOut, names: Names): string {
  if (outcome.termination === 'aborted') return t('end.aborted');
  if (!outcome.winner) return t('end.drawn');
  return about('end.won', outcome.winner, names);
}

const BOARD_RESULTS = ['points', 'third_scoring', 'bridges', 'wipeout'] as const;

/** Whether the board decided, not the players. */
function isBoardResult(end: Termination): end is (typeof BOARD_RESULTS)[number] {
  return (BOARD_RESULTS as readonly Termination[]).includes(end);
}

/** Say how a game was decided; `names.you` is addressed. */
export function how({ winner, termination }: OutcomeOut, names: Names): string {
  if (termination === 'aborted') return t('how.aborted');
  if (!winner) return t(termination === 'agreement' ? 'how.agreement' : 'how.draw');
  if (termination === 'points') return about('how.points', winner, names);
  if (termination === 'resignation' || termination === 'timeout') return about(`how.${termination}`, otherSeat(winner), names);
  if (winner === names.you && isBoardResult(termination)) return t(`how_you.${termination}`);
  return t(`how.${termination}`, { name: names[winner] });
}

/** Say who won, and why if the board does not show it. */
function ending(outcome: OutcomeOut, names: Names): string {
  if (outcome.termination === 'agreement' || outcome.termination === 'aborted') return how(outcome, names);
  const won = result(outcome, names);
  const isOnBoard = outcome.winner === null || isBoardResult(outcome.termination);
  return isOnBoard ? won : `${how(outcome, names)} ${won}`;
}
