/** Decides which entry of the log the table shows: follows the log step by step, or stays in the past. */
import { BLANK, fold, type Picture } from '../model/picture';
import type { GameEvent, SeatName } from '../net/protocol';
import { paced } from '../browser/settings.svelte';
import { play, type Sound } from '../browser/sound.svelte';
import { CONSEQUENCES, countingTime, LEAD, OWN_CONSEQUENCES, ownDoingEnd, stayOf } from './pacing';

const SOUNDS: Partial<Record<Exclude<GameEvent['type'], 'game_ended'>, Sound>> = {
  cards_played: 'card',
  bridge_built: 'build',
  bridge_removed: 'sweep',
  control_gained: 'gain',
  control_lost: 'lose',
  open_card_taken: 'card',
  card_drawn: 'card',
  round_scored: 'score',
  pile_renewed: 'shuffle',
};

/** Return the sound of an event; winner and loser hear different ones at the end. */
export function soundOf(event: GameEvent, me: SeatName | null): Sound | undefined {
  if (event.type !== 'game_ended') return SOUNDS[event.type];
  const { winner } = event.outcome;
  if (!winner) return 'draw';
  return me === null || winner === me ? 'win' : 'defeat';
}

export class Playback {
  log: readonly GameEvent[] = $state.raw([]);
  /** How many entries are shown. */
  at = $state(0);
  /** Whether the viewer looks at the past, and the playback is paused. */
  isStanding = $state(false);
  /** The entries that the server has confirmed; later ones are expected. */
  #confirmed: readonly GameEvent[] = $state.raw([]);
  #start: Picture = BLANK;
  /** The table before the first entry and after each of them. */
  #pictures: readonly Picture[] = $state.raw([BLANK]);
  readonly picture = $derived(this.#pictures[this.at] ?? this.#pictures[this.#pictures.length - 1]);
  /** Whether the log contains entries that the server has not confirmed yet. */
  readonly isAhead = $derived(this.log.length > this.#confirmed.length);
  readonly isBehind = $derived(this.at < this.log.length);
  readonly isRunning = $derived(this.isBehind && !this.isStanding);
  /** Whether the stones are being counted: the next entry tells the result. */
  readonly isCounting = $derived(this.isRunning && this.log[this.at]?.type === 'round_scored');
  /** The readable part of the log: entries that are shown and confirmed. */
  readonly readable = $derived.by(() => {
    if (this.isAhead) return this.#confirmed;
    return this.isRunning ? this.log.slice(0, this.#detour?.back ?? this.at) : this.log;
  });
  /** The event shown last. */
  readonly current = $derived(this.at > 0 ? (this.log[this.at - 1] ?? null) : null);
  /** Entries that the server has not confirmed yet. */
  readonly expected: readonly GameEvent[] = $derived(this.log.slice(this.#confirmed.length));
  /** Whether the viewer's own move is being played: it is short and needs no button to skip it. */
  isOwn = $state(false);
  /** The viewer's seat, for sounds; null for spectators and for two players at one device. */
  listener: () => SeatName | null = () => null;
  /** Called before an entry is shown, with the next one. */
  onshow: ((event: GameEvent, next: GameEvent | undefined) => void) | null = null;
  /** An earlier turn that is watched again: where it ends, and where to go on afterwards. */
  #detour: { until: number; back: number } | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Start from a position other than the empty table. */
  startFrom(picture: Picture): void {
    this.#start = picture;
    this.#pictures = [picture];
    this.log = this.#confirmed = [];
    this.at = 0;
  }

  /**
   * Replace the log by the server's and play the new entries, once the current one has been shown long
   * enough. `from` sets where to begin. With `isOwn` the first new ply is the viewer's own and appears
   * at once.
   */
  follow(log: readonly GameEvent[], { from, isOwn = false }: { from?: number; isOwn?: boolean } = {}): void {
    const same = sharedLength(this.log, log);
    const shown = from ?? Math.min(this.at, same);
    this.#take(log, same);
    this.#confirmed = log;
    if (this.isStanding && this.at <= log.length) return;
    this.isStanding = false;
    if (this.#timer !== undefined && shown === this.at) this.isOwn = isOwn;
    else this.#runFrom(Math.min(shown, log.length), isOwn);
  }

  /** Show the effects of the viewer's action before the server confirms it; `follow` or `revert` settles them. */
  expect(events: readonly GameEvent[]): void {
    const from = this.log.length;
    this.isStanding = false;
    this.#take([...this.log, ...events], from);
    this.#runFrom(from, true);
  }

  /** Remove the expected entries: the server refused the action. */
  revert(): void {
    if (!this.isAhead) return;
    this.stop();
    this.#take(this.#confirmed, this.#confirmed.length);
    this.at = this.log.length;
  }

  /** Show the table after this many entries and stay there. */
  stand(at: number): void {
    this.stop();
    this.#detour = null;
    this.at = at;
    this.isStanding = at < this.log.length;
  }

  /** Play again from an entry onwards. */
  again(from: number): void {
    this.isStanding = false;
    this.#runFrom(from, false);
  }

  /** Show a part of the log again, then return to what was shown before. */
  watch(from: number, until: number): void {
    const back = this.#detour?.back ?? (this.isRunning ? this.at : this.log.length);
    this.isStanding = false;
    this.#runFrom(from, false, { until, back });
  }

  /** Jump to the present. */
  catchUp(): void {
    this.stand(this.log.length);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #take(log: readonly GameEvent[], same: number): void {
    const known = this.#pictures.slice(0, same + 1);
    const [, ...rest] = fold(log.slice(same), known.at(-1) ?? this.#start);
    this.#pictures = [...known, ...rest];
    this.log = log;
  }

  #runFrom(at: number, isOwn: boolean, detour: { until: number; back: number } | null = null): void {
    this.stop();
    this.#detour = detour;
    this.at = at;
    this.isOwn = isOwn;
    const end = isOwn ? ownDoingEnd(this.log, at) : at;
    while (this.at < end) this.#showNext();
    if (!this.#wait(isOwn ? LEAD : 0)) this.#run();
  }

  #showNext(): void {
    const event = this.log[this.at];
    this.at += 1;
    if (!event) return;
    this.onshow?.(event, this.log[this.at]);
    const sound = soundOf(event, this.listener());
    if (sound) play(sound);
  }

  #run(): void {
    while (this.at < this.log.length) {
      if (this.#detour && this.at >= this.#detour.until) {
        this.at = Math.min(this.#detour.back, this.log.length);
        this.#detour = null;
        continue;
      }
      this.#showNext();
      if (this.#wait(stayOf(this.log, this.at - 1, this.isOwn ? OWN_CONSEQUENCES : CONSEQUENCES))) return;
    }
  }

  /** Wait before the next entry, also until the stones are counted; return false if there is nothing to wait for. */
  #wait(milliseconds: number): boolean {
    const next = this.log[this.at];
    if (!next) return false;
    const time = milliseconds + (next.type === 'round_scored' ? countingTime(next.stones) : 0);
    if (time === 0) return false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, paced(time));
    return true;
  }
}

/** Count the entries that two logs have in common from the start. */
function sharedLength(a: readonly GameEvent[], b: readonly GameEvent[]): number {
  let length = 0;
  while (length < a.length && length < b.length && isSame(a[length]!, b[length]!)) length += 1;
  return length;
}

/** Whether two entries look the same; the notation of a ply may become longer once it is confirmed. */
function isSame(a: GameEvent, b: GameEvent): boolean {
  if (a === b) return true;
  if (a.type === 'ply' && b.type === 'ply') return a.seat === b.seat;
  return JSON.stringify(a) === JSON.stringify(b);
}
