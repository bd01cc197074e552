/** Say in one sentence what is going on at the table, and what to do next. */
import { eventText, type Names } from '../i18n/eventText';
import { t } from '../i18n/translate';
import { islandName, lineTitle } from '../model/islands';
import { isSlow } from '../model/clocks';
import { otherSeat } from '../model/picture';
import type { ActionKind, GameOut, LegalAction, SeatName } from '../net/protocol';
import type { PlayableGame } from '../state/game.svelte';
import type { Selection } from '../state/selection.svelte';

export function captionOf(selection: Selection, names: Names): string {
  const { game } = selection;
  const { playback } = game;
  if (game.isOffline) return t('notice.lost');
  if (playback.isStanding) return t('caption.past', { turn: game.picture?.turn ?? 0 });
  const chosen = advice(selection);
  if (chosen) return chosen;
  // Describe the opponent's move step by step, but not the viewer's own.
  if (playback.isRunning && !game.isMyTurn) {
    return (playback.current && eventText(playback.current, names)) ?? t('caption.playing');
  }
  if (playback.isRunning && playback.current && playback.current.type !== 'ply') {
    return eventText(playback.current, names) ?? standing(game, names);
  }
  return standing(game, names);
}

/** Say what to do with the chosen card or line. */
function advice(selection: Selection): string | null {
  if (!selection.game.isMyTurn) return null;
  if (selection.choices.length > 0) return t('status.confirm_line');
  if (selection.ending && selection.endingAction(selection.ending)) return t('status.confirm_end');
  if (!selection.card || selection.line) return null;
  const kinds = new Set(selection.litLines.values());
  if (kinds.size === 0) return t('status.stuck', { card: islandName(selection.card) });
  const canRemove = kinds.has('remove');
  if (!canRemove) return t('status.build');
  return t(kinds.size > 1 ? 'status.build_or_remove' : 'status.remove');
}

/** Say whose turn it is and what they have to do. */
export function standing(game: PlayableGame, names: Names): string {
  const state = game.state!;
  if (game.isOffline) return t('notice.lost');
  if (state.outcome) return t('caption.over');
  if (!state.seats.white.joined || !state.seats.black.joined) return t('caption.alone');
  if (!state.is_dealt) return t('caption.undealt');
  if (state.match && state.clock && !state.is_clock_running) return t('caption.waiting');
  // The viewer's own turn is over before the server confirms it.
  const toMove = game.playback.isAhead ? game.picture!.toMove : state.to_move;
  if (!toMove) return '';
  if (toMove !== game.me) {
    if (isAway(state, toMove)) {
      return names.opponent === toMove ? t('caption.away_opponent') : t('caption.away', { name: names[toMove] });
    }
    return names.opponent === toMove ? t('caption.theirs_opponent') : t('caption.theirs', { name: names[toMove] });
  }
  if (state.match && state.can_abort && state.clock && !isSlow(state.clock)) return t('caption.first');
  return asked(game, names[otherSeat(game.me)]);
}

/** Whether the page of a player is closed; in games over days that is usual. */
function isAway({ mode, seats, clock }: GameOut, seat: SeatName): boolean {
  return mode === 'online' && seats[seat].kind === 'human' && !seats[seat].present && !isSlow(clock);
}

const PLAYS: ReadonlySet<ActionKind> = new Set(['build', 'remove', 'bury']);

function asked(game: PlayableGame, opponent: string): string {
  const { phase, legal, blocked, can_undo } = game.state!;
  if (phase.kind === 'handicap') return t('caption.handicap', { n: phase.left });
  if (phase.kind !== 'turn') return t('caption.yours');
  const can = (kind: ActionKind): boolean => legal.some((each: LegalAction) => each.kind === kind);
  if (phase.cleared && can('replace')) return t('caption.replace', { line: lineTitle(phase.cleared) });
  if (phase.last_turns > 0) return t('caption.last');
  const isFull = blocked.some((each) => each.reason === 'hand_full');
  if (isFull) return t(can('decline') ? 'status.full' : 'status.full_must');
  if (phase.must_draw) return t('caption.must_draw', { name: opponent });
  if (legal.length > 0 && !legal.some((each) => PLAYS.has(each.kind))) return t(can_undo ? 'status.take' : 'status.only_take');
  return t(can_undo ? 'status.more' : 'caption.yours');
}
