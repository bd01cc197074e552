import { describe, expect, it } from 'vitest';
import { isStray, type Tap } from '../src/lib/parts/doubleTaps';

const gone = { isConnected: false } as Element;
const there = { isConnected: true } as Element;
const other = { isConnected: true } as Element;
const first: Tap = { time: 1000, x: 100, y: 100, on: gone, isFinger: true, clicks: 1 };
const second: Tap = { ...first, time: 1200, x: 108, y: 95, on: other };

describe('the second tap of a double tap', () => {
  it('is not for what has come instead', () => {
    expect(isStray(second, first)).toBe(true);
  });

  it('counts when it comes later or elsewhere', () => {
    expect(isStray({ ...second, time: 1500 }, first)).toBe(false);
    expect(isStray({ ...second, x: 160 }, first)).toBe(false);
    expect(isStray(first, null)).toBe(false);
  });

  it('counts when what was tapped first is still there', () => {
    expect(isStray({ ...second, on: there }, { ...first, on: there })).toBe(false);
    expect(isStray(second, { ...first, on: there })).toBe(false);
  });

  it('is with a mouse what the system takes for a double click', () => {
    expect(isStray({ ...second, isFinger: false }, first)).toBe(false);
    expect(isStray({ ...second, isFinger: false, clicks: 2 }, first)).toBe(true);
  });
});
