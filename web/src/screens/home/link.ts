/** Understand the links that players send each other. */

export interface Linked {
  game: string;
  screen: 'game' | 'replay';
}

/** Extract the game from an address; anything else is taken for a game's id. */
export function readLink(link: string): Linked {
  const path = link.trim().replace(/[?#].*$/, '');
  const [, screen, game] = /\/(game|replay)\/([^/]+)/.exec(path) ?? [];
  if (game) return { game, screen: screen as Linked['screen'] };
  return { game: path.split('/').filter(Boolean).at(-1) ?? '', screen: 'game' };
}
