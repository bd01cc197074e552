/** What players find on the voyage and win in challenges: it changes the look, never the game. */

export type Boat = 'canoe' | 'double' | 'leaf' | 'lantern';
export type CardPattern = 'waves' | 'fern' | 'stars' | 'shell' | 'sun';
/** Which map to show: the one of the page's look, or always the one at night. */
export type MapChoice = 'page' | 'night';

/** What has to be achieved: opponents beaten on the voyage, and stars won in challenges. */
export interface Achieved {
  beaten: number;
  stars: number;
}

type Price = Partial<Achieved>;

export const BOATS: Readonly<Record<Boat, Price>> = { canoe: {}, double: { beaten: 4 }, leaf: { stars: 6 }, lantern: { beaten: 14 } };
export const CARD_PATTERNS: Readonly<Record<CardPattern, Price>> = {
  waves: {},
  fern: { beaten: 2 },
  stars: { beaten: 9 },
  shell: { beaten: 12 },
  sun: { stars: 12 },
};
export const MAPS: Readonly<Record<MapChoice, Price>> = { page: {}, night: { beaten: 7 } };

/** Whether a treasure with this price has been found. */
export function isFound({ beaten = 0, stars = 0 }: Price, achieved: Achieved): boolean {
  return achieved.beaten >= beaten && achieved.stars >= stars;
}
