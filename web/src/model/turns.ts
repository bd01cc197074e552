/** Group the log by turns. */
import type { GameEvent, SeatName } from '../net/protocol';

export interface Ply {
  /** In notation. */
  text: string;
  events: GameEvent[];
  /** The number of log entries up to the end of this ply. */
  end: number;
}

export interface LoggedTurn {
  /** 0 before the first turn. */
  number: number;
  seat: SeatName | null;
  isLast: boolean;
  plies: Ply[];
  start: number;
  end: number;
}

export function turnsOf(log: readonly GameEvent[]): LoggedTurn[] {
  const turns: LoggedTurn[] = [];
  let turn: LoggedTurn = { number: 0, seat: null, isLast: false, plies: [], start: 0, end: 0 };
  turns.push(turn);
  log.forEach((event, i) => {
    if (event.type === 'turn_started') {
      turn = {
        number: event.turn,
        seat: event.seat,
        isLast: event.is_last,
        plies: [],
        start: i,
        end: i + 1,
      };
      turns.push(turn);
      return;
    }
    turn.end = i + 1;
    if (event.type === 'ply') {
      turn.seat ??= event.seat;
      turn.plies.push({ text: event.ply, events: [], end: i + 1 });
      return;
    }
    const ply = turn.plies.at(-1);
    if (ply) {
      ply.events.push(event);
      ply.end = i + 1;
    } else if (event.type !== 'game_started') {
      turn.plies.push({ text: '', events: [event], end: i + 1 });
    }
  });
  return turns.filter((each) => each.plies.length > 0);
}

/** Return the entry that began the previous turn; -1 in the first turn. */
export function startOfTurnBefore(log: readonly GameEvent[]): number {
  const isStart = (event: GameEvent): boolean => event.type === 'turn_started';
  return log.slice(0, Math.max(0, log.findLastIndex(isStart))).findLastIndex(isStart);
}
