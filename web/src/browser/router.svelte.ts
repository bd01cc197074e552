/** A small router: the address determines the screen. */
import { IS_STATIC, pathOf, to } from '../net/address';

export type Place =
  | { screen: 'home' }
  | { screen: 'voyage' }
  | { screen: 'challenges' }
  | { screen: 'account' }
  | { screen: 'privacy' }
  | { screen: 'lobby' }
  | { screen: 'players'; account: string }
  | { screen: 'game'; game: string }
  | { screen: 'replay'; game: string; ply: number; isReviewed: boolean; isLearning: boolean }
  | { screen: 'analysis'; game: string | null; ply: number; position: string | null }
  | { screen: 'puzzles'; puzzle: string | null }
  | { screen: 'learn'; lesson: string | null }
  | { screen: 'rules'; part: string | null }
  /** No screen has this path, or only pages of servers have it. */
  | { screen: 'nowhere'; path: string; needsServer: boolean };

/** Decode a part of the address; leave it as it is if it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Return the path of the current screen, and what follows `?` and `#` behind it. */
function current(): { path: string; query: URLSearchParams; fragment: string } {
  const [address = '/', fragment = ''] = pathOf(location).split(/#(.*)/s);
  const [path = '/', query = ''] = address.split(/\?(.*)/s);
  return { path, query: new URLSearchParams(query), fragment };
}

function read(): Place {
  const { path, query } = current();
  const [, screen, game, ply] = path.split('/');
  if (screen === 'game' && game) return { screen, game: decoded(game) };
  if ((screen === 'replay' || screen === 'review') && game) {
    const isReviewed = screen === 'review';
    const isLearning = isReviewed && ply === 'learn';
    return { screen: 'replay', game: decoded(game), ply: Number(ply) || 0, isReviewed, isLearning };
  }
  if (screen === 'voyage' || screen === 'challenges') return { screen };
  const onServer = readOnServer(screen, game);
  if (onServer) return IS_STATIC ? { screen: 'nowhere', path, needsServer: true } : onServer;
  if (screen === 'analysis') {
    const position = query.get('position')?.replaceAll('_', ' ') || null;
    return { screen, game: game ? decoded(game) : null, ply: Number(ply) || 0, position };
  }
  const part = game ? decoded(game) : null;
  if (screen === 'puzzles') return { screen, puzzle: part };
  if (screen === 'learn') return { screen, lesson: part };
  if (screen === 'rules') return { screen, part };
  if (!screen || screen === 'index.html') return { screen: 'home' };
  return { screen: 'nowhere', path: decoded(path), needsServer: false };
}

/** Return a screen that only servers have. */
function readOnServer(screen: string | undefined, part: string | undefined): Place | null {
  if (screen === 'account' || screen === 'privacy' || screen === 'lobby') return { screen };
  return screen === 'players' && part ? { screen, account: decoded(part) } : null;
}

let place: Place = $state.raw(read());
addEventListener('popstate', () => (place = read()));

export function here(): Place {
  return place;
}

/** What follows `#` behind the path: a part of the screen. */
export function fragment(): string {
  return current().fragment;
}

export function go(address: string): void {
  history.pushState(null, '', address);
  place = read();
  scrollTo(0, 0);
}

export function addressOf(game: string, screen: 'game' | 'replay' | 'review' = 'game'): string {
  return to(`/${screen}/${encodeURIComponent(game)}`);
}

/** The address at which a player's own mistakes of a game are practised. */
export function addressOfMistakes(game: string): string {
  return `${addressOf(game, 'review')}/learn`;
}

/** The address of a position of a finished game. */
export function addressOfPly(game: string, ply: number, screen: 'replay' | 'review' = 'replay'): string {
  return `${addressOf(game, screen)}/${ply}`;
}

/** The address of the analysis board with a position of a finished game. */
export function addressOfStudy(game: string, ply: number): string {
  return to(`/analysis/${encodeURIComponent(game)}/${ply}`);
}

/** The address of the analysis board with a position in one line of text; servers draw it in previews of the link. */
export function addressOfAnalysis(position: string): string {
  return to(`/analysis?position=${encodeURIComponent(position.replaceAll(' ', '_'))}`);
}

export const addressOfLesson = (lesson: string): string => to(`/learn/${lesson}`);

/** The address of the puzzles of one theme. */
export const addressOfTheme = (theme: string): string => to(`/puzzles#${theme}`);

/** The address of the public profile of an account. */
export const addressOfPlayer = (account: string): string => to(`/players/${encodeURIComponent(account)}`);

/** The address of the player's profile. */
export const PROFILE = to('/voyage#profile');

/** Replace the address without a new history entry. */
export function note(address: string): void {
  history.replaceState(null, '', address);
}

/** Read a secret from the fragment of the address and leave nothing but the path there. */
export function takeSecret(name: 'token' | 'invite'): string | null {
  const { path, fragment } = current();
  const secret = new URLSearchParams(fragment).get(name);
  if (secret) history.replaceState(null, '', to(path));
  return secret;
}

/** Follow internal links without reloading the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !isPlain || link.origin !== location.origin || link.target || link.download) return;
  event.preventDefault();
  go(to(pathOf(link)));
}
