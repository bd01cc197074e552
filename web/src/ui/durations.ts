/** Durations that several animations share, in milliseconds at normal speed. */

/** The time in which a broken bridge sinks: the longest consequence of a move. */
export const SINKING = 360;
/** The stones of both sides are counted in parallel, one after the other. */
export const COUNTING_STEP = 160;
/** Victory or defeat fills the screen. */
export const FINALE = 3200;
