import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEvent, ServerMessage } from '../src/net/protocol';
import { Game } from '../src/state/game.svelte';

let hear: (message: ServerMessage) => void;

vi.mock('../src/net/connection', () => ({
  PROTOCOL_VERSION: 1,
  Connection: class {
    isWaiting = false;
    constructor(_address: string, _token: unknown, on: { heard: typeof hear; became: (state: string) => void }) {
      hear = on.heard;
      on.became('open');
    }
    request(): void {}
    send(): void {}
    close(): void {}
  },
}));
vi.mock('../src/i18n/translate', () => ({ t: (key: string) => key }));
vi.mock('../src/browser/notifications', () => ({ isOutOfSight: () => false, notify: async () => undefined }));
vi.mock('../src/browser/reloadOnUpdate', () => ({ reloadOnUpdate: async () => undefined }));
vi.mock('../src/browser/settings.svelte', () => ({ paced: (milliseconds: number) => milliseconds }));
vi.mock('../src/browser/sound.svelte', () => ({ play: () => undefined }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Seat = 'white' | 'black';
const move = (seat: Seat): GameEvent[] => [
  { type: 'ply', seat, ply: '+AB/A' },
  { type: 'bridge_built', seat, line: 'AB', cause: 'card' },
  { type: 'control_gained', seat, island: 'A' },
];

/** The state that White sees. */
function seen(toMove: Seat, legal: object[]): object {
  return { viewer: 'white', holds: ['white'], to_move: toMove, legal, outcome: null, draw_offer: null, gifts: [], reactions: [], mode: 'online' };
}

function snapshot(toMove: Seat, legal: object[]): void {
  hear({ type: 'snapshot', protocol: 1, state: seen(toMove, legal), log: [] } as unknown as ServerMessage);
}

function changed(toMove: Seat, keep: number, news: GameEvent[], key: string | null): void {
  const legal = toMove === 'white' ? [{}] : [];
  hear({ type: 'changed', keep, news, key, state: seen(toMove, legal) } as unknown as ServerMessage);
}

describe('the viewer is called', () => {
  it('when the opponent has joined, not before', () => {
    const game = new Game('g');
    snapshot('white', []);
    expect(game.isCalled).toBe(false);
    snapshot('white', [{}]);
    expect(game.isCalled).toBe(true);
  });

  it('throughout a turn, also while own moves are shown', () => {
    const game = new Game('g');
    snapshot('white', [{}]);
    changed('white', 0, move('white'), 'key');
    expect([game.playback.isRunning, game.isCalled]).toEqual([true, true]);
  });

  it('after the moves of the opponent were shown', () => {
    const game = new Game('g');
    snapshot('black', []);
    changed('white', 0, move('black'), null);
    expect([game.playback.isRunning, game.isCalled]).toEqual([true, false]);
    game.playback.catchUp();
    expect(game.isCalled).toBe(true);
  });
});
