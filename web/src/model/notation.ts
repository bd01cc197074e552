/** Parse the parts of a move's notation that the page needs. */
import type { ActionKind } from '../net/protocol';

const KINDS: Readonly<Record<string, ActionKind>> = {
  '+': 'build',
  '-': 'remove',
  '=': 'replace',
  '!': 'handicap',
  x: 'bury',
  '.': 'decline',
};

/** The kind of a move such as `+AB/A`, `<K` or `<*`. */
export function kindOf(notation: string): ActionKind {
  if (notation === '<*') return 'draw';
  return KINDS[notation.charAt(0)] ?? 'take';
}
