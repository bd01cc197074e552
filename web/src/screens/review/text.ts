/** The texts of the review, loaded with it. */
import { translator } from '../../i18n/translate';

export const say = await translator('review');
