/** The state of a lesson: the actions so far and the server's answers. */
import { api } from '../../net/api';
import type { LessonOut, Previewed, Refused } from '../../net/protocol';
import { Exercise } from '../../state/exercise.svelte';
import { keepActions, keptActions } from '../../browser/lessonProgress';

export class Lesson extends Exercise<LessonOut> {
  /** Whether the progress of an earlier visit has been restored. */
  isReady = $state(false);

  constructor(readonly key: string) {
    super();
    void this.#begin();
    $effect(() => {
      if (this.isReady && this.answer) keepActions(key, this.answer.stage === 'done' ? [] : this.actions);
    });
  }

  async #begin(): Promise<void> {
    const kept = keptActions(this.key);
    await this.go([]);
    if (!this.answer) return;
    if (kept.length > 0) await this.go(kept, false, true);
    // Start over if the stored actions belong to an older version of the lesson.
    this.trouble = null;
    this.isReady = true;
  }

  /** The next action of the solution, as long as the learner follows it. */
  readonly nextAction: string | null = $derived.by(() => {
    if (!this.answer || this.shownAnswer !== this.answer) return null;
    const { solution, begun } = this.answer;
    const taken = this.actions.slice(begun);
    return taken.every((action, i) => action === solution[i]) ? (solution[taken.length] ?? null) : null;
  });

  /** Return to the start of the task. */
  again(): void {
    void this.go(this.actions.slice(0, this.answer?.begun ?? 0));
  }

  /** Show the solution. */
  show(): void {
    if (!this.answer) return;
    void this.go([...this.actions.slice(0, this.answer.begun), ...this.answer.solution]);
  }

  protected ask(actions: readonly string[]): Promise<LessonOut> {
    return api.lesson(this.key, { actions: [...actions] });
  }

  protected askPreview(actions: readonly string[], action: string): Promise<Previewed | Refused> {
    return api.lessonPreview(this.key, { actions: [...actions], action });
  }
}
