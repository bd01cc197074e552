import { describe, expect, it } from 'vitest';
import { isStray, type Tap } from '../src/browser/doubleTaps';

function button(mark: string, isConnected = true): Element {
  return { isConnected, matches: (selector: string) => selector === `[${mark}]` } as Element;
}

const gone = button('', false);
const there = button('');
const other = button('data-weighty');
const card = button('data-steady');
const first: Tap = { time: 1000, x: 100, y: 100, on: gone, isFinger: true, clicks: 1 };
const second: Tap = { ...first, time: 1200, x: 108, y: 95, on: other };

describe('the second tap of a double tap', () => {
  it('is not for what has come instead', () => {
    expect(isStray(second, first)).toBe(true);
  });

  it('does not take back what the first one did', () => {
    expect(isStray({ ...second, on: card }, { ...first, on: card })).toBe(true);
    expect(isStray({ ...second, on: card, time: 1500 }, { ...first, on: card })).toBe(false);
    expect(isStray({ ...second, on: card }, { ...first, on: button('data-steady') })).toBe(false);
  });

  it('confirms with a mouse but not with a finger where that is wanted', () => {
    const line = button('data-steady-touch');
    expect(isStray({ ...second, on: line }, { ...first, on: line })).toBe(true);
    const click = { ...second, on: line, isFinger: false, clicks: 2 };
    expect(isStray(click, { ...first, on: line, isFinger: false })).toBe(false);
  });

  it('counts where nothing can be spoilt', () => {
    expect(isStray({ ...second, on: there }, first)).toBe(false);
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
