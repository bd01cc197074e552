/** Describe what somebody in the lobby looks for. */
import { describeEdition, describeOptions } from '../i18n/optionText';
import type { RatingOut, SeekOut } from '../net/protocol';
import { lobbyText } from './text';

export function describeSeek(seek: SeekOut): string {
  const agreed = { ruleset: seek.ruleset, clock: seek.clock, allows_knowledge: true };
  const parts = [describeEdition(seek.ruleset), ...describeOptions(agreed)];
  parts.push(lobbyText(seek.num_games === 2 ? 'lobby.match' : 'lobby.single'));
  parts.push(lobbyText(seek.is_rated ? 'lobby.rated' : 'lobby.unrated'));
  if (seek.lowest !== null || seek.highest !== null) {
    parts.push(lobbyText('lobby.between', { lowest: seek.lowest ?? 0, highest: seek.highest ?? 4000 }));
  }
  return parts.join(' · ');
}

export function ratingText({ value, is_provisional }: RatingOut): string {
  return is_provisional ? lobbyText('lobby.provisional', { value }) : String(value);
}
