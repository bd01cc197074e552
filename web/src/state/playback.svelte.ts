/** Which entry of the log the table shows: follow the log step by step, or stay in the past. */
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

/** What is heard when an event is shown; the end sounds different to the winner and the loser. */
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
  /** Set while somebody looks at the past and nothing moves on. */
  isStanding = $state(false);
  /** The entries that the server has sent; those after them are expected. */
  #confirmed: readonly GameEvent[] = $state.raw([]);
  #start: Picture = BLANK;
  /** The table before the first entry and after each of them. */
  #pictures: readonly Picture[] = $state.raw([BLANK]);
  readonly picture = $derived(this.#pictures[this.at] ?? this.#pictures[this.#pictures.length - 1]);
  /** Whether entries are shown that the server has not confirmed yet. */
  readonly isAhead = $derived(this.log.length > this.#confirmed.length);
  readonly isBehind = $derived(this.at < this.log.length);
  readonly isRunning = $derived(this.isBehind && !this.isStanding);
  /** Whether the stones are being counted: the next entry tells the result. */
  readonly isCounting = $derived(this.isRunning && this.log[this.at]?.type === 'round_scored');
  /** What may be read of the log: nothing that is not shown or not confirmed yet. */
  readonly readable = $derived.by(() => {
    if (this.isAhead) return this.#confirmed;
    return this.isRunning ? this.log.slice(0, this.at) : this.log;
  });
  /** The event just shown, while more are to come. */
  readonly current = $derived(this.at > 0 ? (this.log[this.at - 1] ?? null) : null);
  /** What is expected and not yet confirmed. */
  readonly expected: readonly GameEvent[] = $derived(this.log.slice(this.#confirmed.length));
  /** Whether what runs began with the viewer's own move: that is over soon and needs no skipping. */
  isOwn = $state(false);
  /** The seat of the one who listens; null where two play at one device, and for a spectator. */
  listener: () => SeatName | null = () => null;
  /** Called when an entry is about to be shown, with the one after it. */
  onshow: ((event: GameEvent, next: GameEvent | undefined) => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begin with another table than the empty one. */
  startFrom(picture: Picture): void {
    this.#start = picture;
    this.#pictures = [picture];
    this.log = this.#confirmed = [];
    this.at = 0;
  }

  /**
   * Take over the log that the server sent and play what has not been shown yet, when what is shown
   * has had its time; `from` names another entry to begin with. With `isOwn` the first new ply is the
   * viewer's own: its piece appears at once.
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

  /** Show at once what an action of the viewer will do; `follow` or `revert` settles it. */
  expect(events: readonly GameEvent[]): void {
    const from = this.log.length;
    this.isStanding = false;
    this.#take([...this.log, ...events], from);
    this.#runFrom(from, true);
  }

  /** Take back what was expected: the server refused it. */
  revert(): void {
    if (!this.isAhead) return;
    this.stop();
    this.#take(this.#confirmed, this.#confirmed.length);
    this.at = this.log.length;
  }

  /** Show the table as it was after so many entries, and stay there. */
  stand(at: number): void {
    this.stop();
    this.at = at;
    this.isStanding = at < this.log.length;
  }

  /** Play once more from an entry on. */
  again(from: number): void {
    this.isStanding = false;
    this.#runFrom(from, false);
  }

  /** Straight to the present. */
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

  #runFrom(at: number, isOwn: boolean): void {
    this.stop();
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
      this.#showNext();
      if (this.#wait(stayOf(this.log, this.at - 1, this.isOwn ? OWN_CONSEQUENCES : CONSEQUENCES))) return;
    }
  }

  /** Wait before the next entry, and until the stones are counted if it is a scoring; false if there is no need. */
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

/** Whether two entries show the same; the notation of a ply may say more once it is played. */
function isSame(a: GameEvent, b: GameEvent): boolean {
  if (a === b) return true;
  if (a.type === 'ply' && b.type === 'ply') return a.seat === b.seat;
  return JSON.stringify(a) === JSON.stringify(b);
}
