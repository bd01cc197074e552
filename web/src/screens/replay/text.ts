/** The texts of replays and reviews, loaded with them. */
import type { TextKey } from '../../generated/texts';
import { namesOf, type Names } from '../../i18n/eventText';
import type { Values } from '../../i18n/format';
import { numberText, percentText } from '../../i18n/percent';
import { translator } from '../../i18n/translate';
import { reviewText } from '../../table/mistakeText';
import type { ReviewedDecision, SeatName, TurningPointOut } from '../../net/protocol';
import type { LuckEvent } from './summary';

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

/** Name a mistake: the turn, the player, and how bad it was. */
export function mistakeTitle({ turn, seat, label_text }: ReviewedDecision, names: Names): string {
  return reviewText('review.moment', { n: turn, name: names[seat], label: label_text });
}

/** Sentences about a player, with variants for the viewer and for an opponent without a name. */
const NAMELESS_FORMS = {
  'review.cost': { you: 'review.cost_you', opponent: 'review.cost_opponent' },
  'review.gain': { you: 'review.gain_you', opponent: 'review.gain_opponent' },
} as const;

function about(key: keyof typeof NAMELESS_FORMS, seat: SeatName, names: Names, values: Values): string {
  if (names.you === seat) return reviewText(NAMELESS_FORMS[key].you, values);
  if (names.opponent === seat) return reviewText(NAMELESS_FORMS[key].opponent, values);
  return reviewText(key, { ...values, name: names[seat] });
}

/** The chance to win with the better move, and after the mistake. */
function chances({ win_probability, loss }: ReviewedDecision): { before: string; after: string } {
  return { before: percentText(Math.min(100, win_probability + loss)), after: percentText(win_probability) };
}

/** Say what a mistake cost: chance to win, or points and islands in a decided game. */
export function costText(mistake: ReviewedDecision, names: Names): string {
  const { seat, margin_loss } = mistake;
  if (margin_loss !== null) return reviewText('review.cost_decided', { number: numberText(margin_loss) });
  return about('review.cost', seat, names, chances(mistake));
}

/** Write briefly what a mistake cost. */
export function briefCost(mistake: ReviewedDecision): string {
  const { before, after } = chances(mistake);
  if (mistake.margin_loss === null) return `${before} → ${after}`;
  return reviewText('review.margin', { number: `−${numberText(mistake.margin_loss)}` });
}

/** Say whose chance to win rose by how many percentage points. */
function gainText(seat: SeatName, points: number, names: Names): string {
  return about('review.gain', seat, names, { points: reviewText('review.points', { points: Math.round(points) }) });
}

/** Say whom luck helped, and how much. */
export function luckText({ seat, points }: LuckEvent, names: Names): string {
  return reviewText('review.lucky', { gain: gainText(seat, points, names) });
}

/** Say which turn brought the winner how much. */
export function turningPointText({ turn, seat, swing, margin }: TurningPointOut, winner: SeatName, names: Names): string {
  const what = [
    Math.round(swing) > 0 && gainText(winner, swing, names),
    margin > 0 && reviewText('review.margin', { number: `+${margin}` }),
  ];
  return reviewText('review.decided_turn', { n: turn, name: names[seat], what: what.filter(Boolean).join(', ') });
}

/** Return the names in a review, which addresses the viewer, whether the viewer has a name or not. */
export function reviewNames(players: Record<SeatName, { name: string | null }>, me: SeatName | null): Names {
  return namesOf(me ? { ...players, [me]: { name: null } } : players, me);
}
