import { describe, expect, it } from 'vitest';
import { flightsOf } from '../src/model/flights';
import type { GameEvent } from '../src/net/protocol';

const played: GameEvent = { type: 'cards_played', seat: 'white', cards: ['A', 'B'] };
const removed: GameEvent = { type: 'bridge_removed', seat: 'black', line: 'AB', cause: 'cards' };
const taken: GameEvent = { type: 'open_card_taken', seat: 'black', card: 'C' };
const turned: GameEvent = { type: 'open_card_turned', card: 'D' };
const seat = { kind: 'seat', seat: 'black' };

describe('cards travel', () => {
  it.each([
    ['from the hand to the line', played, removed, { from: { kind: 'hand', card: 'A' }, to: { kind: 'line', line: 'AB' }, card: 'A' }],
    ['from the market to the opponent', taken, undefined, { from: { kind: 'market', card: 'C' }, to: seat, card: 'C' }],
    ['from the pile to the market', turned, undefined, { from: { kind: 'pile' }, to: { kind: 'market', card: 'D' }, card: 'D' }],
  ])('%s', (_, event, next, flight) => {
    expect(flightsOf(event, next, 'white')[0]).toEqual(flight);
  });

  it('from the pile to the opponent face down', () => {
    const drawn: GameEvent = { type: 'card_drawn', seat: 'black', card: null };
    expect(flightsOf(drawn, undefined, 'white')).toEqual([{ from: { kind: 'pile' }, to: seat, card: null }]);
  });

  it('to the own hand once the card is known', () => {
    const drawn = (card: 'A' | null): GameEvent => ({ type: 'card_drawn', seat: 'white', card });
    expect(flightsOf(drawn(null), undefined, 'white')).toEqual([]);
    expect(flightsOf(drawn('A'), undefined, 'white')[0]?.to).toEqual({ kind: 'hand', card: 'A' });
  });

  it('points travel from where the stones were counted to the score', () => {
    const scored: GameEvent = { type: 'round_scored', round: 1, stones: { white: 5, black: 7 }, points: { white: 0, black: 2 } };
    const flight = { from: { kind: 'count', seat: 'black' }, to: { kind: 'score', seat: 'black' }, card: null, points: 2 };
    expect(flightsOf(scored, undefined, 'white')).toEqual([flight]);
  });

  it('with both cards of a removal', () => {
    expect(flightsOf(played, removed, 'white')).toHaveLength(2);
  });
});
