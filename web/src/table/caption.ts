/** What is going on at the table, in one sentence. */
import type { PlayableGame } from '../state/game.svelte';
import { t } from '../i18n/translate';
import { otherSeat } from '../model/picture';
import { eventText, type Names } from '../i18n/eventText';

export function captionOf(game: PlayableGame, names: Names): string {
  const { playback } = game;
  if (playback.isStanding) return t('caption.past', { turn: game.picture?.turn ?? 0 });
  if (playback.isRunning) {
    return (playback.current && eventText(playback.current, names)) ?? t('caption.playing');
  }
  return standing(game, names);
}

/** Whose turn it is, and what is asked of them. */
export function standing(game: PlayableGame, names: Names): string {
  const state = game.state!;
  if (state.outcome) return t('caption.over');
  if (!state.to_move) return '';
  if (!state.seats.white.joined || !state.seats.black.joined) return t('caption.alone');
  if (state.to_move !== game.me) return t('caption.theirs', { name: names[state.to_move] });
  return asked(game, names[otherSeat(game.me)]);
}

function asked(game: PlayableGame, opponent: string): string {
  const { phase, legal } = game.state!;
  if (phase.kind === 'handicap') return t('caption.handicap', { n: phase.left });
  if (phase.kind !== 'turn') return t('caption.yours');
  if (phase.cleared && legal.some((each) => each.kind === 'replace')) {
    return t('caption.replace', { line: phase.cleared });
  }
  if (phase.last_turns > 0) return t('caption.last');
  return phase.must_draw ? t('caption.must_draw', { name: opponent }) : t('caption.yours');
}
