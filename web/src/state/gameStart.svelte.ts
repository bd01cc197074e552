/** Request a new game and open it, for all forms that start games. */
import { addressOf, go } from '../browser/router.svelte';
import { keep, type KeptGame } from '../browser/tokens';
import { ApiError } from '../net/api';
import type { SeatTaken } from '../net/protocol';

export class GameStart {
  isBusy = $state(false);
  error: ApiError | null = $state.raw(null);

  /** Send the request, remember the seat and what else is known, and go to the game; on failure keep the error. */
  async run(request: () => Promise<SeatTaken>, known: Pick<KeptGame, 'seed' | 'isBranch'> = {}): Promise<boolean> {
    this.isBusy = true;
    this.error = null;
    try {
      const { game, token, invite } = await request();
      keep({ game, token, ...(invite ? { invite } : {}), ...known });
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
