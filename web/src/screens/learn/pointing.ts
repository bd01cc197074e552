/** What to point at in a lesson, as selectors of the page. */
import { ISLANDS, LINES } from '../../generated/art';
import { islandName } from '../../model/islands';
import type { Letter, LineName } from '../../net/protocol';
import type { Ending } from '../../state/selection.svelte';

/** The player's current selection. */
export interface Chosen {
  card: Letter | null;
  line: LineName | null;
  ending: Ending | null;
}

/** The teacher's button that takes back a wrong move. */
export const TRY_AGAIN = '[data-again]';

/** Return what to touch next to do an action in notation. */
export function nextTouch(action: string, { card, line, ending }: Chosen): string {
  const [cards = '', on = ''] = [action.slice(4), action.slice(1, 3)];
  const decision = `[data-action="${action}"]`;
  switch (action[0]) {
    case '+':
      if (line === on) return `.choice${decision}`;
      return card === cards ? `[data-line=${on}]` : `.hand [data-card=${cards}]`;
    case '-':
      return line === on ? `.choice${decision}` : `[data-line=${on}]`;
    case 'x':
      return card === action[1] ? '[data-bury]' : `.hand [data-card=${action[1]}]`;
    case '<':
      if (action === '<*') return ending?.kind === 'draw' ? `.market ${decision}` : '[data-pile]';
      return ending?.card === action[1] ? `.market ${decision}` : `.market [data-card=${action[1]}]`;
    default:
      return ending?.kind === 'decline' ? `.market ${decision}` : '[data-decline]';
  }
}

/** A rectangle of the window. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The size of the arrow with the space around it. */
export const ARROW = { width: 40, height: 52 };

/** Whether the arrow stands below its goal: above, it would leave the window or cover a text. */
export function isArrowBelow(goal: Box, texts: readonly Box[]): boolean {
  const left = goal.left + (goal.width - ARROW.width) / 2;
  const top = goal.top - ARROW.height;
  return (
    top < 0 ||
    texts.some(
      (text) =>
        text.left < left + ARROW.width &&
        left < text.left + text.width &&
        text.top < goal.top &&
        top < text.top + text.height,
    )
  );
}

/** Return the islands and lines that a text names; an island of a named line is not named again. */
export function mentionsIn(text: string): string[] {
  const lines = LINES.filter(({ name }) => text.includes([...name].map((end) => islandName(end as Letter)).join('–')));
  const ends = new Set(lines.flatMap(({ name }) => [...name]));
  const islands = ISLANDS.filter(({ letter }) => !ends.has(letter) && text.includes(islandName(letter as Letter)));
  return [...lines.map(({ name }) => `[data-line=${name}]`), ...islands.map(({ letter }) => `[data-island=${letter}]`)];
}
