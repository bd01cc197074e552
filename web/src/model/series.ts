/** Games in a row between two players at one device. */
import type { Numbers, OutcomeOut } from '../net/protocol';

/** Return how many games each seat's player has won, this one included. */
export function wonSoFar(before: Numbers | undefined, { winner }: Pick<OutcomeOut, 'winner'>): Numbers {
  const { white, black } = before ?? { white: 0, black: 0 };
  return { white: white + Number(winner === 'white'), black: black + Number(winner === 'black') };
}
