import { describe, expect, it } from 'vitest';
import { course, fold } from '../src/model/picture';
import type { GameEvent } from '../src/net/protocol';
import { turnsOf } from '../src/model/turns';

/** White builds twice and wins ALOA, Black's bridge there is swept away; then a round is scored. */
const LOG: GameEvent[] = [
  {
    type: 'game_started',
    own_hand: ['A', 'B', 'C'],
    hand_sizes: { white: 3, black: 3 },
    open_cards: ['D', 'E', 'F'],
    pile_size: 15,
  },
  { type: 'turn_started', seat: 'black', turn: 1, is_last: false },
  { type: 'ply', seat: 'black', ply: '+AH/H' },
  { type: 'cards_played', seat: 'black', cards: ['H'] },
  { type: 'bridge_built', seat: 'black', line: 'AH', cause: 'card' },
  { type: 'ply', seat: 'black', ply: '<D=G' },
  { type: 'open_card_taken', seat: 'black', card: 'D' },
  { type: 'open_card_turned', card: 'G' },
  { type: 'turn_started', seat: 'white', turn: 2, is_last: false },
  { type: 'ply', seat: 'white', ply: '+AB/A' },
  { type: 'cards_played', seat: 'white', cards: ['A'] },
  { type: 'bridge_built', seat: 'white', line: 'AB', cause: 'card' },
  { type: 'ply', seat: 'white', ply: '+AD/A' },
  { type: 'cards_played', seat: 'white', cards: ['A'] },
  { type: 'bridge_built', seat: 'white', line: 'AD', cause: 'card' },
  { type: 'control_gained', seat: 'white', island: 'A' },
  { type: 'bridge_removed', seat: 'black', line: 'AH', cause: 'control' },
  { type: 'ply', seat: 'white', ply: '<*=C' },
  { type: 'card_drawn', seat: 'white', card: 'C' },
  { type: 'round_scored', round: 1, stones: { white: 1, black: 0 }, points: { white: 1, black: 0 } },
  { type: 'pile_renewed', pile_size: 21 },
];

describe('pictures folded from a log', () => {
  const pictures = fold(LOG);

  it('has one picture before the first entry and one after each', () => {
    expect(pictures).toHaveLength(LOG.length + 1);
    expect(pictures[0]!.bridges.size).toBe(0);
  });

  it('shows pieces come and go in the order of the events', () => {
    expect([...pictures[5]!.bridges]).toEqual([['AH', 'black']]);
    const gained = pictures[16]!;
    expect(gained.stones.get('A')).toBe('white');
    expect(gained.bridges.has('AH')).toBe(true);
    expect(pictures[17]!.bridges.has('AH')).toBe(false);
  });

  it('counts cards', () => {
    const afterFirstTurn = pictures[8]!;
    expect(afterFirstTurn.hands).toEqual({ white: 3, black: 3 });
    expect(afterFirstTurn.openCards).toEqual(['E', 'F', 'G']);
    expect(afterFirstTurn.pile).toBe(14);
    expect(afterFirstTurn.discards).toEqual(['H']);
    const last = pictures.at(-1)!;
    expect(last.pile).toBe(21);
    expect(last.discards).toEqual([]);
    expect(last.rounds).toEqual([{ white: 1, black: 0 }]);
  });

  it('tells whose turn it is, the how manieth, and of which round', () => {
    expect(pictures[1]).toMatchObject({ round: 1, turn: 0, toMove: null });
    expect(pictures[8]).toMatchObject({ round: 1, turn: 1, toMove: 'black' });
    expect(pictures[9]).toMatchObject({ round: 1, turn: 2, toMove: 'white' });
    expect(pictures.at(-1)).toMatchObject({ round: 2, turn: 2 });
  });

  it('counts what was discarded face down until the pile is renewed', () => {
    const bury: GameEvent = { type: 'card_buried', seat: 'black', card: null, was_shown: false };
    const shown: GameEvent = { type: 'card_buried', seat: 'white', card: 'A', was_shown: true };
    const [, , buried, renewed] = fold([bury, shown, { type: 'pile_renewed', pile_size: 2 }]);
    expect(buried).toMatchObject({ buried: { white: 0, black: 1 }, discards: ['A'] });
    expect(renewed).toMatchObject({ buried: { white: 0, black: 0 }, discards: [] });
  });

  it('leaves earlier pictures alone', () => {
    expect(fold(LOG.slice(0, 5)).at(-1)).toEqual(pictures[5]);
  });
});

describe('the course of a game', () => {
  it('has a point a turn, and marks where a round was scored', () => {
    expect(course(LOG)).toEqual([
      { turn: 1, white: 0, black: 0, scored: null },
      { turn: 2, white: 1, black: 0, scored: 1 },
    ]);
  });
});

describe('a log turn by turn', () => {
  it('groups events under the action that caused them', () => {
    const [first, second] = turnsOf(LOG);
    expect(first).toMatchObject({ number: 1, seat: 'black', start: 1, end: 8 });
    expect(second!.plies.map((ply) => ply.text)).toEqual(['+AB/A', '+AD/A', '<*=C']);
    expect(second!.plies[1]!.events).toHaveLength(4);
    expect(second!.plies[1]!.end).toBe(17);
  });
});
