/** The result of a review in numbers: who played better, who was luckier. */
import type { ReviewReportOut, SeatName } from '../../net/protocol';

/** Percentage points that are worth a sentence. */
const NOTABLE = 0.5;

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
