/** What the player has achieved, by what this browser keeps. */
import { achievedBy, type Achieved } from '../model/treasures';
import { challengeGames } from './challengeGames';
import { solvedDays } from './practice';
import { keptResults } from './results';

export const achieved = (): Achieved => achievedBy(keptResults(), challengeGames(), solvedDays());
