/** The texts of the coach, loaded with it. */
import { translator } from '../../i18n/translate';

export const coachText = await translator('coach');
