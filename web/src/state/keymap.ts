/** Keyboard shortcuts of a game. Letters name islands, so commands use other letters. */
import { LINES } from '../generated/art';
import type { Letter, LineName } from '../net/protocol';

export type Command =
  | { kind: 'island'; letter: Letter }
  | { kind: 'line'; line: LineName }
  | { kind: 'open'; letter: Letter }
  | { kind: 'place'; place: number }
  | { kind: Plain };

type Plain =
  | 'taking'
  | 'pile'
  | 'none'
  | 'bury'
  | 'undo'
  | 'repeat'
  | 'words'
  | 'menu'
  | 'keys'
  | 'clear';

/** The previous key, if it changes the meaning of the next one. */
export type Before = Letter | 'taking' | null;

const PLAIN: Readonly<Record<string, Plain>> = {
  T: 'taking',
  P: 'pile',
  N: 'none',
  X: 'bury',
  U: 'undo',
  R: 'repeat',
  W: 'words',
  M: 'menu',
  '?': 'keys',
  ESCAPE: 'clear',
};

/** The keys in the order of the help dialog. */
export const EXPLAINED = [
  { keys: ['A', '…', 'L'], about: 'island' },
  { keys: ['A', 'B'], about: 'line' },
  { keys: ['←', '↑', '→', '↓'], about: 'arrows' },
  { keys: ['Enter'], about: 'enter' },
  { keys: ['Esc'], about: 'clear' },
  { keys: ['1', '2', '3'], about: 'place' },
  { keys: ['T', 'A'], about: 'taking' },
  { keys: ['P'], about: 'pile' },
  { keys: ['N'], about: 'none' },
  { keys: ['X'], about: 'bury' },
  { keys: ['U'], about: 'undo' },
  { keys: ['R'], about: 'repeat' },
  { keys: ['W'], about: 'words' },
  { keys: ['M'], about: 'menu' },
  { keys: ['↑', '↓'], about: 'log' },
  { keys: ['?'], about: 'keys' },
] as const;

/** The line between two islands, if there is one. */
export function lineBetween(a: Letter, b: Letter): LineName | null {
  const name = [a, b].sort().join('');
  return LINES.some((line) => line.name === name) ? (name as LineName) : null;
}

export function commandOf(key: string, before: Before): Command | null {
  const upper = key.toUpperCase();
  if (/^[A-L]$/.test(upper)) return lettered(upper as Letter, before);
  if (/^[123]$/.test(key)) return { kind: 'place', place: Number(key) - 1 };
  const plain = PLAIN[upper];
  return plain ? { kind: plain } : null;
}

function lettered(letter: Letter, before: Before): Command {
  if (before === 'taking') return { kind: 'open', letter };
  const line = before ? lineBetween(before, letter) : null;
  return line ? { kind: 'line', line } : { kind: 'island', letter };
}

/** Return how this command changes the meaning of the next key. */
export function followed(command: Command): Before {
  if (command.kind === 'island') return command.letter;
  return command.kind === 'taking' ? 'taking' : null;
}

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  defaultPrevented: boolean;
}

/** Whether a key press can be a shortcut: no modifier, and not in a text field. */
export function isShortcut(pressed: Pressed, target: Element | null): boolean {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.defaultPrevented) return false;
  return !target?.closest('input, select, textarea, [contenteditable], dialog, [aria-modal=true]');
}
