import { describe, expect, it } from 'vitest';
import { bestMoment, filmOfGame, filmOfPly } from '../src/model/film';
import type { GameEvent, MomentOut } from '../src/net/protocol';

const side = { bridges: [], control: [], stones: 0, hand: [], shown: [], buried: [] };
const moment = (number: number, turn: number, bridges: string[], events: GameEvent[] = []): MomentOut =>
  ({
    number, ply: null, seat: 'white', events, round: 1, turn, to_move: 'black',
    white: { ...side, bridges }, black: side, open_cards: [], pile_size: 12, discards: [], rounds: [],
  }) as unknown as MomentOut;
const swept = (cause: string): GameEvent => ({ type: 'bridge_removed', seat: 'black', line: 'AD', cause }) as GameEvent;
const gained = { type: 'control_gained', seat: 'white', island: 'A' } as GameEvent;
const built = { type: 'bridge_built', seat: 'white', line: 'AB' } as GameEvent;

describe('an animated picture', () => {
  it('shows the ply with the largest swing, the last of several', () => {
    expect(bestMoment([moment(0, 1, []), moment(1, 1, [], [swept('cards')])])).toBeNull();
    const moments = [
      moment(0, 1, []), moment(1, 1, [], [gained, swept('control')]), moment(2, 2, [], [gained]),
      moment(3, 3, [], [built, gained, swept('control')]),
    ];
    expect(bestMoment(moments)).toBe(3);
    const film = filmOfPly(moments, 3);
    expect(film.map(({ picture }) => [picture.bridges.size, picture.stones.size])).toEqual([[0, 0], [1, 0], [1, 1], [1, 1]]);
    expect(film.at(-1)!.shown).toBeGreaterThan(film[1]!.shown);
  });

  it('shows every turn of a game that changes the board', () => {
    const moments = [moment(0, 1, []), moment(1, 1, ['AB']), moment(2, 1, ['AB', 'AD']), moment(3, 2, ['AB', 'AD']), moment(4, 3, ['AB'])];
    expect(filmOfGame(moments).map(({ picture }) => picture.bridges.size)).toEqual([0, 2, 1]);
  });
});
