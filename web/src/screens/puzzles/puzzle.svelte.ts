/** A puzzle on the board. */
import { currentLanguage } from '../../i18n/language.svelte';
import { api } from '../../net/api';
import type { Previewed, PuzzleOut, Refused } from '../../net/protocol';
import { Exercise } from '../../state/exercise.svelte';

export class PuzzleExercise extends Exercise<PuzzleOut> {
  /** Whether the solution was asked for. */
  isRevealed = $state(false);

  constructor(readonly id: string) {
    super();
    void this.go([]);
  }

  /** Play the solution on the board. */
  async show(): Promise<void> {
    this.isRevealed = true;
    const solution = this.answer?.solution.length
      ? this.answer.solution
      : (await this.ask([])).solution;
    await this.go([]);
    void this.go(solution.map(({ notation }) => notation));
  }

  /** Try once more. */
  again(): void {
    this.isRevealed = false;
    void this.go([]);
  }

  protected ask(actions: readonly string[]): Promise<PuzzleOut> {
    return api.puzzle(this.id, [...actions], currentLanguage().language, this.isRevealed);
  }

  protected askPreview(actions: readonly string[], action: string): Promise<Previewed | Refused> {
    return api.puzzlePreview(this.id, { actions: [...actions], action });
  }
}
