/** Positions of a replay as the board shows them. */
import type { MomentOut } from '../net/protocol';
import { SEATS, type Picture } from './picture';

/** Return the picture of a position of a replay. */
export function pictureOfMoment(moment: MomentOut): Picture {
  const hand = (seat: 'white' | 'black'): number =>
    moment[seat].hand.length + moment[seat].shown.length;
  return {
    bridges: new Map(SEATS.flatMap((seat) => moment[seat].bridges.map((line) => [line, seat] as const))),
    stones: new Map(SEATS.flatMap((seat) => moment[seat].control.map((letter) => [letter, seat] as const))),
    openCards: moment.open_cards,
    pile: moment.pile_size,
    discards: moment.discards,
    hands: { white: hand('white'), black: hand('black') },
    buried: { white: moment.white.buried.length, black: moment.black.buried.length },
    rounds: moment.rounds,
    round: moment.round,
    turn: moment.turn,
    toMove: moment.to_move,
  };
}
