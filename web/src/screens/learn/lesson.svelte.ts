/** The state of a lesson: the actions so far and the server's answers. */
import { api } from '../../net/api';
import type { LessonOut, Previewed, Refused } from '../../net/protocol';
import { Exercise } from '../../state/exercise.svelte';

export class Lesson extends Exercise<LessonOut> {
  constructor(readonly key: string) {
    super();
    void this.go([]);
  }

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
