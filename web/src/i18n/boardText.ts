/** Describe islands and lines in words, as a screen reader would say them. */
import { ISLANDS } from '../generated/art';
import { list, t } from './translate';
import { farEnd, islandName, linesOf, lineTitle } from '../model/islands';
import type { BridgeCount } from '../model/bridgeCount';
import { SEATS, type Picture } from '../model/picture';
import type { LineKind } from '../model/legalActions';
import type { Letter, LineName, SeatName } from '../net/protocol';
import { about, type Names } from './eventText';

export function islandTitle(letter: Letter, picture: Picture, names: Names): string {
  const holder = picture.stones.get(letter);
  const island = islandName(letter);
  return holder ? about('a11y.island', holder, names, { island }) : t('a11y.island_free', { island });
}

/** Say how many bridges a side has at an island and how many it needs, such as "Pua: 2 of 5, needs 1". */
export function countText(count: BridgeCount, seat: SeatName, names: Names): string {
  const values = { name: names[seat], n: count.bridges[seat], of: count.lines };
  const missing = count.missing[seat];
  return missing > 0 ? t('count.missing', { ...values, missing }) : t('count.held', values);
}

/** List where the lines of an island lead, by owner. */
export function waysFrom(letter: Letter, picture: Picture, names: Names): string[] {
  const leading = (lines: LineName[]): string =>
    list(lines.map((line) => islandName(farEnd(letter, line))));
  const lines = linesOf(letter);
  const ways = SEATS.map((seat) => ({
    lines: lines.filter((line) => picture.bridges.get(line) === seat),
    text: (islands: string) => t('a11y.bridges', { name: names[seat], islands }),
  }));
  const free = {
    lines: lines.filter((line) => !picture.bridges.has(line)),
    text: (islands: string) => t('a11y.free_lines', { islands }),
  };
  return [...ways, free]
    .filter((way) => way.lines.length > 0)
    .map((way) => way.text(leading(way.lines)));
}

/** Describe the whole board, island by island. */
export function positionWords(picture: Picture, names: Names): string {
  const letters = ISLANDS.map((island) => island.letter as Letter);
  return letters
    .map((letter) => `${islandTitle(letter, picture, names)} (${waysFrom(letter, picture, names).join('; ')}).`)
    .join(' ');
}

/** Describe a line, its bridge, and what can be done there. */
export function lineWords(line: LineName, picture: Picture, names: Names, kind?: LineKind): string {
  const holder = picture.bridges.get(line);
  const owner = holder ? about('line.bridge', holder, names) : t('line.free');
  return `${lineTitle(line)}: ${owner}${kind ? `, ${t(`line.can.${kind}`)}` : ''}`;
}
