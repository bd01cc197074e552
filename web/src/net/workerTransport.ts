/** Reach the worker that hosts games in this browser. It starts with the first request. */
import type { FromWorker, ToWorker } from '../worker/messages';
import { ApiError } from './apiError';
import { faultOf, type ApiAnswer, type ApiRequest, type GameSocket, type SocketListener, type Transport } from './transport';

/** Games and tokens of this browser begin with this; those of a server do not. */
export const LOCAL = 'local-';

/** The close code of a host that has failed. */
const FAILED = 1011;

interface Waiting {
  answered(answer: ApiAnswer): void;
  failed(error: ApiError): void;
  line?(text: string): void;
}

export type HostState = 'idle' | 'starting' | 'ready' | 'failed';

export class WorkerTransport implements Transport {
  /** Called whenever the state changes. */
  onstate: (state: HostState, isDurable: boolean) => void = () => undefined;
  /** Called when a network that an opponent needs cannot be downloaded, and when it is there. */
  onnetwork: (isMissing: boolean) => void = () => undefined;
  /** Resolved when the worker has started for the first time. */
  readonly started: Promise<void>;
  #isStarted = (): void => undefined;
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sockets = new Map<number, SocketListener>();

  constructor(
    private readonly create: () => Worker,
    /** What can be answered without the worker, by path. */
    private readonly ready: Readonly<Record<string, () => Promise<string>>> = {},
  ) {
    this.started = new Promise((resolve) => (this.#isStarted = resolve));
  }

  /** Start the worker unless it runs, to have it ready in time. */
  start(): void {
    if (this.#worker) return;
    const worker = this.create();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail();
    };
    this.#worker = worker;
    this.onstate('starting', true);
  }

  /** Download the network that an opponent waits for again. */
  retryNetwork(): void {
    this.#worker?.postMessage({ type: 'retry' } satisfies ToWorker);
  }

  async ask(request: ApiRequest): Promise<ApiAnswer> {
    const answer = this.ready[request.path];
    return answer ? { status: 200, text: await answer() } : this.#request(request);
  }

  async *lines(request: ApiRequest): AsyncGenerator<string> {
    const lines: string[] = [];
    let wake = (): void => undefined;
    let isDone = false;
    const answer = this.#request(request, (line) => {
      lines.push(line);
      wake();
    }).finally(() => {
      isDone = true;
      wake();
    });
    answer.catch(() => undefined);
    for (;;) {
      while (lines.length > 0) yield lines.shift()!;
      if (isDone) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    await answer;
  }

  connect(game: string, listener: SocketListener): GameSocket {
    const id = this.#nextId();
    let isOpen = false;
    this.#sockets.set(id, {
      opened: () => {
        isOpen = true;
        listener.opened();
      },
      heard: (text) => listener.heard(text),
      closed: (code) => {
        isOpen = false;
        listener.closed(code);
      },
    });
    this.#post({ type: 'open', id, game });
    return {
      canBreak: false,
      get isOpen() {
        return isOpen;
      },
      send: (text) => this.#post({ type: 'send', id, text }),
      close: () => {
        isOpen = false;
        if (this.#sockets.delete(id)) this.#worker?.postMessage({ type: 'close', id } satisfies ToWorker);
      },
    };
  }

  async #request({ method, path, body, token, signal }: ApiRequest, line?: (text: string) => void): Promise<ApiAnswer> {
    const id = this.#nextId();
    const answer = new Promise<ApiAnswer>((answered, failed) => {
      this.#waiting.set(id, { answered, failed, ...(line ? { line } : {}) });
    });
    const abort = (): void => {
      this.#post({ type: 'abort', id });
      this.#waiting.get(id)?.failed(new ApiError('offline'));
      this.#waiting.delete(id);
    };
    signal?.addEventListener('abort', abort);
    this.#post({ type: 'request', id, method, path, body: body ? JSON.stringify(body) : '', token: token ?? '' });
    try {
      const { status, text } = await answer;
      if (status >= 400) throw faultOf(text);
      return { status, text };
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #post(message: ToWorker): void {
    this.start();
    this.#worker!.postMessage(message);
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'answer':
        this.#waiting.get(message.id)?.answered(message);
        this.#waiting.delete(message.id);
        break;
      case 'line':
        this.#waiting.get(message.id)?.line?.(message.text);
        break;
      case 'opened':
        this.#sockets.get(message.id)?.opened();
        break;
      case 'heard':
        this.#sockets.get(message.id)?.heard(message.text);
        break;
      case 'closed': {
        const socket = this.#sockets.get(message.id);
        this.#sockets.delete(message.id);
        socket?.closed(message.code);
        break;
      }
      case 'ready':
        this.#isStarted();
        this.onstate('ready', message.isDurable);
        break;
      case 'network':
        this.onnetwork(message.isMissing);
        break;
      case 'failed':
        console.error(message.problem);
        this.#fail();
        break;
    }
  }

  /** End the worker; the next request starts another one. Games are stored, so nothing is lost. */
  #fail(): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    const sockets = [...this.#sockets.values()];
    this.#waiting.clear();
    this.#sockets.clear();
    this.onstate('failed', true);
    for (const { failed } of waiting) failed(new ApiError('host_failed'));
    for (const socket of sockets) socket.closed(FAILED);
  }
}
