import { describe, expect, it } from 'vitest';
import { readLink } from '../src/screens/home/link';

describe('a link to a game', () => {
  it.each([
    ['https://kahuna.example/game/Ab_1-x', 'Ab_1-x', 'game'],
    [' https://kahuna.example/game/Ab_1-x/?from=mail#invite=secret\n', 'Ab_1-x', 'game'],
    ['kahuna.example/replay/Ab_1-x/40', 'Ab_1-x', 'replay'],
    ['/replay/Ab_1-x?x=/game/other', 'Ab_1-x', 'replay'],
    ['Ab_1-x', 'Ab_1-x', 'game'],
    ['Ab_1-x/', 'Ab_1-x', 'game'],
    ['#invite=secret', '', 'game'],
  ])('%s', (link, game, screen) => {
    expect(readLink(link)).toEqual({ game, screen });
  });
});
