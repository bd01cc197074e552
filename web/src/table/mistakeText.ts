/** The texts of reviews, loaded with them. */
import { translator } from '../i18n/translate';

export const reviewText = await translator('review');
