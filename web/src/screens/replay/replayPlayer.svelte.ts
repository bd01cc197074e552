/** A finished game and the place in it that is shown. */
import { untrack } from 'svelte';
import type { CoursePoint, Picture } from '../../model/picture';
import { SEATS } from '../../model/picture';
import { Playback } from '../../state/playback.svelte';
import type { MomentOut, ReplayOut } from '../../net/protocol';
import { settings, type Pace } from '../../browser/settings.svelte';

/** Milliseconds from one ply to the next. */
const PACES: Record<Pace, number> = { slow: 2400, normal: 1200, fast: 500, rush: 180 };
/** Who goes on faster than this does not want to see what follows from a bridge one by one. */
const UNHURRIED = 1000;

/** What makes plies belong together. */
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
  /** What follows from the bridge just built or removed, step by step. */
  readonly #chain = new Playback();
  readonly picture: Picture = $derived(
    this.#chain.isRunning ? this.#chain.picture! : pictureOf(this.moment),
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

  /** Go on or back by a ply, or to where the next turn or round begins. */
  step(unit: Unit, by: 1 | -1): void {
    let next = this.at + by;
    while (next > 0 && next < this.last && !this.#begins(unit, next)) next += by;
    this.show(next);
  }

  /** Go on by itself, or stop; at the end, once more from the start. */
  toggle(): void {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.at === this.last) this.show(0);
  }

  /** To be run as an effect: the next ply, when its time has come. */
  goOn(): (() => void) | void {
    if (!this.isPlaying || this.#chain.isRunning) return;
    if (this.at >= this.last) {
      this.isPlaying = false;
      return;
    }
    const timer = setTimeout(() => this.show(this.at + 1), PACES[settings.pace]);
    return () => clearTimeout(timer);
  }

  /** From one position to the next, chain reactions can be watched; all else is there at once. */
  #follow(before: MomentOut): void {
    const { number, events } = this.moment;
    if (number === before.number) return;
    const isHurried = this.isPlaying && PACES[settings.pace] < UNHURRIED;
    const bridge = events.findIndex(({ type }) => type === 'bridge_built' || type === 'bridge_removed');
    if (number !== before.number + 1 || isHurried || bridge < 0) {
      this.#chain.catchUp();
      return;
    }
    this.#chain.startFrom(pictureOf(before));
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

/** The board, the cards and the points at a moment. */
export function pictureOf(moment: MomentOut): Picture {
  const hand = (seat: 'white' | 'black'): number =>
    moment[seat].hand.length + moment[seat].shown.length;
  return {
    bridges: new Map(SEATS.flatMap((seat) => moment[seat].bridges.map((line) => [line, seat] as const))),
    stones: new Map(SEATS.flatMap((seat) => moment[seat].control.map((letter) => [letter, seat] as const))),
    openCards: moment.open_cards,
    pile: moment.pile_size,
    discards: moment.discards,
    hands: { white: hand('white'), black: hand('black') },
    buried: { white: moment.white.buried.length, black: moment.black.buried.length },
    rounds: moment.rounds,
    round: moment.round,
    turn: moment.turn,
    toMove: moment.to_move,
  };
}
