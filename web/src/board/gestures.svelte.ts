/** Touch gestures on the board: pinch to zoom, drag to pan, double tap to show all of it. */
import type { Point } from '../generated/art';
import { pinched, pushed, WHOLE_CHART, type Zoom } from './zoom';

const SLOP = 8;
const DOUBLE = { time: 320, distance: 30 };

export class Gestures {
  zoom: Zoom = $state.raw(WHOLE_CHART);
  readonly isClose = $derived(this.zoom.scale > 1.01);
  /** Whether the current touch is a gesture rather than a tap. */
  hasMoved = false;
  readonly #places = new Map<number, Point>();
  #start: Point = [0, 0];
  #lastTap = { time: -Infinity, at: [0, 0] as Point };

  /** Svelte action: watch the gestures that begin on a node. */
  readonly watch = (node: HTMLElement): { destroy: () => void } => {
    const off = new AbortController();
    const options = { signal: off.signal };
    // Keep the browser from scrolling with two fingers.
    const claim = (event: TouchEvent): void => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    node.addEventListener('touchstart', claim, { ...options, passive: false });
    node.addEventListener('touchmove', claim, { ...options, passive: false });
    node.addEventListener('pointerdown', (event) => this.#down(event, node), options);
    node.addEventListener('pointermove', (event) => this.#move(event, node), options);
    node.addEventListener('pointerup', (event) => this.#up(event, node), options);
    node.addEventListener('pointercancel', (event) => this.#places.delete(event.pointerId), options);
    return { destroy: () => off.abort() };
  };

  showAll(): void {
    this.zoom = WHOLE_CHART;
  }

  #down(event: PointerEvent, node: HTMLElement): void {
    if (event.pointerType !== 'touch') {
      this.hasMoved = false;
      return;
    }
    if (event.isPrimary) {
      this.#places.clear();
      this.#start = placeOf(event, node);
      this.hasMoved = false;
    }
    this.#places.set(event.pointerId, placeOf(event, node));
    if (this.#places.size > 1) this.hasMoved = true;
  }

  #move(event: PointerEvent, node: HTMLElement): void {
    const from = this.#places.get(event.pointerId);
    if (!from) return;
    const to = placeOf(event, node);
    const window = { width: node.clientWidth, height: node.clientHeight };
    const other = [...this.#places].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.zoom = pinched(this.zoom, [from, other], [to, other], window);
    else if (this.isClose) this.zoom = pushed(this.zoom, from, to, window);
    if (apart(this.#start, to) > SLOP) this.hasMoved = true;
    this.#places.set(event.pointerId, to);
  }

  #up(event: PointerEvent, node: HTMLElement): void {
    if (!this.#places.delete(event.pointerId) || this.hasMoved) return;
    const at = placeOf(event, node);
    const isSecond =
      event.timeStamp - this.#lastTap.time < DOUBLE.time &&
      apart(this.#lastTap.at, at) < DOUBLE.distance;
    if (isSecond && this.isClose) this.showAll();
    this.#lastTap = { time: event.timeStamp, at };
  }
}

function placeOf(event: PointerEvent, node: HTMLElement): Point {
  const box = node.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function apart(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}
