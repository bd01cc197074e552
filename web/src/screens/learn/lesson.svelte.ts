/** One lesson on this page: the actions taken so far, and what the server says to them. */
import { api, ApiError } from '../../net/api';
import type { PlayableGame, PreviewResult } from '../../state/game.svelte';
import { pictureOf, type Picture } from '../../model/picture';
import { Playback } from '../../state/playback.svelte';
import type { GameOut, LessonOut, SeatName } from '../../net/protocol';

export class Lesson implements PlayableGame {
  /** What the server said last … */
  answer: LessonOut | null = $state.raw(null);
  /** … and before that: words wait until the board has caught up. */
  #before: LessonOut | null = $state.raw(null);
  preview: PreviewResult | null = $state.raw(null);
  isWaiting = $state(false);
  trouble: ApiError | null = $state.raw(null);
  readonly playback = new Playback();
  readonly isCurtained = false;
  #actions: readonly string[] = [];
  /** The action asked about last: answers may overtake each other. */
  #asked: string | null = null;

  constructor(readonly key: string) {
    void this.#go([]);
  }

  readonly state: GameOut | null = $derived(this.answer?.state ?? null);

  readonly me: SeatName | null = $derived.by(() => {
    const viewer = this.state?.viewer;
    return viewer && viewer !== 'spectator' ? viewer : null;
  });

  readonly picture: Picture | null = $derived.by(() => {
    if (!this.state) return null;
    return this.playback.isBehind ? (this.playback.picture ?? null) : pictureOf(this.state);
  });

  readonly isMyMove: boolean = $derived(
    this.state !== null && this.state.legal.length > 0 && !this.playback.isBehind && !this.isWaiting,
  );

  /** What the teacher speaks of: not before the board shows it. */
  readonly told: LessonOut | null = $derived(
    this.playback.isRunning ? (this.#before ?? this.answer) : this.answer,
  );

  act(action: string): void {
    void this.#go([...this.#actions, action]);
  }

  undo(): void {
    void this.#go(this.#actions.slice(0, -1));
  }

  /** Back to where the task was set. */
  again(): void {
    void this.#go(this.#actions.slice(0, this.answer?.begun ?? 0));
  }

  restart(): void {
    void this.#go([]);
  }

  /** Let the task be done, to look on. */
  show(): void {
    if (!this.answer) return;
    void this.#go([...this.#actions.slice(0, this.answer.begun), ...this.answer.solution]);
  }

  async askPreview(action: string): Promise<void> {
    if (this.preview?.action === action) return;
    this.preview = null;
    this.#asked = action;
    try {
      const said = await api.lessonPreview(this.key, { actions: [...this.#actions], action });
      if (this.#asked !== action) return;
      const isRefused = said.type === 'refused';
      this.preview = {
        action,
        events: isRefused ? [] : said.events,
        refused: isRefused ? said : null,
      };
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): void {
    this.playback.stop();
  }

  async #go(actions: readonly string[]): Promise<void> {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.preview = this.#asked = null;
    try {
      this.#see(await api.lesson(this.key, { actions: [...actions] }), actions);
    } catch (error) {
      this.#fail(error);
    }
    this.isWaiting = false;
  }

  #see(answer: LessonOut, actions: readonly string[]): void {
    if (actions.length === 0) this.playback.start = pictureOf(answer.state);
    this.#before = this.answer;
    this.answer = answer;
    this.#actions = actions;
    this.trouble = null;
    // What came of the actions before is the same as it was: chance follows a script here.
    this.playback.follow(answer.log, Math.min(this.playback.log.length, answer.log.length));
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    this.trouble = error;
  }
}
