/** The texts of the review, loaded with it. */
import { translator } from '../../i18n/translate';

export const reviewText = await translator('review');
