/** How the page reaches the host of a game: a server, or a worker in this browser. */
import { ApiError } from './apiError';
import type { FaultOut } from './protocol';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path behind `/api`. */
  readonly path: string;
  readonly body?: object | undefined;
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

export interface SocketListener {
  opened(): void;
  heard(text: string): void;
  closed(code: number): void;
}

/** A live connection to a game. */
export interface GameSocket {
  /** Whether silence means that the connection is broken. */
  readonly canBreak: boolean;
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

export interface Transport {
  /** Send a request; throw an `ApiError` unless it succeeds. */
  ask(request: ApiRequest): Promise<ApiAnswer>;
  /** Send a request, and yield the lines of its answer as they arrive; abort to stop. */
  lines(request: ApiRequest): AsyncGenerator<string>;
  /** Connect to a game. */
  connect(game: string, listener: SocketListener): GameSocket;
}

/** Return the error that an answer contains; `otherwise` is what it means if a proxy wrote it. */
export function faultOf(text: string, otherwise: 'unavailable' | 'offline' = 'unavailable'): ApiError {
  try {
    const { code, problems, flaw } = JSON.parse(text) as FaultOut;
    return new ApiError(code, problems, flaw);
  } catch {
    return new ApiError(otherwise);
  }
}
