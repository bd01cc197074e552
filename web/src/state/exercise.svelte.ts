/**
 * A game that the server does not store: every request lists all actions so far, and the answer is
 * the position after them. Lessons, puzzles and the analysis board are exercises.
 */
import { ApiError } from '../net/api';
import type { GameEvent, GameOut, Previewed, Refused, SeatName } from '../net/protocol';
import { pictureOf, type Picture } from '../model/picture';
import type { PlayableGame } from './game.svelte';
import { Playback } from './playback.svelte';
import { Previews } from './previews.svelte';

export interface ExerciseAnswer {
  readonly state: GameOut;
  /** All events since the beginning. */
  readonly log: readonly GameEvent[];
}

export abstract class Exercise<Answer extends ExerciseAnswer> implements PlayableGame {
  /** The server's last answer. */
  answer: Answer | null = $state.raw(null);
  /** The previous answer; its texts stay until the board has caught up. */
  #before: Answer | null = $state.raw(null);
  readonly previews = new Previews((action) => void this.#preview(action));
  isWaiting = $state(false);
  trouble: ApiError | null = $state.raw(null);
  readonly playback = new Playback();
  readonly isCurtained = false;
  readonly isOffline = false;
  actions: readonly string[] = $state.raw([]);

  /** Request the position after some actions. */
  protected abstract ask(actions: readonly string[]): Promise<Answer>;
  /** Request a preview of an action after the others. */
  protected abstract askPreview(actions: readonly string[], action: string): Promise<Previewed | Refused>;

  readonly state: GameOut | null = $derived(this.answer?.state ?? null);

  readonly me: SeatName | null = $derived.by(() => {
    const viewer = this.state?.viewer;
    return viewer && viewer !== 'spectator' ? viewer : null;
  });

  readonly picture: Picture | null = $derived.by(() => {
    if (!this.state) return null;
    const isElsewhere = this.playback.isBehind || this.playback.isAhead;
    return isElsewhere ? (this.playback.picture ?? null) : pictureOf(this.state);
  });

  readonly isMyTurn: boolean = $derived(
    this.state !== null && this.state.legal.length > 0 && !this.playback.isStanding,
  );

  readonly isMyMove: boolean = $derived(this.isMyTurn && !this.isWaiting);

  /** The answer that the board already shows; texts must not run ahead of it. */
  readonly shownAnswer: Answer | null = $derived(
    this.playback.isRunning ? (this.#before ?? this.answer) : this.answer,
  );

  readonly shown: GameOut | null = $derived(this.shownAnswer?.state ?? null);

  act(action: string): void {
    if (this.isWaiting) return;
    const preview = this.previews.of(action);
    this.playback.catchUp();
    if (preview && !preview.refused) this.playback.expect(preview.events);
    void this.go([...this.actions, action], true);
  }

  undo(): void {
    void this.go(this.actions.slice(0, -1));
  }

  restart(): void {
    void this.go([]);
  }

  close(): void {
    this.playback.stop();
  }

  /**
   * Go to the position after some actions; `isOwn` if the last one was just played, `isResumed` if
   * they are known from an earlier visit and need not be shown again.
   */
  protected async go(actions: readonly string[], isOwn = false, isResumed = false): Promise<void> {
    if (this.isWaiting) return;
    this.isWaiting = true;
    try {
      const answer = await this.ask(actions);
      this.#see(answer, actions, isResumed ? { from: answer.log.length } : { isOwn });
    } catch (error) {
      this.playback.revert();
      this.#fail(error);
    }
    this.isWaiting = false;
  }

  #see(answer: Answer, actions: readonly string[], how: { from?: number; isOwn?: boolean }): void {
    if (actions.length === 0) this.playback.startFrom(pictureOf(answer.state));
    this.previews.clear();
    this.#before = this.answer;
    this.answer = answer;
    this.actions = actions;
    this.trouble = null;
    this.playback.follow(answer.log, how);
  }

  async #preview(action: string): Promise<void> {
    const actions = this.actions;
    try {
      const said = await this.askPreview(actions, action);
      if (actions !== this.actions) return;
      const isRefused = said.type === 'refused';
      this.previews.add({
        action,
        events: isRefused ? [] : said.events,
        refused: isRefused ? said : null,
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    this.trouble = error;
  }
}
