/** Tell a player of an online game when the opponent arrives, leaves and comes back. */
import { notify } from '../browser/notifications';
import { play } from '../browser/sound.svelte';
import { opponentName, type Names } from '../i18n/eventText';
import { t } from '../i18n/translate';
import { isSlow } from '../model/clocks';
import { otherSeat } from '../model/picture';
import type { SeatOut } from '../net/protocol';
import type { Game } from './game.svelte';

type News = 'joined' | 'left' | 'left_clock' | 'back';

/** Longer than reloading a page takes. */
const ABSENCE_MS = 4000;
const SHOWN_MS = 8000;

export class Arrivals {
  news: News | null = $state(null);
  #wasAwaited = false;
  #wasHere = false;
  #isMissed = false;

  constructor(
    private readonly game: Game,
    private readonly names: () => Names,
  ) {
    $effect(() => this.#await());
    $effect(() => this.#miss());
    $effect(() => {
      if (!this.news) return;
      const timer = setTimeout(() => (this.news = null), SHOWN_MS);
      return () => clearTimeout(timer);
    });
  }

  /** The opponent in a running game between people; in games over days both come and go. */
  readonly #opponent: SeatOut | null = $derived.by(() => {
    const { state, me } = this.game;
    if (!state || !me || state.mode !== 'online' || state.outcome || isSlow(state.clock)) return null;
    const seat = state.seats[otherSeat(me)];
    return seat.kind === 'human' ? seat : null;
  });

  readonly #isAwaited = $derived.by(
    () => this.#opponent !== null && !(this.#opponent.joined && this.game.state!.is_dealt),
  );
  readonly #isPresent = $derived(this.#opponent?.present ?? null);

  #await(): void {
    const hasCome = this.#wasAwaited && !this.#isAwaited && this.#opponent !== null;
    this.#wasAwaited = this.#isAwaited;
    if (!hasCome) return;
    this.news = 'joined';
    // Whoever is to move is called by the game.
    if (this.game.state!.to_move === this.game.me) return;
    play('turn');
    const name = opponentName(this.names(), otherSeat(this.game.me!));
    void notify(t('notice.joined', { name }), this.game.id);
  }

  #miss(): (() => void) | void {
    if (this.#isPresent === null || this.#isAwaited) return;
    if (this.#isPresent) {
      if (this.#isMissed) this.news = 'back';
      this.#isMissed = false;
      this.#wasHere = true;
    } else if (this.#wasHere) {
      const timer = setTimeout(() => {
        this.#isMissed = true;
        this.news = this.game.state!.clock ? 'left_clock' : 'left';
      }, ABSENCE_MS);
      return () => clearTimeout(timer);
    }
  }
}
