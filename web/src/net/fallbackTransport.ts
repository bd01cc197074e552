/**
 * Reach a server, and the host in this browser where the server cannot be reached: games at this
 * device, lessons, puzzles and rules need no server. Each game stays where it began.
 */
import { isOffline } from './apiError';
import type { MyGames, MyTokens, NewGame } from './protocol';
import type { ApiAnswer, ApiRequest, GameSocket, SocketListener, Transport } from './transport';
import { LOCAL } from './workerTransport';

/** Whether a request is about a game of this browser. */
export function isLocal({ path, body }: ApiRequest): boolean {
  const game = /^\/games\/([^/?]+)/.exec(path)?.[1] ?? (body as { game?: unknown } | undefined)?.game;
  return typeof game === 'string' && game.startsWith(LOCAL);
}

/** Whether the host in this browser can answer a request that is not about an existing game. */
export function canAnswer({ method, path, body }: ApiRequest): boolean {
  if (method === 'POST' && path === '/games') return (body as NewGame).mode !== 'online';
  if (path.startsWith('/study')) return (body as { game?: unknown }).game == null;
  return /^\/(catalogue|challenges|lessons|puzzles|rules|games\/import)\b/.test(path);
}

export class FallbackTransport implements Transport {
  /** Called with every answer: whether the server has given one. */
  onserver: (isReached: boolean) => void = () => undefined;
  /** Return whether the host in this browser may be loaded now. */
  mayUseLocal: () => Promise<boolean> = async () => true;

  constructor(
    private readonly server: Transport,
    private readonly local: Transport,
  ) {}

  async ask(request: ApiRequest): Promise<ApiAnswer> {
    if (request.path === '/my-games') return this.#myGames(request);
    if (isLocal(request)) return this.local.ask(request);
    try {
      return await this.#askServer(request);
    } catch (error) {
      if (!isOffline(error) || !canAnswer(request) || !(await this.mayUseLocal())) throw error;
      return this.local.ask(request);
    }
  }

  async #askServer(request: ApiRequest): Promise<ApiAnswer> {
    try {
      const answer = await this.server.ask(request);
      this.onserver(true);
      return answer;
    } catch (error) {
      this.onserver(!isOffline(error));
      throw error;
    }
  }

  async *lines(request: ApiRequest): AsyncGenerator<string> {
    yield* (isLocal(request) ? this.local : this.server).lines(request);
  }

  connect(game: string, listener: SocketListener): GameSocket {
    return (game.startsWith(LOCAL) ? this.local : this.server).connect(game, listener);
  }

  /** List the games of both hosts; those of the server are left out while it cannot be reached. */
  async #myGames(request: ApiRequest): Promise<ApiAnswer> {
    const { tokens } = request.body as MyTokens;
    const here = tokens.filter((token) => token.startsWith(LOCAL));
    const there = tokens.filter((token) => !token.startsWith(LOCAL));
    if (here.length === 0) return this.#askServer(request);
    const local = this.local.ask({ ...request, body: { tokens: here } });
    const remote = there.length > 0 ? [this.#askServer({ ...request, body: { tokens: there } })] : [];
    const answers = await Promise.allSettled([local, ...remote]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.text] : []));
    if (found.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
    const games = found.flatMap((text) => (JSON.parse(text) as MyGames).games);
    games.sort((one, other) => other.facts.created_at.localeCompare(one.facts.created_at));
    return { status: 200, text: JSON.stringify({ games } satisfies MyGames) };
  }
}
