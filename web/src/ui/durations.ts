/** How long animations take at normal speed, in milliseconds, where others depend on it. */

/** A broken bridge sinks: the longest of all consequences of a move. */
export const SINKING = 360;
/** The stones of both sides are counted in parallel, one after the other. */
export const COUNTING_STEP = 160;
