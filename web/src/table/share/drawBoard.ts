/** Draw boards on a canvas. */
import { BRIDGES, ISLANDS, PIECE_DEFS, SIZE, STONES } from '../../generated/art';
import chart from '../../generated/chart-day.svg?url';
import { lineNumber } from '../../model/islands';
import type { Picture } from '../../model/picture';

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

export const loadChart = (): Promise<HTMLImageElement> => load(chart);

/** Return an image of the pieces on a board, of the chart's size. */
export function loadPieces(picture: Picture): Promise<HTMLImageElement> {
  const number = { white: 0, black: 1 } as const;
  const bridges = [...picture.bridges].map(([line, seat]) => BRIDGES[lineNumber(line)]![number[seat]]);
  const stones = [...picture.stones].map(([letter, seat]) => {
    const [x, y] = ISLANDS.find((island) => island.letter === letter)!.stone;
    return `<g transform="translate(${x} ${y})">${STONES[number[seat]]}</g>`;
  });
  const [width, height] = SIZE;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<defs>${PIECE_DEFS}</defs>${bridges.join('')}${stones.join('')}</svg>`;
  return load(`data:image/svg+xml,${encodeURIComponent(svg)}`);
}

export const PAPER = '#f7edd5';
export const INK = '#2b2013';
export const fontOf = (size: number): string => `700 ${size}px 'Alegreya SC', Georgia, serif`;

export function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  context.textAlign = 'center';
  return context;
}
