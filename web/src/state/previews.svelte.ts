/** What the server says an action would do, remembered until the position changes. */
import type { GameEvent, Refused } from '../net/protocol';

export interface PreviewResult {
  action: string;
  events: readonly GameEvent[];
  /** Why the action is illegal, if it is. */
  refused: Refused | null;
}

export class Previews {
  #known: ReadonlyMap<string, PreviewResult> = $state.raw(new Map());
  #asked = new Set<string>();

  constructor(private readonly send: (action: string) => void) {}

  of(action: string | null | undefined): PreviewResult | null {
    return (action && this.#known.get(action)) || null;
  }

  /** Ask the server once. Inside an effect, ask again after the position has changed. */
  ask(action: string): void {
    if (this.#known.has(action) || this.#asked.has(action)) return;
    this.#asked.add(action);
    this.send(action);
  }

  add(result: PreviewResult): void {
    this.#known = new Map(this.#known).set(result.action, result);
  }

  clear(): void {
    this.#asked = new Set();
    this.#known = new Map();
  }
}
