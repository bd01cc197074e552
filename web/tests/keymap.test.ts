import { describe, expect, it } from 'vitest';
import { ISLANDS, LINES } from '../src/generated/art';
import { onto, START, walk, type BoardPosition } from '../src/board/keyboardNav';
import { commandOf, EXPLAINED, followed, isShortcut, lineBetween } from '../src/state/keymap';
import { linesOf } from '../src/model/islands';
import type { Letter, LineName } from '../src/net/protocol';

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

describe('letters', () => {
  it('choose an island, and with another one the line between them', () => {
    for (const { name } of LINES) {
      const [a, b] = [name[0] as Letter, name[1] as Letter];
      const first = commandOf(a.toLowerCase(), null);
      expect(first).toEqual({ kind: 'island', letter: a });
      expect(commandOf(b, followed(first!))).toEqual({ kind: 'line', line: name });
      expect(commandOf(a, b)).toEqual({ kind: 'line', line: name });
    }
  });

  it('start anew where no line leads', () => {
    expect(lineBetween('A', 'L')).toBeNull();
    expect(commandOf('l', 'A')).toEqual({ kind: 'island', letter: 'L' });
    expect(commandOf('a', 'A')).toEqual({ kind: 'island', letter: 'A' });
  });

  it('name an open card after the key that takes', () => {
    const taking = commandOf('t', null)!;
    expect(commandOf('b', followed(taking))).toEqual({ kind: 'open', letter: 'B' });
  });
});

describe('other keys', () => {
  it('have letters that no island has', () => {
    const islands = new Set(ISLANDS.map((island) => island.letter));
    for (const { keys, about } of EXPLAINED) {
      if (['island', 'line', 'taking'].includes(about) || keys[0].length > 1) continue;
      expect(islands.has(keys[0])).toBe(false);
    }
  });

  it('are understood as they are explained', () => {
    for (const { keys, about } of EXPLAINED) {
      if (['island', 'line', 'arrows', 'enter', 'log'].includes(about)) continue;
      const key = keys[0] === 'Esc' ? 'Escape' : keys[0];
      expect(commandOf(key, 'A')?.kind, key).toBe(about);
    }
    expect(commandOf('3', null)).toEqual({ kind: 'place', place: 2 });
    expect(commandOf('z', null)).toBeNull();
    expect(commandOf('Enter', null)).toBeNull();
  });

  it('mean nothing with a modifier or where one writes', () => {
    const plain = { key: 'a', ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false };
    const inside = (found: boolean): Element => ({ closest: () => (found ? {} : null) }) as never;
    expect(isShortcut(plain, inside(false))).toBe(true);
    expect(isShortcut(plain, inside(true))).toBe(false);
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented']) {
      expect(isShortcut({ ...plain, [modifier]: true }, inside(false))).toBe(false);
    }
  });
});

describe('arrow keys', () => {
  it('reach every island and every line', () => {
    const name = (at: BoardPosition): string => `${at.island}${at.line ?? ''}`;
    const seen = new Map([[name(START), START]]);
    for (const spot of seen.values()) {
      for (const key of ARROWS) {
        const next = walk(spot, key);
        if (!seen.has(name(next))) seen.set(name(next), next);
      }
    }
    const spots = [...seen.values()];
    expect(new Set(spots.filter((spot) => !spot.line).map((spot) => spot.island)).size).toBe(12);
    expect(new Set(spots.flatMap((spot) => (spot.line ? [spot.line] : []))).size).toBe(27);
  });

  it('lead from an island along a line to the next island and back', () => {
    const line = walk({ island: 'E', line: null }, 'ArrowRight');
    expect(line.island).toBe('E');
    expect(linesOf('E')).toContain(line.line);
    const onward = walk(line, 'ArrowRight');
    expect(onward.line).toBeNull();
    expect(line.line).toContain(onward.island);
    expect(onward.island).not.toBe('E');
    expect(walk(line, 'ArrowLeft')).toEqual({ island: 'E', line: null });
  });

  it('turn around the island from which a line was entered', () => {
    const spot = onto('AB' as LineName);
    const turned = ARROWS.map((key) => walk(spot, key)).filter((next) => next.line !== null);
    expect(turned.length).toBe(2);
    for (const next of turned) expect(linesOf(spot.island)).toContain(next.line);
    expect(walk(spot, 'Enter')).toBe(spot);
  });
});
