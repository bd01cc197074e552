/** Put work off until the screen has answered: a tap should show its effect first. */
import { untrack } from 'svelte';

/** Run something after the next paint, or at once in a hidden page. Return a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  if (document.hidden) {
    run();
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A copy of a value that follows after the next paint: for labels, logs and other things nobody waits for. */
export class Deferred<Value> {
  current: Value = $state.raw()!;

  constructor(read: () => Value) {
    this.current = untrack(read);
    $effect(() => {
      const value = read();
      return afterPaint(() => (this.current = value));
    });
  }
}
