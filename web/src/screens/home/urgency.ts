/** The order of the list of games. */
import type { MyGame } from '../../net/protocol';

/** Games that wait for me, then other running games, then games without an opponent, then the rest. */
function rank({ facts, is_my_turn }: MyGame): number {
  if (facts.outcome) return 3;
  if (!facts.players.white.joined || !facts.players.black.joined) return 2;
  return is_my_turn ? 0 : 1;
}

/** Sort games by urgency; the server's order, newest first, decides among equals. */
export function byUrgency(games: readonly MyGame[]): MyGame[] {
  return [...games].sort((a, b) => rank(a) - rank(b));
}
