/** Draw the result of a game as a picture to share: the final board, the names and the score. */
import { SIZE } from '../../generated/art';
import type { Names } from '../../i18n/eventText';
import type { Picture } from '../../model/picture';
import type { Numbers } from '../../net/protocol';
import { canvasOf, fontOf, INK, loadChart, loadPieces } from './drawBoard';

const WIDTH = 1200;
const HEIGHT = 630;
const BOARD = { width: (HEIGHT * SIZE[0]) / SIZE[1], height: HEIGHT };
const QUALITY = 0.82;

/** Write a centred line into the right part, as large as it fits. */
function write(context: CanvasRenderingContext2D, text: string, y: number, size: number): void {
  const room = WIDTH - BOARD.width - 40;
  context.font = fontOf(size);
  context.fillText(text, BOARD.width + (WIDTH - BOARD.width) / 2, y, room);
}

/** Return the picture as a JPEG of less than 400 kB. */
export async function resultImage(picture: Picture, names: Names, points: Numbers, title: string): Promise<Blob> {
  const [sea, pieces] = await Promise.all([loadChart(), loadPieces(picture)]);
  const context = canvasOf(WIDTH, HEIGHT);
  context.drawImage(sea, 0, 0, BOARD.width, BOARD.height);
  context.drawImage(pieces, 0, 0, BOARD.width, BOARD.height);
  context.fillStyle = '#8f2f1e';
  write(context, 'Kahuna', 110, 72);
  context.fillStyle = INK;
  write(context, names.white, 240, 40);
  write(context, `${points.white} – ${points.black}`, 345, 92);
  write(context, names.black, 430, 40);
  write(context, title, 540, 34);
  return new Promise((resolve, reject) => {
    context.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', QUALITY);
  });
}
