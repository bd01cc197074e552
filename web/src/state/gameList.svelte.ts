/** The games of this browser, as the server knows them. */
import { accountGames, share } from '../browser/account.svelte';
import { keptGames } from '../browser/tokens';
import { api, ApiError } from '../net/api';
import type { MyGame } from '../net/protocol';
import { byUrgency } from '../model/urgency';

export class GameList {
  games: MyGame[] | null = $state.raw(null);
  error: ApiError | null = $state.raw(null);

  /** Games that are not over, the most urgent first. */
  readonly running: MyGame[] = $derived((this.games ?? []).filter((game) => game.facts.outcome === null));

  load(): Promise<void> {
    return this.guarded(async () => {
      const tokens = keptGames().map((kept) => kept.token);
      this.games = tokens.length > 0 ? byUrgency((await api.myGames({ tokens })).games) : [];
    });
  }

  /** Add the games of the account, and share progress with its other browsers. */
  loadAccount(): Promise<void> {
    return this.guarded(async () => {
      const found = await accountGames();
      await this.load();
      const known = new Set(this.games?.map(({ facts }) => facts.game));
      const others = found.filter(({ facts }) => !known.has(facts.game));
      this.games = byUrgency([...(this.games ?? []), ...others]);
      await share();
    });
  }

  /** Do something that may fail, and keep the error. */
  async guarded(work: () => Promise<void>): Promise<void> {
    this.error = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error;
    }
  }
}
