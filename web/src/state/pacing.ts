/** How long each event of the log stays on the table before the next one, at normal speed. */
import type { GameEvent, Numbers } from '../net/protocol';
import { COUNTING_STEP, SINKING } from '../ui/durations';

const STAYS: Readonly<Partial<Record<GameEvent['type'], number>>> = {
  cards_played: 500,
  bridge_built: 380,
  bridge_removed: 260,
  control_gained: 340,
  control_lost: 300,
  card_buried: 400,
  open_card_taken: 450,
  open_card_turned: 260,
  card_drawn: 400,
  draw_declined: 500,
  round_scored: 1600,
  pile_renewed: 700,
};

/** The time limit for showing all consequences of an action, in milliseconds. */
export const ALL_CONSEQUENCES = 600;
/** The time between the viewer's own piece and its consequences. */
export const LEAD = 60;
/** The time that the consequences of one action share, without the last transition. */
export const CONSEQUENCES = ALL_CONSEQUENCES - SINKING;
export const OWN_CONSEQUENCES = CONSEQUENCES - LEAD;

/** Events in which the player moves pieces or cards; all others are consequences. */
const OWN_DOING: ReadonlySet<GameEvent['type']> = new Set([
  'ply',
  'cards_played',
  'card_buried',
  'open_card_taken',
  'card_drawn',
  'draw_declined',
]);
const BOARD_CHANGE: ReadonlySet<GameEvent['type']> = new Set(['bridge_built', 'bridge_removed']);
/** Events that take their time, whatever else the action does. */
const SCENES: ReadonlySet<GameEvent['type']> = new Set(['round_scored', 'pile_renewed']);

/** The time between the last stone and the result, in milliseconds. */
const COUNTED = 500;

/** Return how long the stones are counted before the result is shown, in milliseconds. */
export function countingTime({ white, black }: Numbers): number {
  return Math.max(white, black) * COUNTING_STEP + COUNTED;
}

/** Return where the ply of an entry begins and ends. */
function plyAround(log: readonly GameEvent[], at: number): [number, number] {
  const isStart = (event: GameEvent): boolean => event.type === 'ply' || event.type === 'turn_started';
  let start = at;
  while (start > 0 && !isStart(log[start]!)) start -= 1;
  let end = at + 1;
  while (end < log.length && !isStart(log[end]!)) end += 1;
  return [start, end];
}

/** Count the entries from the start of a ply up to the last piece or card that its player moved. */
export function ownDoingEnd(log: readonly GameEvent[], start: number): number {
  let end = start;
  while (end < log.length && OWN_DOING.has(log[end]!.type)) end += 1;
  const isBoardChange = end < log.length && BOARD_CHANGE.has(log[end]!.type);
  return isBoardChange ? end + 1 : end;
}

/** Return how long an entry stays, in milliseconds; the consequences of a ply share the limit. */
export function stayOf(log: readonly GameEvent[], at: number, limit: number): number {
  const own = (index: number): number => STAYS[log[index]!.type] ?? 0;
  const stay = own(at);
  if (stay === 0 || SCENES.has(log[at]!.type)) return stay;
  const [start, end] = plyAround(log, at);
  const first = ownDoingEnd(log, start);
  if (at < first) return stay;
  let total = 0;
  for (let index = first; index < end; index++) if (!SCENES.has(log[index]!.type)) total += own(index);
  return stay * Math.min(1, limit / total);
}
