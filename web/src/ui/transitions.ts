/** Transitions of pieces and cards: only transform and opacity change, so that they stay smooth. */
import { backOut, cubicIn, cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { paced, wantsStillness } from '../browser/settings.svelte';

/** Return how long an animation lasts; 0 if the player wants none. */
export function lasting(milliseconds: number): number {
  return wantsStillness() ? 0 : paced(milliseconds);
}

/** A bridge is laid. */
export function laid(_node: Element): TransitionConfig {
  return {
    duration: lasting(200),
    easing: cubicOut,
    // Visible from the first frame: players must not wait for their own pieces.
    css: (t, u) => `opacity: ${0.75 + 0.25 * t}; transform: scale(${1 + 0.22 * u})`,
  };
}

/** A stone is put down. */
export function placed(_node: Element): TransitionConfig {
  return {
    duration: lasting(200),
    easing: backOut,
    css: (t, u) => `opacity: ${Math.min(1, t * 2)}; transform: translateY(${-36 * u}px) scale(${1 + u})`,
  };
}

/** A stone is removed. */
export function lifted(_node: Element): TransitionConfig {
  return {
    duration: lasting(200),
    easing: cubicIn,
    css: (t, u) => `opacity: ${t}; transform: translateY(${-30 * u}px) scale(${1 + 0.4 * u})`,
  };
}

/** A ring runs over the water and fades away. */
export function rippled(_node: Element): TransitionConfig {
  return {
    duration: lasting(360),
    easing: cubicOut,
    css: (t, u) => `opacity: ${u}; transform: scale(${0.6 + 1.4 * t})`,
  };
}

/** A card comes or goes. */
export function dealt(_node: Element): TransitionConfig {
  return {
    duration: lasting(180),
    easing: backOut,
    css: (t, u) => `opacity: ${t}; transform: translateY(${24 * u}px) scale(${1 - 0.12 * u})`,
  };
}
