/** The texts of replays and reviews, loaded with them. */
import type { TextKey } from '../../generated/texts';
import { namesOf, type Names } from '../../i18n/eventText';
import { numberText } from '../../i18n/percent';
import { translator } from '../../i18n/translate';
import { reviewText } from '../../table/mistakeText';
import type { ReviewedDecision, SeatName, TurningPointOut } from '../../net/protocol';

export type ReplayKey = TextKey<'replay'>;

export const replayText = await translator('replay');
export { reviewText };

/** The name of a player at the beginning of a sentence. */
export function subject(seat: SeatName, names: Names): string {
  return names.opponent === seat ? reviewText('review.your_opponent') : names[seat];
}

/** Say what a player did. */
export function playedText({ seat, played }: ReviewedDecision, names: Names): string {
  if (names.you === seat) return reviewText('review.played_you', { move: played.words });
  return reviewText('review.played', { name: subject(seat, names), move: played.words });
}

/** Say what a mistake cost: percentage points, or points and islands in a decided game. */
function lossText({ loss, margin_loss }: ReviewedDecision): string {
  if (margin_loss !== null) return reviewText('review.margin', { number: numberText(margin_loss) });
  return pointsText(loss);
}

/** Write percentage points of the chance to win. */
export function pointsText(points: number): string {
  return reviewText('review.points', { points: Math.round(points) });
}

/** Name a mistake: the turn, the player, and what it cost. */
export function mistakeTitle(mistake: ReviewedDecision, names: Names): string {
  const { turn, seat, label_text } = mistake;
  return reviewText('review.moment', { n: turn, name: names[seat], label: label_text, loss: lossText(mistake) });
}

/** Say which turn brought the winner how much. */
export function turningPointText({ turn, seat, swing, margin }: TurningPointOut, names: Names): string {
  const what = [
    Math.round(swing) > 0 && `+${pointsText(swing)}`,
    margin > 0 && reviewText('review.margin', { number: `+${margin}` }),
  ];
  return reviewText('review.decided_turn', { n: turn, name: names[seat], what: what.filter(Boolean).join(', ') });
}

/** Return the names in a review, which addresses the viewer, whether the viewer has a name or not. */
export function reviewNames(players: Record<SeatName, { name: string | null }>, me: SeatName | null): Names {
  return namesOf(me ? { ...players, [me]: { name: null } } : players, me);
}
