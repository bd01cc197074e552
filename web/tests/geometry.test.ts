import { describe, expect, it } from 'vitest';
import { ISLANDS, LINES } from '../src/generated/art';
import { CLOSE, distance, middle, touched, WHOLE } from '../src/board/geometry';
import { place } from '../src/board/popoverPlacement';
import { lineNamed, lineNumber, linesOf } from '../src/model/islands';
import type { Letter, LineName } from '../src/net/protocol';

describe('what a finger meant', () => {
  it('finds every line in its middle, also with a thick finger', () => {
    LINES.forEach((line, number) => {
      expect(touched(middle(line), 14)[0]).toBe(number);
      expect(touched(middle(line), 48)[0]).toBe(number);
    });
  });

  it('finds nothing on the open sea', () => {
    expect(touched([760, 600], 24)).toEqual([]);
  });

  it('names the others that are nearly as close', () => {
    const [x, y] = middle(LINES[lineNumber('BD')]!);
    const [u, v] = middle(LINES[lineNumber('DE')]!);
    const found = touched([(x + u) / 2, (y + v) / 2], 48).map(lineNamed);
    expect(found).toEqual(expect.arrayContaining(['BD', 'DE']));
  });

  it('is asked about every line within 22 pixels of a fingertip on a phone', () => {
    const scale = 390 / CLOSE.width;
    for (const [number, line] of LINES.entries()) {
      const [[x1, y1], [x2, y2]] = line.ends;
      const length = Math.hypot(x2 - x1, y2 - y1);
      const [x, y] = middle(line);
      for (const side of [-22, 0, 22]) {
        const away = side / scale / length;
        const point = [x - (y2 - y1) * away, y + (x2 - x1) * away] as const;
        const found = touched(point, 24 / scale, () => false, true);
        expect(found.slice(0, 4), `${line.name} ${side}`).toContain(number);
      }
    }
  });

  it('prefers a line that can be played', () => {
    const [x, y] = middle(LINES[lineNumber('BD')]!);
    const [u, v] = middle(LINES[lineNumber('DE')]!);
    const point = [(x + u) / 2, (y + v) / 2] as const;
    for (const wanted of ['BD', 'DE'] as const) {
      expect(lineNamed(touched(point, 40, (line) => lineNamed(line) === wanted)[0]!)).toBe(wanted);
    }
  });

  it('measures to the nearest end beside a line', () => {
    const { ends } = LINES[0]!;
    expect(distance(ends[0], LINES[0]!)).toBe(0);
  });
});

describe('names', () => {
  it('give every island its lines', () => {
    const ends = ISLANDS.flatMap(({ letter }) => linesOf(letter as Letter));
    expect(ends).toHaveLength(2 * LINES.length);
    expect(new Set<LineName>(ends).size).toBe(LINES.length);
  });
});

describe('a popover', () => {
  const board = { width: 800, height: 637 };
  const popover = { width: 264, height: 200 };
  const wide = { left: -300, top: -100, right: 1100, bottom: 760 };

  it('never hides its own line', () => {
    for (const line of LINES) {
      const [x, y] = middle(line);
      const [left, top] = place([x, y], popover, board, [], wide);
      const isHidden = x > left && x < left + 264 && y > top && y < top + 200;
      expect(isHidden, line.name).toBe(false);
    }
  });

  it('goes where it hides least', () => {
    const [left] = place([400, 300], popover, board, [[250, 300]], wide);
    expect(left).toBeGreaterThan(250);
    const [other] = place([400, 300], popover, board, [[550, 300]], wide);
    expect(other + 264).toBeLessThan(550);
  });

  it('stays in sight, and beside its line, wherever the board lies in a small window', () => {
    const small = { width: 415, height: 330 };
    const sight = { left: -10, top: -60, right: 740, bottom: 950 };
    for (const line of LINES) {
      const [x, y] = middle(line).map((at) => (at * small.width) / WHOLE.width) as [number, number];
      const [left, top] = place([x, y], popover, small, [], sight);
      expect(left, line.name).toBeGreaterThanOrEqual(sight.left);
      expect(top, line.name).toBeGreaterThanOrEqual(sight.top);
      expect(x > left && x < left + 264 && y > top && y < top + 200, line.name).toBe(false);
    }
  });
});
