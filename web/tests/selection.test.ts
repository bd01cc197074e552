import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayableGame } from '../src/state/game.svelte';
import { settings } from '../src/browser/settings.svelte';
import type { LineName } from '../src/net/protocol';
import { Selection } from '../src/state/selection.svelte';

vi.mock('../src/browser/settings.svelte', () => ({ settings: { confirms: false, dropPlays: false } }));

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

describe('a card dropped on a line', () => {
  const act = vi.fn();
  const build = { action: '+AB/A', kind: 'build', line: 'AB', cards: ['A'] };
  const dropped = (line: LineName): Selection => {
    act.mockClear();
    const state = { legal: [build], open_cards: [], own: { hand: ['A', 'C'] }, seats: { white: { shown: [] } } };
    const playback = { isRunning: false, expected: [] };
    const game = { me: 'white', isMyMove: true, isMyTurn: true, state, playback, act } as unknown as PlayableGame;
    const selection = new Selection(game);
    selection.dragCard('own-A-0');
    expect(selection.dragOver(line)).toBe(line === 'AB');
    selection.dropOnLine(line);
    return selection;
  };

  afterEach(() => (settings.dropPlays = false));

  it('is previewed, like a line that is tapped', () => {
    expect(dropped('AB').line).toBe('AB');
    expect(act).not.toHaveBeenCalled();
  });

  it('is played at once if the player wants that', () => {
    settings.dropPlays = true;
    dropped('AB');
    expect(act).toHaveBeenCalledWith('+AB/A');
  });

  it('is never played where it cannot be', () => {
    settings.dropPlays = true;
    expect(dropped('CF').line).toBe('CF');
    expect(act).not.toHaveBeenCalled();
  });
});
