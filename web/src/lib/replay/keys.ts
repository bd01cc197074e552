/** What keys do in a replay. */
import type { Review } from './review.svelte';

const DOINGS: Readonly<Record<string, (review: Review, isShifted: boolean) => void>> = {
  ArrowRight: (review) => review.step('ply', 1),
  ArrowLeft: (review) => review.step('ply', -1),
  PageDown: (review, isShifted) => review.step(isShifted ? 'round' : 'turn', 1),
  PageUp: (review, isShifted) => review.step(isShifted ? 'round' : 'turn', -1),
  Home: (review) => review.show(0),
  End: (review) => review.show(review.last),
  ' ': (review) => review.toggle(),
};

/** Do what a key says, unless it means something to what has the focus. */
export function steer(event: KeyboardEvent, review: Review): void {
  const target = event.target as Element;
  const isTaken = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented;
  if (isTaken || target.closest('input, select, textarea, dialog')) return;
  if (event.key === ' ' && target.closest('button, a, summary')) return;
  const doing = DOINGS[event.key];
  if (!doing) return;
  event.preventDefault();
  doing(review, event.shiftKey);
}
