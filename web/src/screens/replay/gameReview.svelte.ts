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
  /** The first verdicts, by ply, while they are being refined. */
  #first: ReadonlyMap<number, ReviewedDecision> = $state.raw(new Map());

  constructor(
    id: string,
    private readonly setting: Setting,
  ) {
    this.job = new ReviewJob(id);
    $effect(() => {
      const { report } = this;
      if (!report || !this.isRefining) return;
      const seen = report.decisions.map((decision) => [decision.ply, decision] as const);
      this.#first = new Map([...seen, ...untrack(() => this.#first)]);
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
  /** The first verdict on the mistake shown, if closer inspection has changed it. */
  readonly firstVerdict: ReviewedDecision | null = $derived.by(() => {
    const first = this.mistake && this.#first.get(this.mistake.ply);
    return first && isError(first) && isChanged(first, this.mistake!) ? first : null;
  });
  /** Whether the review no longer calls the next move a mistake. */
  readonly isCleared: boolean = $derived.by(() => {
    const first = this.#first.get(this.setting.player.at + 1);
    return !this.mistake && first !== undefined && isError(first);
  });
  /** How many mistakes got another verdict in the end; null if there was no first result. */
  readonly numChanged: number | null = $derived.by(() => {
    if (!this.isDone || !this.report || this.#first.size === 0) return null;
    return this.report.decisions.filter((decision) => {
      const first = this.#first.get(decision.ply);
      return first && first.label !== decision.label && (isError(first) || isError(decision));
    }).length;
  });

  /** Request the review in a language. */
  start(language: string): void {
    this.#first = new Map();
    void this.job.start(language);
  }

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

function isChanged(first: ReviewedDecision, now: ReviewedDecision): boolean {
  return first.label !== now.label || first.better.notation !== now.better.notation;
}
