/** Defer work until after the next paint, so that a tap shows its effect first. */
import { untrack } from 'svelte';

/** Work that waits for the next paint, or null. All of it runs in one task, so that the page changes once. */
let waiting: Set<() => void> | null = null;

/** Run something after the next paint, or at once in a hidden page. Return a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  if (document.hidden) {
    run();
    return () => undefined;
  }
  const queue = (waiting ??= schedule());
  const task = (): void => run();
  queue.add(task);
  return () => queue.delete(task);
}

function schedule(): Set<() => void> {
  const queue = new Set<() => void>();
  requestAnimationFrame(() => {
    waiting = null;
    // A failure must not stop the others.
    setTimeout(() => queue.forEach((task) => queueMicrotask(task)));
  });
  return queue;
}

/** A copy of a value that follows after the next paint: for labels, logs and other things nobody waits for. */
export class Deferred<Value> {
  current: Value = $state.raw()!;

  constructor(read: () => Value) {
    this.current = untrack(read);
    $effect(() => {
      const value = read();
      if (value === untrack(() => this.current)) return;
      return afterPaint(() => (this.current = value));
    });
  }
}
