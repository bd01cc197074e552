/** The islands and lines of the chart by their letters. */
import { ISLANDS, LINES, type IslandArt, type LineArt } from '../generated/art';
import type { Letter, LineName } from '../net/protocol';

const islands = new Map(ISLANDS.map((island) => [island.letter, island]));
const numbers = new Map(LINES.map((line, number) => [line.name, number]));

export function island(letter: Letter): IslandArt {
  return islands.get(letter)!;
}

export function islandName(letter: Letter): string {
  return island(letter).name;
}

export function lineNumber(line: LineName): number {
  return numbers.get(line)!;
}

export function lineArt(line: LineName): LineArt {
  return LINES[lineNumber(line)]!;
}

export function lineNamed(number: number): LineName {
  return LINES[number]!.name as LineName;
}

/** Return the two islands of a line. */
export function endsOf(line: LineName): [Letter, Letter] {
  return [line[0] as Letter, line[1] as Letter];
}

/** Return the other end of a line. */
export function farEnd(from: Letter, line: LineName): Letter {
  const [a, b] = endsOf(line);
  return a === from ? b : a;
}

/** Return the name of a line, such as ALOA–BARI. */
export function lineTitle(line: LineName): string {
  return endsOf(line).map(islandName).join('–');
}

export function linesOf(letter: Letter): LineName[] {
  return LINES.filter((line) => line.name.includes(letter)).map((line) => line.name as LineName);
}
