/** The texts of the analysis board, loaded with it. */
import { translator } from '../../i18n/translate';

export const analysisText = await translator('analysis');
