/** The coach's review of a replayed game, and what it says about the position shown. */
import { untrack } from 'svelte';
import type { ReviewedDecision, ReviewReportOut, SeatName } from '../../net/protocol';
import { costliestFirst, isError } from './errors';
import type { ReplayPlayer } from './replayPlayer.svelte';
import { ReviewJob } from './reviewJob.svelte';
import { luckEvents, type LuckEvent } from './summary';

interface Setting {
  player: ReplayPlayer;
  /** Whether the review is wanted, not only the replay. */
  readonly isWanted: boolean;
  /** The seats that the viewer played. */
  readonly own: readonly SeatName[];
}

export class GameReview {
  readonly job: ReviewJob;
  /** The plies that an earlier result called mistakes. */
  #suspected: ReadonlySet<number> = $state.raw(new Set());

  constructor(
    id: string,
    private readonly setting: Setting,
  ) {
    this.job = new ReviewJob(id);
    $effect(() => {
      const plies = this.errors.map((error) => error.ply);
      if (this.isRefining) this.#suspected = new Set([...untrack(() => this.#suspected), ...plies]);
    });
    this.#showCostliestFirst();
  }

  readonly report: ReviewReportOut | null = $derived.by(() => (this.setting.isWanted ? this.job.state.report : null));
  /** Whether there is a first review, which is being refined. */
  readonly isRefining: boolean = $derived.by(
    () => this.report !== null && (this.job.state.status === 'waiting' || this.job.state.status === 'running'),
  );
  readonly isDone: boolean = $derived.by(() => this.job.state.status === 'done');

  /** The errors of both players, the costliest first. */
  readonly errors: readonly ReviewedDecision[] = $derived.by(() => costliestFirst(this.report?.decisions ?? []));
  /** The viewer's own mistakes, in the order of the game. */
  readonly ownMistakes: readonly ReviewedDecision[] = $derived.by(() =>
    (this.report?.decisions ?? []).filter((each) => isError(each) && this.setting.own.includes(each.seat)),
  );
  readonly luck: readonly LuckEvent[] = $derived.by(() =>
    this.report ? luckEvents(this.report, this.setting.player.moments) : [],
  );

  /** The mistake that was made in the position shown. */
  readonly mistake: ReviewedDecision | null = $derived.by(
    () => this.errors.find((error) => error.ply - 1 === this.setting.player.at) ?? null,
  );
  /** The luck of the move that led to the position shown. */
  readonly lucky: LuckEvent | null = $derived.by(
    () => this.luck.find((event) => event.ply === this.setting.player.at) ?? null,
  );
  /** Whether the review no longer calls the next move a mistake. */
  readonly isCleared: boolean = $derived.by(() => !this.mistake && this.#suspected.has(this.setting.player.at + 1));

  /** Begin with the costliest mistake, unless the address names a position. */
  #showCostliestFirst(): void {
    const { player } = this.setting;
    let isStarted = false;
    $effect(() => {
      const first = this.errors[0];
      if (isStarted || !first) return;
      isStarted = true;
      if (untrack(() => player.at === 0 && !player.isPlaying)) player.show(first.ply - 1);
    });
  }
}
