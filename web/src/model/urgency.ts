/** The order of the list of games. */
import type { MyGame } from '../net/protocol';

/** Games that wait for me, then other running games, then games without an opponent, then the rest. */
function rank({ facts, is_my_turn }: MyGame): number {
  if (facts.outcome) return 3;
  if (!facts.players.white.joined || !facts.players.black.joined) return 2;
  return is_my_turn ? 0 : 1;
}

/** Sort games by urgency, then by the time left; the server's order, newest first, decides among equals. */
export function byUrgency(games: readonly MyGame[]): MyGame[] {
  const time = (game: MyGame): number => (rank(game) < 2 ? (game.seconds_left ?? Infinity) : Infinity);
  return [...games].sort((a, b) => rank(a) - rank(b) || (time(a) === time(b) ? 0 : time(a) - time(b)));
}

/** The game that waits most urgently for me, except one. */
export function nextWaiting(games: readonly MyGame[], except: string): MyGame | null {
  return byUrgency(games).find((game) => rank(game) === 0 && game.facts.game !== except) ?? null;
}
