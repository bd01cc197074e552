/** Which entry of the log the table shows: it follows the log step by step, or stands in the past. */
import { BLANK, fold, type Picture } from '../model/picture';
import type { GameEvent } from '../net/protocol';
import { paced } from '../browser/settings.svelte';
import { play, type Sound } from '../browser/sound';

/** How long an event stays before the next one, in milliseconds at normal speed. */
const STAYS: Partial<Record<GameEvent['type'], number>> = {
  cards_played: 650,
  bridge_built: 620,
  bridge_removed: 420,
  control_gained: 560,
  control_lost: 480,
  card_buried: 600,
  open_card_taken: 650,
  open_card_turned: 380,
  card_drawn: 550,
  draw_declined: 700,
  round_scored: 2200,
  pile_renewed: 700,
};

const SOUNDS: Partial<Record<GameEvent['type'], Sound>> = {
  cards_played: 'card',
  bridge_built: 'build',
  bridge_removed: 'sweep',
  control_gained: 'gain',
  control_lost: 'lose',
  open_card_taken: 'card',
  card_drawn: 'card',
  game_ended: 'win',
};

export class Playback {
  log: readonly GameEvent[] = $state.raw([]);
  /** How many entries are shown. */
  at = $state(0);
  /** Set while somebody looks at the past and nothing moves on. */
  isStanding = $state(false);
  /** The table before the first entry. */
  start: Picture = $state.raw(BLANK);
  readonly pictures: readonly Picture[] = $derived(fold(this.log, this.start));
  readonly picture = $derived(this.pictures[this.at] ?? this.pictures[this.pictures.length - 1]);
  readonly isBehind = $derived(this.at < this.log.length);
  readonly isRunning = $derived(this.isBehind && !this.isStanding);
  /** What may be read of the log: nothing runs ahead of a turn that is being played. */
  readonly told = $derived(this.isRunning ? this.log.slice(0, this.at) : this.log);
  /** The event just shown, while more are to come. */
  readonly current = $derived(this.at > 0 ? (this.log[this.at - 1] ?? null) : null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Take a new log over; entries beyond those already shown are played one after the other. */
  follow(log: readonly GameEvent[], from: number): void {
    this.log = log;
    if (this.isStanding && this.at <= log.length) return;
    this.isStanding = false;
    this.at = Math.min(from, log.length);
    this.#run();
  }

  /** Show the table as it was after so many entries, and stay there. */
  stand(at: number): void {
    clearTimeout(this.#timer);
    this.at = at;
    this.isStanding = at < this.log.length;
  }

  /** Play once more from an entry on. */
  again(from: number): void {
    this.isStanding = false;
    this.at = from;
    this.#run();
  }

  /** Straight to the present. */
  catchUp(): void {
    this.stand(this.log.length);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #run(): void {
    clearTimeout(this.#timer);
    while (this.at < this.log.length) {
      const event = this.log[this.at];
      this.at += 1;
      if (!event) break;
      const sound = SOUNDS[event.type];
      if (sound) play(sound);
      const stays = STAYS[event.type];
      if (stays && this.at < this.log.length) {
        this.#timer = setTimeout(() => this.#run(), paced(stays));
        return;
      }
    }
  }
}
