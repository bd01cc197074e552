/** Find room for the coach's note beside its bar, off the board. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The least room that a note is put into, if there is a choice. */
const WIDTH = 200;
const HEIGHT = 250;
const MAX_WIDTH = 420;
const GAP = 6;

/** Return where a note goes in the window: below the bar, beside it, or above it. */
export function noteBox(bar: Box, board: Box, page: { width: number; height: number }): Box {
  const whole = { left: GAP, top: GAP, right: page.width - GAP, bottom: page.height - GAP };
  const rooms = [
    { ...whole, left: bar.left, right: bar.right, top: bar.bottom + GAP },
    { ...whole, right: bar.left - GAP, left: Math.max(GAP, bar.left - GAP - MAX_WIDTH), bottom: bar.bottom },
    { ...whole, left: bar.right + GAP, right: Math.min(whole.right, bar.right + GAP + MAX_WIDTH), bottom: bar.bottom },
    { ...whole, left: bar.left, right: bar.right, bottom: bar.top - GAP },
  ].filter((room) => !overlap(room, board) && room.right - room.left >= WIDTH);
  const height = (room: Box): number => room.bottom - room.top;
  const [best, ...others] = rooms;
  if (!best) return { ...whole, left: bar.left, right: bar.right, top: bar.bottom + GAP };
  return [best, ...others].find((room) => height(room) >= HEIGHT) ?? others.reduce((a, b) => (height(b) > height(a) ? b : a), best);
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
