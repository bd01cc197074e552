/** Replay one of the player's own decisions: find the better move. */
import { markOf, type MoveMark } from '../model/effects';
import { api } from '../net/api';
import type { Letter, LineName, Previewed, Refused, StudyOut } from '../net/protocol';
import { Exercise } from './exercise.svelte';

export class MistakeExercise extends Exercise<StudyOut> {
  stage: 'playing' | 'near' | 'solved' | 'failed' = $state('playing');
  isRevealed = $state(false);
  /** Whether a wrong move was tried, or the answer asked for, before the better move was found. */
  isMissed = $state(false);
  /** The move that was tried last, in notation. */
  tried: string | null = $state(null);

  constructor(
    readonly game: string,
    /** The number of plies before the decision. */
    readonly ply: number,
    /** The better move in notation. */
    readonly better: string,
    /** Other moves that the coach finds as good. */
    readonly asGood: readonly string[],
  ) {
    super();
    void this.go([]);
  }

  readonly isOpen: boolean = $derived(this.isRevealed || this.stage === 'solved');
  readonly isAnswered: boolean = $derived(this.isMissed || this.stage === 'solved');
  readonly #line: LineName | null = $derived.by(() =>
    /^[+=!-]/.test(this.better) ? (this.better.slice(1, 3) as LineName) : null,
  );

  readonly marks: readonly MoveMark[] = $derived.by(() =>
    this.isOpen && this.me ? markOf('better', { line: this.#line, notation: this.better }, this.me) : [],
  );

  readonly litIslands: readonly Letter[] = $derived.by(() =>
    this.isOpen && /^[<x][A-L]$/.test(this.better) ? [this.better.charAt(1) as Letter] : [],
  );

  /**
   * Compare the whole move with those of the coach; it is near if only the cards differ. It stays on
   * the board until it is taken back.
   */
  override act(action: string): void {
    const isNear = this.#line !== null && action.slice(0, 3) === this.better.slice(0, 3);
    this.tried = action;
    this.stage = action === this.better || this.asGood.includes(action) ? 'solved' : isNear ? 'near' : 'failed';
    if (this.stage === 'failed') this.isMissed = true;
    super.act(action);
  }

  reveal(): void {
    this.isMissed = true;
    this.isRevealed = true;
    this.restart();
  }

  protected async ask(actions: readonly string[]): Promise<StudyOut> {
    const answer = await api.study({ game: this.game, ply: this.ply, actions: [...actions] });
    if (actions.length === 0) {
      if (this.stage !== 'solved') this.stage = 'playing';
      return answer;
    }
    return { ...answer, state: { ...answer.state, legal: [] } };
  }

  protected askPreview(actions: readonly string[], action: string): Promise<Previewed | Refused> {
    return api.studyPreview({ game: this.game, ply: this.ply, actions: [...actions], action });
  }
}
