/**
 * A picture of the table, and how events change it.
 *
 * This applies no rules: an event says which piece came or went, and the picture follows. The present
 * comes from the server's state; pictures folded from the log show the past and animate turns.
 */
import type { GameEvent, GameOut, Letter, LineName, Numbers, SeatName } from '../net/protocol';

export const SEATS: readonly SeatName[] = ['white', 'black'];

export function otherSeat(seat: SeatName): SeatName {
  return seat === 'white' ? 'black' : 'white';
}

export interface Picture {
  bridges: ReadonlyMap<LineName, SeatName>;
  stones: ReadonlyMap<Letter, SeatName>;
  openCards: readonly Letter[];
  pile: number;
  discards: readonly Letter[];
  hands: Numbers;
  /** Cards discarded face down since the pile was renewed. */
  buried: Numbers;
  rounds: readonly Numbers[];
  round: number;
  turn: number;
  toMove: SeatName | null;
}

export const BLANK: Picture = {
  bridges: new Map(),
  stones: new Map(),
  openCards: [],
  pile: 0,
  discards: [],
  hands: { white: 0, black: 0 },
  buried: { white: 0, black: 0 },
  rounds: [],
  round: 1,
  turn: 0,
  toMove: null,
};

/** Return the picture of the present. */
export function pictureOf(state: GameOut): Picture {
  const { white, black } = state.seats;
  return {
    bridges: new Map([
      ...white.bridges.map((line) => [line, 'white'] as const),
      ...black.bridges.map((line) => [line, 'black'] as const),
    ]),
    stones: new Map([
      ...white.control.map((island) => [island, 'white'] as const),
      ...black.control.map((island) => [island, 'black'] as const),
    ]),
    openCards: state.open_cards,
    pile: state.pile_size,
    discards: state.discards,
    hands: { white: white.hand_size, black: black.hand_size },
    buried: { white: white.buried_size, black: black.buried_size },
    rounds: state.rounds,
    round: state.round,
    turn: state.turn,
    toMove: state.to_move,
  };
}

/** Return the pictures before the first entry of a log and after each entry. */
export function fold(log: readonly GameEvent[], start: Picture = BLANK): Picture[] {
  const pictures = [start];
  let picture = start;
  for (const event of log) pictures.push((picture = after(picture, event)));
  return pictures;
}

function after(picture: Picture, event: GameEvent): Picture {
  switch (event.type) {
    case 'game_started':
      return {
        ...picture,
        openCards: event.open_cards,
        pile: event.pile_size,
        hands: event.hand_sizes,
      };
    case 'cards_played':
      return {
        ...held(picture, event.seat, -event.cards.length),
        discards: [...picture.discards, ...event.cards],
      };
    case 'bridge_built':
      return { ...picture, bridges: put(picture.bridges, event.line, event.seat) };
    case 'bridge_removed':
      return { ...picture, bridges: taken(picture.bridges, event.line) };
    case 'control_gained':
      return { ...picture, stones: put(picture.stones, event.island, event.seat) };
    case 'control_lost':
      return { ...picture, stones: taken(picture.stones, event.island) };
    case 'card_buried': {
      const rest = held(picture, event.seat, -1);
      if (event.was_shown && event.card) return { ...rest, discards: [...picture.discards, event.card] };
      return { ...rest, buried: more(picture.buried, event.seat, 1) };
    }
    case 'open_card_taken':
      return { ...held(picture, event.seat, 1), openCards: without(picture.openCards, event.card) };
    case 'open_card_turned':
      return {
        ...picture,
        openCards: [...picture.openCards, event.card].sort(),
        pile: picture.pile - 1,
      };
    case 'card_drawn':
      return { ...held(picture, event.seat, 1), pile: picture.pile - 1 };
    case 'round_scored':
      return { ...picture, rounds: [...picture.rounds, event.points] };
    case 'pile_renewed':
      return {
        ...picture,
        pile: event.pile_size,
        discards: [],
        buried: BLANK.buried,
        round: picture.round + 1,
      };
    case 'turn_started':
      return { ...picture, turn: event.turn, toMove: event.seat };
    case 'ply':
      return { ...picture, toMove: event.seat };
    case 'game_ended':
      return { ...picture, toMove: null };
    case 'draw_declined':
      return picture;
  }
}

function held(picture: Picture, seat: SeatName, by: number): Picture {
  return { ...picture, hands: more(picture.hands, seat, by) };
}

function more(numbers: Numbers, seat: SeatName, by: number): Numbers {
  return { ...numbers, [seat]: numbers[seat] + by };
}

function put<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): Map<K, V> {
  return new Map(map).set(key, value);
}

function taken<K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

function without<T>(items: readonly T[], item: T): T[] {
  const place = items.indexOf(item);
  return items.filter((_, i) => i !== place);
}

/** How many islands each seat held after every turn: the course of the game. */
export interface CoursePoint {
  turn: number;
  white: number;
  black: number;
  /** The round that was scored here, if one was. */
  scored: number | null;
}

export function course(log: readonly GameEvent[]): CoursePoint[] {
  const pictures = fold(log);
  const points: CoursePoint[] = [];
  let turn = 0;
  log.forEach((event, i) => {
    if (event.type === 'turn_started') turn = event.turn;
    const next = log[i + 1];
    const ends = !next || next.type === 'turn_started';
    if (turn === 0 || !ends) return;
    const stones = [...(pictures[i + 1]?.stones.values() ?? [])];
    points.push({
      turn,
      white: stones.filter((seat) => seat === 'white').length,
      black: stones.filter((seat) => seat === 'black').length,
      scored: roundScored(log, i),
    });
  });
  return points;
}

/** The round scored in the turn that ends with this entry. */
function roundScored(log: readonly GameEvent[], end: number): number | null {
  for (let i = end; i >= 0; i--) {
    const event = log[i];
    if (event?.type === 'round_scored') return event.round;
    if (event?.type === 'turn_started') return null;
  }
  return null;
}
