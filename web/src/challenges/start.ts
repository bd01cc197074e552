/** Start a game of a challenge. */
import { keepChallengeGame } from '../browser/challengeGames';
import { settings } from '../browser/settings.svelte';
import { api } from '../net/api';
import type { GameStart } from '../state/gameStart.svelte';

/** Request the game, remember its challenge, and open it. */
export function playChallenge(start: GameStart, challenge: string): Promise<boolean> {
  return start.run(async () => {
    const taken = await api.playChallenge(challenge, settings.name);
    keepChallengeGame({ game: taken.game, challenge, reached: null });
    return taken;
  });
}
