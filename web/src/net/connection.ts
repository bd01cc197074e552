/** The live connection of a game: reconnect after failures and resend what was not answered. */
import type { Act, ClientMessage, ServerMessage, Undo } from './protocol';
import type { GameSocket, SocketListener } from './transport';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed';

interface Listener {
  heard(message: ServerMessage): void;
  became(state: ConnectionState): void;
}

/** The protocol version of this page; a server with another one serves another page. */
export const PROTOCOL_VERSION = 3;
const PING_EVERY = 20_000;
const PATIENCE = 8_000;
const LONGEST_WAIT = 8_000;
/** The close code of a server that shuts down; another one takes over. */
const RESTART = 1012;
/** Reconnect after a random delay up to this one, so that not all clients come back at once. */
const RESTART_SPREAD = 1_000;

export class Connection {
  #socket: GameSocket | null = null;
  #failures = 0;
  #isClosed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  /** The unanswered request; it is sent again with the same key after a reconnect. */
  #unanswered: Act | Undo | null = null;

  constructor(
    private readonly connect: (listener: SocketListener) => GameSocket,
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
    if (this.#socket?.isOpen) this.#socket.send(JSON.stringify(message));
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
    const socket = this.connect({
      opened: () => {
        this.send({ type: 'hello', token: this.token() });
        if (!socket.canBreak) return;
        this.#heartbeat = setInterval(() => {
          this.send({ type: 'ping' });
          this.#expect(PATIENCE);
        }, PING_EVERY);
      },
      heard: (text) => {
        clearTimeout(this.#deadline);
        this.#hear(JSON.parse(text) as ServerMessage);
      },
      closed: (code) => (code === RESTART ? this.#moveOn() : this.#lost()),
    });
    this.#socket = socket;
    if (socket.canBreak) this.#expect(PATIENCE);
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

  #breakNow = (): void => {
    if (this.#socket?.canBreak !== false) this.#lost();
  };

  #drop(): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#heartbeat);
    this.#socket?.close();
    this.#socket = null;
  }
}
