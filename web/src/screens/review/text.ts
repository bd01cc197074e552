/** The texts of the review, loaded with it. */
import type { Names } from '../../i18n/eventText';
import { translator } from '../../i18n/translate';
import type { ReviewedDecision, SeatName } from '../../net/protocol';

export const reviewText = await translator('review');

/** The name of a player at the beginning of a sentence. */
export function subject(seat: SeatName, names: Names): string {
  return names.opponent === seat ? reviewText('review.your_opponent') : names[seat];
}

/** Say what a player did. */
export function playedText({ seat, played }: ReviewedDecision, names: Names): string {
  if (names.you === seat) return reviewText('review.played_you', { move: played.words });
  return reviewText('review.played', { name: subject(seat, names), move: played.words });
}
