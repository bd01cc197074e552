/** The state of a lesson: the actions so far and the server's answers. */
import { api, ApiError } from '../../net/api';
import type { PlayableGame } from '../../state/game.svelte';
import { pictureOf, type Picture } from '../../model/picture';
import { Playback } from '../../state/playback.svelte';
import { Previews } from '../../state/previews.svelte';
import type { GameOut, LessonOut, SeatName } from '../../net/protocol';

export class Lesson implements PlayableGame {
  /** The server's last answer. */
  answer: LessonOut | null = $state.raw(null);
  /** The answer before: its words stay until the board has caught up. */
  #before: LessonOut | null = $state.raw(null);
  readonly previews = new Previews((action) => void this.#preview(action));
  isWaiting = $state(false);
  trouble: ApiError | null = $state.raw(null);
  readonly playback = new Playback();
  readonly isCurtained = false;
  #actions: readonly string[] = [];

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
    const isElsewhere = this.playback.isBehind || this.playback.isAhead;
    return isElsewhere ? (this.playback.picture ?? null) : pictureOf(this.state);
  });

  readonly isMyMove: boolean = $derived(
    this.state !== null && this.state.legal.length > 0 && !this.playback.isStanding && !this.isWaiting,
  );

  /** What the teacher speaks about: only what the board already shows. */
  readonly told: LessonOut | null = $derived(
    this.playback.isRunning ? (this.#before ?? this.answer) : this.answer,
  );

  act(action: string): void {
    if (this.isWaiting) return;
    const preview = this.previews.of(action);
    this.playback.catchUp();
    if (preview && !preview.refused) this.playback.expect(preview.events);
    void this.#go([...this.#actions, action], true);
  }

  undo(): void {
    void this.#go(this.#actions.slice(0, -1));
  }

  /** Return to the start of the task. */
  again(): void {
    void this.#go(this.#actions.slice(0, this.answer?.begun ?? 0));
  }

  restart(): void {
    void this.#go([]);
  }

  /** Show the solution. */
  show(): void {
    if (!this.answer) return;
    void this.#go([...this.#actions.slice(0, this.answer.begun), ...this.answer.solution]);
  }

  close(): void {
    this.playback.stop();
  }

  async #go(actions: readonly string[], isOwn = false): Promise<void> {
    if (this.isWaiting) return;
    this.isWaiting = true;
    try {
      this.#see(await api.lesson(this.key, { actions: [...actions] }), actions, isOwn);
    } catch (error) {
      this.playback.revert();
      this.#fail(error);
    }
    this.isWaiting = false;
  }

  #see(answer: LessonOut, actions: readonly string[], isOwn: boolean): void {
    if (actions.length === 0) this.playback.startFrom(pictureOf(answer.state));
    this.previews.clear();
    this.#before = this.answer;
    this.answer = answer;
    this.#actions = actions;
    this.trouble = null;
    this.playback.follow(answer.log, { isOwn });
  }

  async #preview(action: string): Promise<void> {
    const actions = this.#actions;
    try {
      const said = await api.lessonPreview(this.key, { actions: [...actions], action });
      if (actions !== this.#actions) return;
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
