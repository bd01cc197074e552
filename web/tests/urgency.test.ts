import { expect, it } from 'vitest';
import type { MyGame } from '../src/net/protocol';
import { byUrgency } from '../src/screens/home/urgency';

function game(id: string, isMine: boolean, isOver: boolean, isJoined = true): MyGame {
  const players = { white: { joined: true }, black: { joined: isJoined } };
  return { facts: { game: id, outcome: isOver ? {} : null, players }, is_my_turn: isMine } as unknown as MyGame;
}

it('lists games that wait for me first and finished games last', () => {
  const games = [game('over', true, true), game('alone', true, false, false), game('theirs', false, false), game('mine', true, false), game('mine too', true, false)];
  expect(byUrgency(games).map(({ facts }) => facts.game)).toEqual(['mine', 'mine too', 'theirs', 'alone', 'over']);
});
