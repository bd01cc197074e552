import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEvent } from '../src/net/protocol';
import { Playback } from '../src/state/playback.svelte';
import { COUNTING_STEP } from '../src/ui/durations';

vi.mock('../src/browser/settings.svelte', () => ({ paced: (milliseconds: number) => milliseconds }));
vi.mock('../src/browser/sound.svelte', () => ({ play: () => undefined }));

const ply = (seat: 'white' | 'black'): GameEvent => ({ type: 'ply', seat, ply: '+AB/A' });
const built = (seat: 'white' | 'black'): GameEvent => ({ type: 'bridge_built', seat, line: 'AB', cause: 'card' });
const gained = (seat: 'white' | 'black'): GameEvent => ({ type: 'control_gained', seat, island: 'A' });
const OWN = [ply('white'), built('white'), gained('white')];
const ANSWER = [ply('black'), built('black'), gained('black')];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what runs', () => {
  it('is the own move until the opponent answers', () => {
    const playback = new Playback();
    playback.expect(OWN);
    expect([playback.isRunning, playback.isOwn]).toEqual([true, true]);
    playback.follow(OWN, { isOwn: true });
    expect([playback.isRunning, playback.isOwn]).toEqual([true, true]);
    playback.follow([...OWN, ...ANSWER]);
    expect([playback.isRunning, playback.isOwn]).toEqual([true, false]);
  });
});

describe('a scoring', () => {
  const scored: GameEvent = { type: 'round_scored', round: 1, stones: { white: 2, black: 3 }, points: { white: 0, black: 1 } };
  const taken: GameEvent = { type: 'open_card_taken', seat: 'white', card: 'A' };
  const turn: GameEvent = { type: 'turn_started', turn: 2, seat: 'black', is_last: false };
  const LOG = [ply('white'), taken, scored, turn];
  const told = (playback: Playback): boolean => playback.readable.includes(scored) || playback.picture?.rounds.length === 1;

  it('tells its result only after the stones are counted', () => {
    const playback = new Playback();
    playback.follow(LOG, { isOwn: true });
    expect([playback.isCounting, told(playback)]).toEqual([true, false]);
    vi.advanceTimersByTime(3 * COUNTING_STEP);
    expect([playback.isCounting, told(playback)]).toEqual([true, false]);
    vi.runAllTimers();
    expect([playback.isCounting, told(playback)]).toEqual([false, true]);
  });

  it('is not cut short by the answer of the opponent', () => {
    const playback = new Playback();
    playback.follow(LOG, { isOwn: true });
    playback.follow([...LOG, ...ANSWER]);
    expect([playback.isCounting, told(playback)]).toEqual([true, false]);
    while (playback.isCounting) vi.advanceTimersToNextTimer();
    playback.follow([...LOG, ...ANSWER, turn]);
    expect(playback.current).toBe(scored);
    vi.runAllTimers();
    expect(playback.isRunning).toBe(false);
  });
});

describe('a turn that is watched again', () => {
  const turn = (number: number): GameEvent => ({ type: 'turn_started', turn: number, seat: 'white', is_last: false });
  const LOG = [turn(1), ...OWN, turn(2), ...ANSWER];

  it('ends where the turn ended, and the log stays complete meanwhile', () => {
    const playback = new Playback();
    playback.follow(LOG, { from: LOG.length });
    playback.watch(0, 4);
    expect([playback.isRunning, playback.readable.length]).toEqual([true, LOG.length]);
    const shown: number[] = [];
    while (playback.isRunning) {
      shown.push(playback.at);
      vi.advanceTimersToNextTimer();
    }
    expect(Math.max(...shown)).toBe(4);
    expect(playback.at).toBe(LOG.length);
  });

  it('does not hide what happens meanwhile', () => {
    const playback = new Playback();
    playback.follow(LOG, { from: LOG.length });
    playback.watch(0, 4);
    playback.follow([...LOG, turn(3), ...OWN]);
    const shown = new Set<number>();
    while (playback.isRunning) {
      shown.add(playback.at);
      vi.advanceTimersToNextTimer();
    }
    expect(shown.has(LOG.length + 3)).toBe(true);
    expect(shown.has(LOG.length - 1)).toBe(false);
  });
});
