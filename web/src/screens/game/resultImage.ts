/** Draw the result of a game as a picture to share: the final board, the names and the score. */
import { BRIDGES, ISLANDS, PIECE_DEFS, SIZE, STONES } from '../../generated/art';
import chart from '../../generated/chart-day.svg?url';
import type { Names } from '../../i18n/eventText';
import { lineNumber } from '../../model/islands';
import type { Picture } from '../../model/picture';
import type { Numbers } from '../../net/protocol';

const WIDTH = 1200;
const HEIGHT = 630;
const BOARD = { width: (HEIGHT * SIZE[0]) / SIZE[1], height: HEIGHT };
const QUALITY = 0.82;

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Return the pieces of a picture as an SVG of the chart's size. */
function piecesOf(picture: Picture): string {
  const number = { white: 0, black: 1 } as const;
  const bridges = [...picture.bridges].map(([line, seat]) => BRIDGES[lineNumber(line)]![number[seat]]);
  const stones = [...picture.stones].map(([letter, seat]) => {
    const [x, y] = ISLANDS.find((island) => island.letter === letter)!.stone;
    return `<g transform="translate(${x} ${y})">${STONES[number[seat]]}</g>`;
  });
  const [width, height] = SIZE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<defs>${PIECE_DEFS}</defs>${bridges.join('')}${stones.join('')}</svg>`
  );
}

/** Write a centred line into the right part, as large as it fits. */
function write(context: CanvasRenderingContext2D, text: string, y: number, size: number): void {
  const room = WIDTH - BOARD.width - 40;
  context.font = `700 ${size}px 'Alegreya SC', Georgia, serif`;
  context.fillText(text, BOARD.width + (WIDTH - BOARD.width) / 2, y, room);
}

/** Return the picture as a JPEG of less than 400 kB. */
export async function resultImage(picture: Picture, names: Names, points: Numbers, title: string): Promise<Blob> {
  const [sea, pieces] = await Promise.all([
    load(chart),
    load(`data:image/svg+xml,${encodeURIComponent(piecesOf(picture))}`),
  ]);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#f7edd5';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.drawImage(sea, 0, 0, BOARD.width, BOARD.height);
  context.drawImage(pieces, 0, 0, BOARD.width, BOARD.height);
  context.textAlign = 'center';
  context.fillStyle = '#8f2f1e';
  write(context, 'Kahuna', 110, 72);
  context.fillStyle = '#2b2013';
  write(context, names.white, 240, 40);
  write(context, `${points.white} – ${points.black}`, 345, 92);
  write(context, names.black, 430, 40);
  write(context, title, 540, 34);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', QUALITY);
  });
}

/** Hand a picture to the device's share sheet; false if it has none or cannot take it. */
export async function shareImage(image: Blob, title: string): Promise<boolean> {
  const files = [new File([image], 'kahuna.jpg', { type: image.type })];
  if (!navigator.canShare?.({ files })) return false;
  try {
    await navigator.share({ files, title });
  } catch {
    // The user closed the share sheet.
  }
  return true;
}
