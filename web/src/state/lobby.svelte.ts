/** The lobby: who looks for an opponent, and what this browser looks for. All tabs share it. */
import { addressOf, go, here } from '../browser/router.svelte';
import { renewPush } from '../browser/push';
import { seekSeat, soughtSeat, stopSeeking } from '../browser/soughtSeat';
import { keep, keptGame, newKey } from '../browser/tokens';
import { api, ApiError, watchLobby } from '../net/api';
import type { BotWanted, LobbyOut, SeekWanted } from '../net/protocol';

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

  /** Watch the lobby; return how to stop. Whoever looks for an opponent stays in the lobby. */
  enter(): () => void {
    this.#users += 1;
    if (!this.#open) void this.#watch();
    return () => {
      this.#users -= 1;
      if (this.#users === 0 && !soughtSeat()) this.#leave();
    };
  }

  async seek(terms: Terms): Promise<void> {
    await this.#guarded(async () => {
      const token = newKey() + newKey();
      seekSeat({ token, before: this.state?.games ?? [] });
      await api.seek({ ...terms, token }, guestKey());
    });
    if (this.error) stopSeeking();
    else void renewPush(); // Somebody may accept after the page was closed.
  }

  async cancel(): Promise<void> {
    stopSeeking();
    await this.#guarded(() => api.cancelSeek(guestKey()));
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
          this.#takeSeat(state);
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

  /** Remember the seat of a game that has begun, and go there from the lobby. */
  #takeSeat(state: LobbyOut): void {
    const wanted = soughtSeat();
    if (!wanted || state.own) return;
    const game = state.games.find((each) => !wanted.before.includes(each) && !keptGame(each));
    if (!game) return;
    keep({ game, token: wanted.token });
    stopSeeking();
    if (here().screen === 'lobby') go(addressOf(game));
    else this.found = game;
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
