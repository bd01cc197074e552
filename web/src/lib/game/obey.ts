/** Does at the table what a key asked for. */
import { tick } from 'svelte';
import type { Letter } from '../protocol';
import { settings } from '../settings.svelte';
import { commandOf, followed, isShortcut, type Command } from './keymap';
import type { Ending, Table } from './table.svelte';

/** What the screen around the table can do. */
export interface Screen {
  stand: (island: Letter) => void;
  repeat: () => void;
  switchWords: () => void;
  openMenu: () => void;
  openKeys: () => void;
}

/** Do what a pressed key means here, if it means anything. */
export function press(event: KeyboardEvent, table: Table, screen: Screen): void {
  if (table.game.isCurtained || event.repeat || !isShortcut(event, event.target as Element)) return;
  if (!settings.shortcuts && event.key !== 'Escape') return;
  const command = commandOf(event.key, table.before);
  if (!command) return;
  event.preventDefault();
  obey(command, table, screen);
  table.before = followed(command);
}

function obey(command: Command, table: Table, screen: Screen): void {
  const open = table.game.picture?.openCards ?? [];
  switch (command.kind) {
    case 'island':
      chooseIsland(table, command.letter);
      screen.stand(command.letter);
      break;
    case 'line':
      if (table.line !== command.line) table.chooseLine([command.line]);
      break;
    case 'open':
      if (open.includes(command.letter)) end(table, { kind: 'take', card: command.letter });
      break;
    case 'place': {
      const card = open[command.place];
      if (card) end(table, { kind: 'take', card });
      break;
    }
    case 'pile':
      end(table, { kind: 'draw', card: null });
      break;
    case 'none':
      end(table, { kind: 'decline', card: null });
      break;
    case 'bury':
      if (table.bury) table.act(table.bury);
      break;
    case 'undo':
      table.undo();
      break;
    case 'clear':
      table.clear();
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

/** Choose the card of an island, the second one after the first; without a card nothing is chosen. */
export function chooseIsland(table: Table, letter: Letter): void {
  const keys = table.cards.filter((card) => card.letter === letter).map((card) => card.key);
  const next = keys[keys.indexOf(table.chosenKey ?? '') + 1];
  table.clear();
  if (next) table.chooseCard(next);
}

/** Choose how to end the turn; the next Enter does it. */
function end(table: Table, ending: Ending): void {
  if (!table.isChosen(ending)) table.chooseEnding(ending);
  void tick().then(() => {
    const market = document.querySelector('[data-zone="market"]');
    const target = market?.querySelector('.primary') ?? market?.querySelector('[aria-pressed="true"]');
    (target as HTMLElement | null)?.focus();
  });
}
