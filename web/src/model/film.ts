/** Choose the frames of an animated picture of a game. */
import type { GameEvent, MomentOut } from '../net/protocol';
import { pictureOfMoment } from './moments';
import { fold, type Picture } from './picture';

export interface Frame {
  picture: Picture;
  /** Milliseconds. */
  shown: number;
}

const TURN = 450;
const STEP = 700;
const START = 1200;
const END = 3500;

const isOnBoard = ({ type }: GameEvent): boolean =>
  type === 'bridge_built' || type === 'bridge_removed' || type === 'control_gained' || type === 'control_lost';

/** How much a ply changes: what a chain reaction sweeps away, and islands that change hands. */
function swing(events: readonly GameEvent[]): number {
  return events.filter(
    (event) =>
      event.type === 'control_gained' ||
      event.type === 'control_lost' ||
      (event.type === 'bridge_removed' && event.cause !== 'cards'),
  ).length;
}

/** Return the number of the ply with the largest swing, the last of several; null if no island changed hands. */
export function bestMoment(moments: readonly MomentOut[]): number | null {
  let best = 0;
  let found: number | null = null;
  for (const { number, events } of moments) {
    const size = swing(events);
    if (size === 0 || size < best) continue;
    best = size;
    found = number;
  }
  return found;
}

/** Show the whole game, a frame for every turn that changes the board. */
export function filmOfGame(moments: readonly MomentOut[]): Frame[] {
  const ends = moments.filter(({ turn }, i) => turn !== moments[i + 1]?.turn);
  const frames = [moments[0]!, ...ends].map(pictureOfMoment);
  const distinct = frames.filter((picture, i) => i === 0 || !looksLike(picture, frames[i - 1]!));
  return distinct.map((picture, i) => ({ picture, shown: i === distinct.length - 1 ? END : TURN }));
}

/** Show one ply, consequence by consequence. */
export function filmOfPly(moments: readonly MomentOut[], number: number): Frame[] {
  const events = moments[number]!.events.filter(isOnBoard);
  const pictures = fold(events, pictureOfMoment(moments[number - 1]!));
  const last = pictures.length - 1;
  return pictures.map((picture, i) => ({ picture, shown: i === 0 ? START : i === last ? END : STEP }));
}

const hasSame = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);

function looksLike(a: Picture, b: Picture): boolean {
  return hasSame(a.bridges, b.bridges) && hasSame(a.stones, b.stones) && a.rounds.length === b.rounds.length;
}
