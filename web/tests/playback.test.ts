import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEvent } from '../src/net/protocol';
import { Playback } from '../src/state/playback.svelte';

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
