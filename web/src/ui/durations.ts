/** Durations that several animations share, in milliseconds at normal speed. */

/** The time in which a broken bridge sinks: the longest consequence of a move. */
export const SINKING = 360;
