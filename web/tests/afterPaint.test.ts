import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPaint } from '../src/browser/afterPaint.svelte';

let frames: (() => void)[] = [];

function paint(): void {
  const now = frames;
  frames = [];
  now.forEach((frame) => frame());
}

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('afterPaint', () => {
  it('runs everything that waits in one task after the next frame', async () => {
    const done: string[] = [];
    afterPaint(() => done.push('a'));
    afterPaint(() => done.push('b'));
    expect(frames).toHaveLength(1);
    paint();
    expect(done).toEqual([]);
    await vi.runAllTimersAsync();
    expect(done).toEqual(['a', 'b']);
  });

  it('lets what is asked for after a frame wait for the next one', async () => {
    const done: string[] = [];
    afterPaint(() => done.push('early'));
    paint();
    afterPaint(() => done.push('late'));
    await vi.runAllTimersAsync();
    expect(done).toEqual(['early']);
    paint();
    await vi.runAllTimersAsync();
    expect(done).toEqual(['early', 'late']);
  });

  it('forgets what was cancelled', async () => {
    const done: string[] = [];
    const cancel = afterPaint(() => done.push('a'));
    afterPaint(() => done.push('b'));
    cancel();
    paint();
    await vi.runAllTimersAsync();
    expect(done).toEqual(['b']);
  });

  it('runs at once in a hidden page, which has no frames', () => {
    vi.stubGlobal('document', { hidden: true });
    const run = vi.fn();
    afterPaint(run);
    expect(run).toHaveBeenCalledOnce();
  });
});
