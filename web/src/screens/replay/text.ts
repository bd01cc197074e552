/** The texts of replays and reviews, loaded with them. */
import type { TextKey } from '../../generated/texts';
import type { Names } from '../../i18n/eventText';
import { translator } from '../../i18n/translate';
import type { ReviewedDecision, SeatName } from '../../net/protocol';

export type ReplayKey = TextKey<'replay'>;

export const replayText = await translator('replay');
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

/** Name a mistake: the turn, the player, and what it cost. */
export function mistakeTitle({ seat, label_text, loss }: ReviewedDecision, turn: number, names: Names): string {
  return reviewText('review.moment', { n: turn, name: names[seat], label: label_text, points: Math.round(loss) });
}
