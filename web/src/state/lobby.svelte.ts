/** The lobby: who looks for an opponent, and what this browser looks for. All tabs share it. */
import { notify } from '../browser/notifications';
import { pendingSeats, setPending, takeSeats, type PendingSeat } from '../browser/pendingSeats';
import { renewPush } from '../browser/push';
import { addressOf, go, here } from '../browser/router.svelte';
import { play } from '../browser/sound.svelte';
import { keep, keptGame, newKey } from '../browser/tokens';
import { t } from '../i18n/translate';
import { api, ApiError, watchLobby } from '../net/api';
import type { BotWanted, LobbyOut, OfferOut, SeekOut, SeekWanted } from '../net/protocol';

/** The terms of a match, without what only this browser knows. */
export type Terms = Omit<SeekWanted, 'token'>;

const GUEST = 'kahuna.guest';
const RETRY_MS = 3000;

/** Return the key of this browser, by which the lobby knows a guest. */
export function guestKey(): string {
  const known = localStorage.getItem(GUEST);
  if (known) return known;
  const made = newKey() + newKey();
  localStorage.setItem(GUEST, made);
  return made;
}

export class LobbyWatch {
  state: LobbyOut | null = $state.raw(null);
  error: ApiError | null = $state.raw(null);
  isBusy = $state(false);
  /** A game that has begun while another screen was open. */
  found: string | null = $state(null);

  #open: AbortController | null = null;
  #users = 0;
  /** Whether the seats of games that began before this page was opened have been looked for. */
  #hasLooked = false;

  /** Watch the lobby; return how to stop. Whoever looks for an opponent stays in the lobby. */
  enter(): () => void {
    this.#users += 1;
    if (!this.#open) void this.#watch();
    return () => {
      this.#users -= 1;
      if (this.#users === 0 && !pendingSeats().some(({ opponent }) => opponent === null)) this.#leave();
    };
  }

  /** Take the seats of games that have begun while this browser was away. */
  async resume(): Promise<void> {
    if (pendingSeats().length === 0) return;
    try {
      await this.#takeSeats(await api.lobby(guestKey()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // Later, then.
    }
  }

  /** Look for an opponent, or offer a match to one. */
  async seek(terms: Terms): Promise<void> {
    const opponent = terms.opponent ?? null;
    await this.#guarded(async () => {
      const token = newKey() + newKey();
      setPending(opponent, token);
      await api.seek({ ...terms, token }, guestKey());
    });
    if (this.error) setPending(opponent, null);
    else void renewPush(); // Somebody may accept after the page was closed.
  }

  async cancel(): Promise<void> {
    setPending(null, null);
    await this.#guarded(() => api.cancelSeek(guestKey()));
  }

  /** Decline what somebody offers. */
  async decline(offer: SeekOut): Promise<void> {
    await this.#guarded(() => api.endOffer(offer.id, guestKey()));
  }

  async withdraw(offer: OfferOut): Promise<void> {
    setPending(offer.opponent, null);
    await this.#guarded(() => api.endOffer(offer.id, guestKey()));
  }

  /** Play somebody in the list. */
  async accept(seek: string, name: string): Promise<void> {
    await this.#begin((token) => api.acceptSeek(seek, { token, name }, guestKey()));
  }

  /** Play a bot; what was looked for before goes on. */
  async playBot(wanted: Omit<BotWanted, 'token'>): Promise<void> {
    await this.#begin((token) => api.botMatch({ ...wanted, token }, guestKey()));
  }

  async #begin(request: (token: string) => Promise<{ game: string }>): Promise<void> {
    await this.#guarded(async () => {
      const token = newKey() + newKey();
      const { game } = await request(token);
      keep({ game, token });
      go(addressOf(game));
    });
  }

  async #watch(): Promise<void> {
    const open = (this.#open = new AbortController());
    while (!open.signal.aborted) {
      try {
        for await (const state of watchLobby(guestKey(), open.signal)) {
          if (open.signal.aborted) return;
          this.state = state;
          this.error = null;
          for (const game of await this.#takeSeats(state)) {
            play('turn');
            void notify(t('lobby.found'), game);
          }
        }
      } catch (error) {
        if (open.signal.aborted) return;
        if (error instanceof ApiError) this.error = error;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  #leave(): void {
    this.#open?.abort();
    this.#open = null;
    this.state = null;
  }

  /** Remember the seats of games that have begun, and go there from the lobby. */
  async #takeSeats(state: LobbyOut): Promise<string[]> {
    const isWaiting = ({ opponent }: PendingSeat): boolean =>
      opponent === null ? state.own !== null : state.offered.some((offer) => offer.opponent === opponent);
    const begun = pendingSeats().filter((each) => !isWaiting(each));
    if (begun.length === 0 || (this.#hasLooked && state.games.every((game) => keptGame(game)))) return [];
    this.#hasLooked = true;
    const games = await takeSeats(begun);
    for (const game of games) {
      if (here().screen === 'lobby') go(addressOf(game));
      else this.found = game;
    }
    return games;
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.error = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  }
}

export const lobby = new LobbyWatch();
