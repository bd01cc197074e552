/** Reach a server: requests over HTTP, live games over WebSockets. */
import { ApiError } from './apiError';
import { absolute, fileAddress } from './address';
import { faultOf, type ApiAnswer, type ApiRequest, type GameSocket, type SocketListener, type Transport } from './transport';

/** The longest wait, in seconds, that a server may ask for before a request is repeated without a word. */
const PATIENCE = 2;
const ATTEMPTS = 4;

async function send(request: ApiRequest, attemptsLeft = ATTEMPTS): Promise<Response> {
  const { method, path, body, token, signal } = request;
  let response: Response;
  const headers: Record<string, string> = {};
  if (body) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  try {
    response = await fetch(fileAddress(`api${path}`), {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch {
    throw new ApiError('offline');
  }
  if (response.ok) return response;
  const wait = Number(response.headers.get('Retry-After') ?? Infinity);
  if (response.status === 429 && wait <= PATIENCE && attemptsLeft > 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
    return send(request, attemptsLeft - 1);
  }
  // A proxy answers so while it does not reach the server.
  throw faultOf(await response.text(), response.status >= 502 ? 'offline' : 'unavailable');
}

export const server: Transport = {
  async ask(request: ApiRequest): Promise<ApiAnswer> {
    const response = await send(request);
    return { status: response.status, text: await response.text() };
  },

  async *lines(request: ApiRequest): AsyncGenerator<string> {
    const response = await send(request);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  },

  connect(game: string, listener: SocketListener): GameSocket {
    const address = absolute(fileAddress(`api/games/${encodeURIComponent(game)}/socket`));
    const socket = new WebSocket(address.replace(/^http/, 'ws'));
    socket.onopen = () => listener.opened();
    socket.onmessage = ({ data }: MessageEvent<string>) => listener.heard(data);
    socket.onclose = ({ code }) => listener.closed(code);
    return {
      canBreak: true,
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close() {
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
      },
    };
  },
};
