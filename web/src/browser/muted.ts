/**
 * Whose reactions the player does not want to see. For each opponent it counts how often that has
 * changed, so that joining two browsers of an account keeps the later choice: an odd count means muted.
 */
const KEY = 'kahuna.muted';

function changes(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Return whether an opponent is muted: an account, or a guest, given by the game. */
export function isMuted(opponent: string): boolean {
  return (changes()[opponent] ?? 0) % 2 === 1;
}

export function mute(opponent: string, shallMute: boolean): void {
  if (isMuted(opponent) === shallMute) return;
  const counts = changes();
  localStorage.setItem(KEY, JSON.stringify({ ...counts, [opponent]: (counts[opponent] ?? 0) + 1 }));
}
