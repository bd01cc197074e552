import { describe, expect, it } from 'vitest';
import { handAfter } from '../src/model/hand';
import { bridgeCount } from '../src/model/bridgeCount';
import { BLANK } from '../src/model/picture';
import { markOf } from '../src/model/effects';
import { changesOf } from '../src/model/turnChanges';
import type { GameEvent } from '../src/net/protocol';
import { CONSEQUENCES, LEAD, OWN_CONSEQUENCES, ownDoingEnd, stayOf } from '../src/state/pacing';
import { SINKING } from '../src/ui/durations';

const ply: GameEvent = { type: 'ply', seat: 'white', ply: '+AB/A' };
const cards: GameEvent = { type: 'cards_played', seat: 'white', cards: ['A'] };
const built: GameEvent = { type: 'bridge_built', seat: 'white', line: 'AB', cause: 'card' };
const gained: GameEvent = { type: 'control_gained', seat: 'white', island: 'A' };
const swept: GameEvent = { type: 'bridge_removed', seat: 'black', line: 'AD', cause: 'control' };
const lost: GameEvent = { type: 'control_lost', seat: 'black', island: 'D' };
const taken: GameEvent = { type: 'open_card_taken', seat: 'white', card: 'C' };
const turn: GameEvent = { type: 'turn_started', turn: 2, seat: 'black', is_last: false };

describe('the own part of a ply', () => {
  it.each([
    ['a build without consequences', [ply, cards, built], 3],
    ['a build with a chain reaction', [ply, cards, built, gained, swept, lost], 3],
    ['a card that is taken', [ply, taken, turn], 2],
    ['a free bridge', [ply, built, gained], 2],
  ])('of %s ends with the last piece or card that was moved', (_, log, end) => {
    expect(ownDoingEnd(log, 0)).toBe(end);
  });
});

describe('consequences', () => {
  const chain = [ply, cards, built, gained, ...Array<GameEvent>(9).fill(swept), lost, turn];
  const after = chain.map((_, at) => at).slice(3, -1);

  it.each([
    ['the own move', LEAD, OWN_CONSEQUENCES],
    ["the opponent's move", 0, CONSEQUENCES],
  ])('of %s are over within 600 milliseconds, however many there are', (_, lead, limit) => {
    const shown = after.slice(0, -1).reduce((sum, at) => sum + stayOf(chain, at, limit), 0);
    expect(lead + shown + SINKING).toBeLessThanOrEqual(600);
  });
});

describe('the hand while a move waits for the server', () => {
  const hand = { shown: [], hidden: ['A', 'A', 'B'] as const };

  it('has lost what was played and got what was taken', () => {
    expect(handAfter(hand, [ply, cards, built], 'white').hidden).toEqual(['A', 'B']);
    expect(handAfter(hand, [ply, taken], 'white').hidden).toEqual(['A', 'A', 'B', 'C']);
  });

  it('does not change with the moves of the other side', () => {
    expect(handAfter(hand, [cards, taken], 'black')).toBe(hand);
  });
});

describe('what a turn changed', () => {
  it('leaves out what came and went', () => {
    const back: GameEvent = { type: 'bridge_removed', seat: 'white', line: 'AB', cause: 'cards' };
    const changes = changesOf([built, gained, swept, lost, back]);
    expect([...changes.built]).toEqual([]);
    expect([...changes.removed.keys()]).toEqual(['AD']);
    expect([...changes.gained.keys(), ...changes.lost.keys()]).toEqual(['A', 'D']);
  });
});

describe('the bridges at an island', () => {
  it('are counted for both sides, with what is missing for a majority', () => {
    const bridges = new Map([['AB', 'white'], ['AD', 'black']] as const);
    const { lines, bridges: counted, missing } = bridgeCount('A', { ...BLANK, bridges });
    expect(counted).toEqual({ white: 1, black: 1 });
    expect(missing.white).toBe(Math.floor(lines / 2));
  });
});

describe('a move that is drawn on the board', () => {
  const seat = 'black';

  it('is a new bridge, or a crossed-out one', () => {
    const [built] = markOf('better', { line: 'AB', notation: '+AB/A' }, seat);
    expect(built?.effects.built).toEqual({ line: 'AB', seat });
    const [removed] = markOf('played', { line: 'AD', notation: '-AD/AA' }, seat);
    expect(removed?.effects).toMatchObject({ built: null, removed: ['AD'] });
  });

  it('is nothing where only a card moves', () => {
    expect(markOf('better', { line: null, notation: '<*' }, seat)).toEqual([]);
  });
});
