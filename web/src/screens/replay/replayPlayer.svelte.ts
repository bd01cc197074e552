/** The state of a replay. */
import { untrack } from 'svelte';
import { pictureOfMoment } from '../../model/moments';
import type { CoursePoint, Picture } from '../../model/picture';
import { Playback } from '../../state/playback.svelte';
import type { MomentOut, ReplayOut } from '../../net/protocol';
import { settings, type Speed } from '../../browser/settings.svelte';

/** Milliseconds from one ply to the next. */
const PACES: Record<Speed, number> = { slow: 2400, normal: 1200, fast: 500, instant: 180 };
/** Faster than this, consequences are not animated one by one. */
const UNHURRIED = 1000;

/** Units to step by. */
export type Unit = 'ply' | 'turn' | 'round';

export class ReplayPlayer {
  at = $state(0);
  isPlaying = $state(false);
  readonly moments: readonly MomentOut[];
  readonly last: number;
  readonly points: readonly CoursePoint[];

  constructor(
    readonly replay: ReplayOut,
    at: number,
  ) {
    this.moments = replay.moments;
    this.last = replay.moments.length - 1;
    this.points = replay.moments.map(pointOf);
    this.show(at);
  }

  readonly moment: MomentOut = $derived.by(() => this.moments[this.at]!);
  /** Animates the consequences of the current ply. */
  readonly #chain = new Playback();
  readonly picture: Picture = $derived(
    this.#chain.isRunning ? this.#chain.picture! : pictureOfMoment(this.moment),
  );

  show(at: number): void {
    const before = untrack(() => this.moment);
    this.at = Math.min(this.last, Math.max(0, at));
    untrack(() => this.#follow(before));
  }

  /** Leave the screen. */
  stop(): void {
    this.#chain.stop();
  }

  /** Step by a ply, or to the start of the next or previous turn or round. */
  step(unit: Unit, by: 1 | -1): void {
    let next = this.at + by;
    while (next > 0 && next < this.last && !this.#begins(unit, next)) next += by;
    this.show(next);
  }

  /** Play or pause; at the end start over. */
  toggle(): void {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.at === this.last) this.show(0);
  }

  /** Run as an effect: schedule the next ply. */
  goOn(): (() => void) | void {
    if (!this.isPlaying || this.#chain.isRunning) return;
    if (this.at >= this.last) {
      this.isPlaying = false;
      return;
    }
    const timer = setTimeout(() => this.show(this.at + 1), PACES[settings.speed]);
    return () => clearTimeout(timer);
  }

  /** Animate chain reactions when stepping to the next position; otherwise show it at once. */
  #follow(before: MomentOut): void {
    const { number, events } = this.moment;
    if (number === before.number) return;
    const isHurried = this.isPlaying && PACES[settings.speed] < UNHURRIED;
    const bridge = events.findIndex(({ type }) => type === 'bridge_built' || type === 'bridge_removed');
    if (number !== before.number + 1 || isHurried || bridge < 0) {
      this.#chain.catchUp();
      return;
    }
    this.#chain.startFrom(pictureOfMoment(before));
    this.#chain.follow(events, { from: bridge });
  }

  #begins(unit: Unit, at: number): boolean {
    return unit === 'ply' || this.moments[at]?.[unit] !== this.moments[at - 1]?.[unit];
  }
}

function pointOf(moment: MomentOut, i: number, all: readonly MomentOut[]): CoursePoint {
  const scored = moment.rounds.length;
  return {
    turn: moment.turn,
    white: moment.white.control.length,
    black: moment.black.control.length,
    scored: scored > (all[i - 1]?.rounds.length ?? 0) ? scored : null,
  };
}
