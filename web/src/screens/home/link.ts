/** What a link means that somebody was sent. */

export interface Linked {
  game: string;
  screen: 'game' | 'replay';
}

/** The game of a whole address, whatever stands around it; what is no address is a game's name. */
export function readLink(link: string): Linked {
  const path = link.trim().replace(/[?#].*$/, '');
  const [, screen, game] = /\/(game|replay)\/([^/]+)/.exec(path) ?? [];
  if (game) return { game, screen: screen as Linked['screen'] };
  return { game: path.split('/').filter(Boolean).at(-1) ?? '', screen: 'game' };
}
