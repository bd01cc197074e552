/** The texts of the voyage and of what trains its players, loaded with it. */
import { translator } from '../../i18n/translate';

export const voyageText = await translator('voyage');
export const learnText = await translator('learn');
export const puzzleText = await translator('puzzles');
