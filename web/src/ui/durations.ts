/** How long animations take at normal speed, in milliseconds, where others depend on it. */

/** A broken bridge sinks: the longest of all consequences of a move. */
export const SINKING = 360;
