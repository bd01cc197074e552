import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayableGame } from '../src/state/game.svelte';
import { Selection } from '../src/state/selection.svelte';

vi.mock('../src/browser/settings.svelte', () => ({ settings: { confirms: false } }));

let frame: (() => void) | null = null;

beforeEach(() => {
  frame = null;
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => (frame = run));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A game in which the opponent's turn is still being shown. */
function running(): { game: PlayableGame; catchUp: ReturnType<typeof vi.fn>; playback: { log: readonly unknown[] } } {
  const catchUp = vi.fn();
  const playback = { isRunning: true, log: [], catchUp };
  const game = {
    me: 'white',
    isMyMove: true,
    isMyTurn: true,
    state: { legal: [], open_cards: ['A'] },
    picture: { openCards: ['A'] },
    playback,
  } as unknown as PlayableGame;
  return { game, catchUp, playback };
}

async function paint(): Promise<void> {
  frame?.();
  await vi.runAllTimersAsync();
}

describe('choosing while a turn is still being shown', () => {
  it.each([
    ['an open card', (selection: Selection) => selection.chooseEnding({ kind: 'take', card: 'A' })],
    ['a line', (selection: Selection) => selection.chooseLine(['AB'])],
  ])('%s shows the choice first and the present after the next paint', async (_, choose) => {
    const { game, catchUp } = running();
    const selection = new Selection(game);
    choose(selection);
    expect(selection.ending ?? selection.line).not.toBeNull();
    expect(catchUp).not.toHaveBeenCalled();
    await paint();
    expect(catchUp).toHaveBeenCalledOnce();
  });

  it('does not skip what has happened meanwhile', async () => {
    const { game, catchUp, playback } = running();
    new Selection(game).chooseEnding({ kind: 'take', card: 'A' });
    playback.log = [{ type: 'ply' }];
    await paint();
    expect(catchUp).not.toHaveBeenCalled();
  });
});
