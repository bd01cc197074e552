/** Request a new game and open it, for all forms that start games. */
import { addressOf, go } from '../browser/router.svelte';
import { keep } from '../browser/tokens';
import { ApiError } from '../net/api';
import type { SeatTaken } from '../net/protocol';

export class GameStart {
  isBusy = $state(false);
  error: ApiError | null = $state.raw(null);

  /** Send the request, remember the seat and the seed, and go to the game; on failure keep the error. */
  async run(request: () => Promise<SeatTaken>, seed?: string): Promise<boolean> {
    this.isBusy = true;
    this.error = null;
    try {
      const { game, token, invite } = await request();
      keep({ game, token, ...(invite ? { invite } : {}), ...(seed ? { seed } : {}) });
      go(addressOf(game));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error;
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
