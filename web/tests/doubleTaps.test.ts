import { describe, expect, it } from 'vitest';
import { isStray, type Tap } from '../src/lib/parts/doubleTaps';

const gone = { isConnected: false } as Element;
const there = { isConnected: true } as Element;
const other = { isConnected: true } as Element;
const first: Tap = { time: 1000, x: 100, y: 100, on: gone };

describe('the second tap of a double tap', () => {
  it('is not for what has come instead', () => {
    expect(isStray({ time: 1200, x: 108, y: 95, on: other }, first)).toBe(true);
  });

  it('counts when it comes later or elsewhere', () => {
    expect(isStray({ time: 1500, x: 100, y: 100, on: other }, first)).toBe(false);
    expect(isStray({ time: 1200, x: 160, y: 100, on: other }, first)).toBe(false);
    expect(isStray(first, null)).toBe(false);
  });

  it('counts when what was tapped first is still there', () => {
    expect(isStray({ time: 1200, x: 100, y: 100, on: there }, { ...first, on: there })).toBe(false);
    expect(isStray({ time: 1200, x: 100, y: 100, on: other }, { ...first, on: there })).toBe(false);
  });
});
