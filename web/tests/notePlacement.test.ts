import { describe, expect, it } from 'vitest';
import { noteBox, type Box } from '../src/screens/game/notePlacement';

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });

describe("the coach's note", () => {
  it.each([
    ['a wide window', { width: 1440, height: 900 }, box(234, 37, 1140, 759), box(234, 817, 1140, 861)],
    ['a low window', { width: 1366, height: 650 }, box(248, 8, 1044, 642), box(1054, 72, 1356, 116)],
    ['a small window', { width: 1024, height: 700 }, box(8, 46, 680, 580), box(8, 640, 680, 684)],
    ['a phone', { width: 390, height: 844 }, box(0, 99, 390, 403), box(6, 458, 384, 502)],
    ['a phone in landscape', { width: 844, height: 390 }, box(0, 0, 490, 390), box(496, 145, 838, 189)],
  ])('leaves the board free in %s', (_, page, board, bar) => {
    const { left, top, right, bottom } = noteBox(bar, board, page);
    expect(left >= board.right || right <= board.left || top >= board.bottom || bottom <= board.top).toBe(true);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(page.width);
    expect(bottom - top).toBeGreaterThan(150);
    expect(right - left).toBeGreaterThan(200);
  });
});
