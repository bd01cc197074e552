/** Let the children of an element glide to their new places when their number or order changes. */
import { paced, wantsStillness } from '../browser/settings.svelte';

const GLIDE = 180;

/**
 * Svelte action: call it with a value that changes with the children. It measures just before a
 * frame is painted, when the layout is needed anyway; Svelte's `flip` forces a layout of its own.
 */
export function shifting(node: HTMLElement, _content: unknown): { update: (content: unknown) => void; destroy: () => void } {
  let places = new Map<Element, { left: number; top: number }>();
  let width = 0;
  let frame = requestAnimationFrame(measure);

  function measure(): void {
    const before = node.clientWidth === width ? places : new Map<Element, never>();
    width = node.clientWidth;
    places = new Map();
    for (const child of node.children) {
      if (!(child instanceof HTMLElement)) continue;
      const [left, top] = [child.offsetLeft, child.offsetTop];
      const old = before.get(child);
      places.set(child, { left, top });
      const isMoved = old && (old.left !== left || old.top !== top);
      if (!isMoved || wantsStillness()) continue;
      const from = { transform: `translate(${old.left - left}px, ${old.top - top}px)` };
      child.animate([from, { transform: 'none' }], { duration: paced(GLIDE), easing: 'ease-out' });
    }
  }

  return {
    update: () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    },
    destroy: () => cancelAnimationFrame(frame),
  };
}
