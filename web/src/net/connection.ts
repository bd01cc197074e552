/** A game's WebSocket: reconnect after failures and resend what was not answered. */
import type { Act, ClientMessage, ServerMessage, Undo } from './protocol';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed';

interface Listener {
  heard(message: ServerMessage): void;
  became(state: ConnectionState): void;
}

/** The protocol version of this page; a server with another one serves another page. */
export const PROTOCOL_VERSION = 2;
const PING_EVERY = 20_000;
const PATIENCE = 8_000;
const LONGEST_WAIT = 8_000;
/** The close code of a server that shuts down; another one takes over. */
const RESTART = 1012;
/** Reconnect after a random delay up to this one, so that not all clients come back at once. */
const RESTART_SPREAD = 1_000;

export class Connection {
  #socket: WebSocket | null = null;
  #failures = 0;
  #isClosed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  /** The unanswered request; it is sent again with the same key after a reconnect. */
  #unanswered: Act | Undo | null = null;

  constructor(
    private readonly address: string,
    /** Return the token, which may be renewed while the game is open. */
    private readonly token: () => string | null,
    private readonly listener: Listener,
  ) {
    addEventListener('online', this.#openNow);
    addEventListener('offline', this.#breakNow);
    this.#open();
  }

  /** Send a move and keep it until the server has answered. */
  request(message: Act | Undo): void {
    this.#unanswered = message;
    this.send(message);
  }

  get isWaiting(): boolean {
    return this.#unanswered !== null;
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Disconnect until further notice. */
  suspend(): void {
    clearTimeout(this.#retry);
    this.#drop();
    this.listener.became('connecting');
  }

  /** Connect again, with the token that is valid now. */
  resume(): void {
    this.#openNow();
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener('online', this.#openNow);
    removeEventListener('offline', this.#breakNow);
    clearTimeout(this.#retry);
    this.#drop();
    this.listener.became('closed');
  }

  #open(): void {
    this.#drop();
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.#expect(PATIENCE);
    socket.onopen = () => {
      this.send({ type: 'hello', token: this.token() });
      this.#heartbeat = setInterval(() => {
        this.send({ type: 'ping' });
        this.#expect(PATIENCE);
      }, PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#deadline);
      this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = ({ code }) => (code === RESTART ? this.#moveOn() : this.#lost());
  }

  #hear(message: ServerMessage): void {
    if ('key' in message && message.key !== null && message.key === this.#unanswered?.key) {
      this.#unanswered = null;
    }
    if (message.type === 'refused' && message.code === 'too_fast' && this.#unanswered) {
      setTimeout(() => this.#unanswered && this.send(this.#unanswered), 1000);
    }
    this.listener.heard(message);
    if (message.type === 'snapshot' && message.key === null) {
      this.#failures = 0;
      this.listener.became('open');
      if (this.#unanswered) this.send(this.#unanswered);
    }
  }

  /** Treat the connection as lost unless a message arrives in time. */
  #expect(within: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#lost(), within);
  }

  #lost(): void {
    this.#drop();
    if (this.#isClosed) return;
    this.listener.became('lost');
    const wait = Math.min(LONGEST_WAIT, 300 * 2 ** this.#failures++);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), wait * (0.7 + 0.6 * Math.random()));
  }

  /** Connect to the next server without a warning: nothing was lost. */
  #moveOn(): void {
    this.#drop();
    this.listener.became('connecting');
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), RESTART_SPREAD * Math.random());
  }

  #openNow = (): void => {
    clearTimeout(this.#retry);
    this.#failures = 0;
    if (!this.#isClosed) this.#open();
  };

  #breakNow = (): void => this.#lost();

  #drop(): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
