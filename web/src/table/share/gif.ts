/** Encode frames of a game as an animated GIF, which every messenger plays. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { SIZE } from '../../generated/art';
import type { Names } from '../../i18n/eventText';
import type { Frame } from '../../model/film';
import { SEATS, type Picture } from '../../model/picture';
import type { SeatName } from '../../net/protocol';
import { canvasOf, fontOf, INK, loadChart, loadPieces, PAPER } from './drawBoard';

const WIDTH = 560;
const BOARD_HEIGHT = Math.round((WIDTH * SIZE[1]) / SIZE[0]);
const HEIGHT = BOARD_HEIGHT + 44;
/** One of 256 colours means "as before", which makes the file small. */
const NUM_COLOURS = 255;
const UNCHANGED = 255;

/** Return the animation; call `report` with the share that is done. */
export async function gifOf(frames: readonly Frame[], names: Names, report: (done: number) => void): Promise<Blob> {
  // Rasterize the chart once: it takes longer than everything else.
  const sea = canvasOf(WIDTH, BOARD_HEIGHT);
  sea.drawImage(await loadChart(), 0, 0, WIDTH, BOARD_HEIGHT);
  const context = canvasOf(WIDTH, HEIGHT);
  const draw = async (picture: Picture): Promise<Uint8ClampedArray> => {
    const pieces = await loadPieces(picture);
    for (const layer of [sea.canvas, pieces]) context.drawImage(layer, 0, 0, WIDTH, BOARD_HEIGHT);
    caption(context, picture, names);
    return context.getImageData(0, 0, WIDTH, HEIGHT).data;
  };
  // The last frame has pieces of all kinds, so its colours serve all frames.
  const palette = quantize(await draw(frames.at(-1)!.picture), NUM_COLOURS);
  const gif = GIFEncoder();
  let before: Uint8Array | null = null;
  for (const [i, { picture, shown }] of frames.entries()) {
    const pixels = applyPalette(await draw(picture), palette);
    gif.writeFrame(before ? changes(before, pixels) : pixels, WIDTH, HEIGHT, {
      ...(before ? {} : { palette, repeat: 0 }),
      delay: shown,
      transparent: before !== null,
      transparentIndex: UNCHANGED,
      dispose: 1,
    });
    before = pixels;
    report((i + 1) / frames.length);
  }
  gif.finish();
  return new Blob([gif.bytes() as Uint8Array<ArrayBuffer>], { type: 'image/gif' });
}

function changes(before: Uint8Array, after: Uint8Array): Uint8Array {
  return after.map((colour, i) => (colour === before[i] ? UNCHANGED : colour));
}

/** Write the players, their points and their islands below the board. */
function caption(context: CanvasRenderingContext2D, picture: Picture, names: Names): void {
  context.fillStyle = PAPER;
  context.fillRect(0, BOARD_HEIGHT, WIDTH, HEIGHT - BOARD_HEIGHT);
  context.fillStyle = INK;
  const y = BOARD_HEIGHT + 30;
  const points = (seat: SeatName): number => picture.rounds.reduce((sum, round) => sum + round[seat], 0);
  const [white, black] = SEATS.map((seat) => [...picture.stones.values()].filter((each) => each === seat).length);
  context.font = fontOf(22);
  context.fillText(names.white, 110, y, 200);
  context.fillText(names.black, WIDTH - 110, y, 200);
  context.font = fontOf(26);
  context.fillText(`${points('white')} – ${points('black')}`, WIDTH / 2, y);
  context.font = fontOf(18);
  context.fillText(`${white}`, WIDTH / 2 - 54, y - 1);
  context.fillText(`${black}`, WIDTH / 2 + 54, y - 1);
  drawStone(context, WIDTH / 2 - 76, y - 6, '#f1e2c0');
  drawStone(context, WIDTH / 2 + 76, y - 6, '#2a2226');
}

function drawStone(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.beginPath();
  context.arc(x, y, 8, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.strokeStyle = INK;
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
}
