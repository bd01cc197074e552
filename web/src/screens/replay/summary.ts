/** A review in numbers: who played better, who was luckier, and when. */
import { otherSeat } from '../../model/picture';
import type { MomentOut, ReviewReportOut, SeatName } from '../../net/protocol';

/** Percentage points that are worth a sentence. */
const NOTABLE = 3;

export interface Advantage {
  kind: 'skill' | 'luck' | 'end';
  seat: SeatName;
  /** Percentage points of win probability. */
  points: number;
}

/** Return the standard error of the difference in skill, in percentage points. */
export function skillError({ white, black }: ReviewReportOut): number {
  return Math.hypot(white.skill_error, black.skill_error);
}

/** Return who was ahead in what. Skill is left out if nobody clearly played better. */
export function advantages(report: ReviewReportOut, winner: SeatName | null): Advantage[] {
  const { white, black, values } = report;
  const result = winner === null ? 50 : winner === 'white' ? 100 : 0;
  const leads = [
    { kind: 'skill', lead: white.skill - black.skill, least: skillError(report) },
    { kind: 'luck', lead: white.luck + white.hidden, least: NOTABLE },
    // What a resignation, the clock or an agreement gave away.
    { kind: 'end', lead: result - (values.at(-1) ?? result), least: NOTABLE },
  ] as const;
  return leads
    .filter(({ lead, least }) => Math.abs(lead) > least)
    .map(({ kind, lead }) => ({ kind, seat: lead > 0 ? 'white' : 'black', points: Math.round(Math.abs(lead)) }));
}

/** Percentage points of luck in one move that are worth a mark. */
const LUCKY = 8;

export interface LuckEvent {
  /** The number of the ply, from 1. */
  ply: number;
  /** Whom it helped. */
  seat: SeatName;
  /** Percentage points of win probability. */
  points: number;
}

/**
 * Return the moves that turned out much better or worse than the mover could know.
 *
 * The chance changes by what the decision lost and by luck: with drawn and with hidden cards.
 */
export function luckEvents({ values, decisions }: ReviewReportOut, moments: readonly MomentOut[]): LuckEvent[] {
  const losses = new Map(decisions.map(({ ply, loss }) => [ply, loss]));
  return moments.flatMap(({ number: ply, seat }) => {
    if (!seat) return [];
    const change = (values[ply] ?? 0) - (values[ply - 1] ?? 0);
    const luck = (seat === 'white' ? change : -change) + (losses.get(ply) ?? 0);
    if (Math.abs(luck) < LUCKY) return [];
    return [{ ply, seat: luck > 0 ? seat : otherSeat(seat), points: Math.round(Math.abs(luck)) }];
  });
}
