/** Keyboard shortcuts of the replay. */
import type { ReplayPlayer } from './replayPlayer.svelte';

const DOINGS: Readonly<Record<string, (replay: ReplayPlayer, isShifted: boolean) => void>> = {
  ArrowRight: (replay) => replay.step('ply', 1),
  ArrowLeft: (replay) => replay.step('ply', -1),
  PageDown: (replay, isShifted) => replay.step(isShifted ? 'round' : 'turn', 1),
  PageUp: (replay, isShifted) => replay.step(isShifted ? 'round' : 'turn', -1),
  Home: (replay) => replay.show(0),
  End: (replay) => replay.show(replay.last),
  ' ': (replay) => replay.toggle(),
};

/** Handle a key unless the focused element needs it. */
export function steer(event: KeyboardEvent, replay: ReplayPlayer): void {
  const target = event.target as Element;
  const isTaken = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented;
  if (isTaken || target.closest('input, select, textarea, dialog')) return;
  if (event.key === ' ' && target.closest('button, a, summary')) return;
  const doing = DOINGS[event.key];
  if (!doing) return;
  event.preventDefault();
  doing(replay, event.shiftKey);
}
