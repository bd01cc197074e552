/** Find the viewer's own seats in a finished game. */
import { SEATS } from '../model/picture';
import { api, ApiError } from '../net/api';
import type { GameFacts, SeatName } from '../net/protocol';
import { keptGame } from './tokens';

/** Return the seats that this browser played in a finished game; none for a spectator. */
export async function ownSeats(facts: GameFacts): Promise<readonly SeatName[]> {
  const token = keptGame(facts.game)?.token;
  if (!token) return [];
  if (facts.mode === 'bot') return SEATS.filter((seat) => facts.players[seat].kind === 'human');
  try {
    const { games } = await api.myGames({ tokens: [token] });
    return games.find((game) => game.facts.game === facts.game)?.seats ?? [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}
