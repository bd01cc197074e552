/** Parse and write positions in one line of text, for the editor. The server decides whether they are possible. */
import { LINES } from '../../generated/art';
import type { Letter, LineName, SeatName } from '../../net/protocol';
import { otherSeat, SEATS } from '../../model/picture';

/** A card, or one that the player to move cannot see. */
export type CardText = Letter | '?';

export interface EditedPosition {
  bridges: Map<LineName, SeatName>;
  hands: Record<SeatName, CardText[]>;
  open: Letter[];
  discards: Letter[];
  buried: Record<SeatName, CardText[]>;
  points: string;
  round: number;
  turn: number;
  toMove: SeatName;
  /** What follows the seat in the phase, such as `!`. */
  phase: string;
  rules: string;
}

const isLine = (text: string): text is LineName => LINES.some(({ name }) => name === text);
const none = (text: string): string => (text === '-' ? '' : text);
const some = (text: string): string => text || '-';

/** Parse a text; skip what cannot be read. */
export function readPosition(text: string): EditedPosition {
  const fields = text.trim().split(/\s+/);
  const pair = (field: number): [string, string] => {
    const [white = '', black = ''] = (fields[field] ?? '').split('/');
    return [none(white), none(black)];
  };
  const cards = (letters: string): CardText[] => [...letters.toUpperCase().matchAll(/[A-L?]/g)].map(([card]) => card as CardText);
  const letters = (field: number): Letter[] => cards(none(fields[field] ?? '')).filter((card): card is Letter => card !== '?');
  const bridges = new Map<LineName, SeatName>();
  pair(0).forEach((lines, i) => {
    for (const line of lines.split(',').filter(isLine)) bridges.set(line, SEATS[i]!);
  });
  const [round = '1', turn = '1'] = (fields[6] ?? '').split('.');
  const phase = fields[7] ?? 'w';
  const [white, black] = pair(1).map(cards) as [CardText[], CardText[]];
  const [whiteBuried, blackBuried] = pair(4).map(cards) as [CardText[], CardText[]];
  return {
    bridges,
    hands: { white, black },
    open: letters(2),
    discards: letters(3),
    buried: { white: whiteBuried, black: blackBuried },
    points: fields[5] ?? '-',
    round: Number(round) || 1,
    turn: Number(turn) || 1,
    toMove: phase.startsWith('b') ? 'black' : 'white',
    phase: phase.slice(1),
    rules: fields[8] ?? 'kosmos-2015',
  };
}

/** Write a position. */
export function writePosition(position: EditedPosition): string {
  const sorted = (cards: readonly string[]): string => some([...cards].sort((a, b) => (a === '?' ? 1 : b === '?' ? -1 : a < b ? -1 : 1)).join(''));
  const lines = (seat: SeatName): string =>
    some([...position.bridges].filter(([, owner]) => owner === seat).map(([line]) => line).sort().join(','));
  return [
    SEATS.map(lines).join('/'),
    SEATS.map((seat) => sorted(position.hands[seat])).join('/'),
    sorted(position.open),
    sorted(position.discards),
    SEATS.map((seat) => sorted(position.buried[seat])).join('/'),
    position.points,
    `${position.round}.${position.turn}`,
    (position.toMove === 'white' ? 'w' : 'b') + position.phase,
    position.rules,
  ].join(' ');
}

/** Let the other player move. Unknown cards are dropped, because the cards of the player to move must be known. */
export function withMover(position: EditedPosition, toMove: SeatName): EditedPosition {
  const known = (cards: CardText[]): CardText[] => cards.filter((card) => card !== '?');
  const other = otherSeat(toMove);
  return {
    ...position,
    toMove,
    hands: { ...position.hands, [toMove]: known(position.hands[toMove]), [other]: position.hands[other] },
    buried: { ...position.buried, [toMove]: known(position.buried[toMove]), [other]: position.buried[other] },
  };
}

/** List the scores of the rounds before. */
export function pointsOf({ points }: EditedPosition): string[] {
  return none(points) === '' ? [] : points.split(',');
}

/** The scores before a round: none yet, or draws. */
export function pointsBefore(round: number): string {
  return round === 1 ? '-' : Array.from({ length: round - 1 }, () => '0:0').join(',');
}
