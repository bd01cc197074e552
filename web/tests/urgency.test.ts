import { expect, it } from 'vitest';
import type { MyGame } from '../src/net/protocol';
import { byUrgency, nextWaiting } from '../src/model/urgency';

function game(id: string, isMine: boolean, isOver: boolean, isJoined = true, left: number | null = null): MyGame {
  const players = { white: { joined: true }, black: { joined: isJoined } };
  return { facts: { game: id, outcome: isOver ? {} : null, players }, is_my_turn: isMine, seconds_left: left } as unknown as MyGame;
}

it('lists games that wait for me first and finished games last', () => {
  const games = [game('over', true, true), game('alone', true, false, false), game('theirs', false, false), game('mine', true, false), game('mine too', true, false)];
  expect(byUrgency(games).map(({ facts }) => facts.game)).toEqual(['mine', 'mine too', 'theirs', 'alone', 'over']);
});

it('finds the waiting game with the least time', () => {
  const games = [game('calm', true, false, true, 900), game('urgent', true, false, true, 60), game('theirs', false, false, true, 5)];
  expect(byUrgency(games).map(({ facts }) => facts.game)).toEqual(['urgent', 'calm', 'theirs']);
  expect(nextWaiting(games, 'urgent')?.facts.game).toBe('calm');
  expect(nextWaiting(games.slice(2), 'other')).toBeNull();
});
