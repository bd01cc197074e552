import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type ConnectionState } from '../src/net/connection';
import type { Act } from '../src/net/protocol';
import { server } from '../src/net/serverTransport';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {}

  /** Let the server accept the connection and send the whole game. */
  accept(): void {
    this.onopen?.();
    this.onmessage?.({ data: JSON.stringify({ type: 'snapshot', key: null }) });
  }
}

const move: Act = { type: 'act', key: 'k', version: 0, action: '<*' };

describe('a connection that the server closes', () => {
  let states: ConnectionState[];
  let connection: Connection;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', { href: 'http://host/' });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    FakeSocket.all = [];
    states = [];
    connection = new Connection((listener) => server.connect('game', listener), () => 'token', {
      heard: () => undefined,
      became: (state) => states.push(state),
    });
    FakeSocket.all[0]?.accept();
    connection.request(move);
  });

  afterEach(() => {
    connection.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ['for a restart, moves on without alarm', 1012, 'connecting'],
    ['for any other reason, is lost', 1006, 'lost'],
  ])('%s, and resends what was not answered', (_, code, state) => {
    FakeSocket.all[0]?.onclose?.({ code });
    expect(states).toEqual(['open', state]);
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.all[1]?.accept();
    expect(states.at(-1)).toBe('open');
    expect(FakeSocket.all[1]?.sent.at(-1)).toBe(JSON.stringify(move));
  });
});
