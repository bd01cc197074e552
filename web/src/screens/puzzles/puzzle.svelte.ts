/** A puzzle on the board. */
import { currentLanguage } from '../../i18n/language.svelte';
import { api } from '../../net/api';
import type { Previewed, PuzzleOut, PuzzleRated, Refused } from '../../net/protocol';
import { Exercise } from '../../state/exercise.svelte';

export class PuzzleExercise extends Exercise<PuzzleOut> {
  /** Whether the player asked for the solution. */
  isRevealed = $state(false);
  /** What the first attempt did to the account's rating. */
  rated: PuzzleRated | null = $state.raw(null);
  /** The last attempt that failed, until the next one. */
  #failed: PuzzleOut | null = $state.raw(null);
  #wantsSolution = false;

  constructor(readonly id: string) {
    super();
    void this.go([]);
  }

  /** Why the solution is better: than the turn that the player tried, or else than the next best one. */
  readonly reasons: readonly string[] = $derived.by(() => (this.#failed ?? this.shownAnswer)?.reasons ?? []);

  /** Play the solution on the board. */
  async show(): Promise<void> {
    this.#wantsSolution = true;
    await this.go([]);
    this.#wantsSolution = false;
    const solution = this.answer?.solution ?? [];
    if (this.trouble || solution.length === 0) return;
    this.isRevealed = true;
    void this.go(solution.map(({ move }) => move.notation));
  }

  /** Try once more. */
  again(): void {
    this.isRevealed = false;
    this.#failed = null;
    void this.go([]);
  }

  /** Ask for the texts once more, in the language of the page. */
  retell(): void {
    if (this.isRevealed) this.#failed = null;
    void this.go(this.actions, false, true);
  }

  protected async ask(actions: readonly string[]): Promise<PuzzleOut> {
    const isRevealed = this.#wantsSolution || this.isRevealed;
    const answer = await api.puzzle(this.id, [...actions], currentLanguage().language, isRevealed);
    this.rated ??= answer.rated;
    if (answer.stage === 'failed') this.#failed = answer;
    return answer;
  }

  protected askPreview(actions: readonly string[], action: string): Promise<Previewed | Refused> {
    return api.puzzlePreview(this.id, { actions: [...actions], action });
  }
}
