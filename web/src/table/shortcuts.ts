/** Execute keyboard shortcuts. */
import { tick } from 'svelte';
import type { Letter } from '../net/protocol';
import { settings } from '../browser/settings.svelte';
import { commandOf, followed, isShortcut, type Command } from '../state/keymap';
import type { Ending, Selection } from '../state/selection.svelte';

/** Commands of the surrounding screen. */
export interface Screen {
  stand: (island: Letter) => void;
  repeat: () => void;
  switchWords: () => void;
  openMenu: () => void;
  openKeys: () => void;
}

/** Handle a key press. */
export function press(event: KeyboardEvent, selection: Selection, screen: Screen): void {
  if (selection.game.isCurtained || event.repeat || !isShortcut(event, event.target as Element)) return;
  if (!settings.shortcuts && event.key !== 'Escape') return;
  const command = commandOf(event.key, selection.before);
  if (!command) return;
  event.preventDefault();
  obey(command, selection, screen);
  selection.before = followed(command);
}

function obey(command: Command, selection: Selection, screen: Screen): void {
  const open = selection.game.picture?.openCards ?? [];
  switch (command.kind) {
    case 'island':
      chooseIsland(selection, command.letter);
      screen.stand(command.letter);
      break;
    case 'line':
      if (selection.line !== command.line) selection.chooseLine([command.line]);
      break;
    case 'open':
      if (open.includes(command.letter)) end(selection, { kind: 'take', card: command.letter });
      break;
    case 'place': {
      const card = open[command.place];
      if (card) end(selection, { kind: 'take', card });
      break;
    }
    case 'pile':
      end(selection, { kind: 'draw', card: null });
      break;
    case 'none':
      end(selection, { kind: 'decline', card: null });
      break;
    case 'bury':
      if (selection.bury) selection.act(selection.bury);
      break;
    case 'undo':
      selection.undo();
      break;
    case 'clear':
      selection.clear();
      break;
    case 'repeat':
      screen.repeat();
      break;
    case 'words':
      screen.switchWords();
      break;
    case 'menu':
      screen.openMenu();
      break;
    case 'keys':
      screen.openKeys();
      break;
    case 'taking':
      break;
  }
}

/** Choose a card of an island, or the next one if one is chosen already. */
export function chooseIsland(selection: Selection, letter: Letter): void {
  const keys = selection.cards.filter((card) => card.letter === letter).map((card) => card.key);
  const next = keys[keys.indexOf(selection.chosenKey ?? '') + 1];
  selection.clear();
  if (next) selection.chooseCard(next);
}

/** Choose how to end the turn and focus the button that does it. */
function end(selection: Selection, ending: Ending): void {
  if (!selection.isChosen(ending)) selection.chooseEnding(ending);
  void tick().then(() => {
    const market = document.querySelector('[data-zone="market"]');
    const target = market?.querySelector('.primary') ?? market?.querySelector('[aria-pressed="true"]');
    (target as HTMLElement | null)?.focus();
  });
}
