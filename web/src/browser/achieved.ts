/** What the player has achieved, by what this browser keeps. */
import { achievedBy, stepsBy, type Achieved, type Steps } from '../model/treasures';
import { challengeGames } from './challengeGames';
import { solvedDays } from './practice';
import { keptResults } from './results';

const kept = (): Parameters<typeof stepsBy> => [keptResults(), challengeGames(), solvedDays()];

export const achieved = (): Achieved => achievedBy(...kept());

/** When each step was made. */
export const achievedSteps = (): Steps => stepsBy(...kept());
