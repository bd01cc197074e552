/** The texts of the voyage, loaded with it. */
import { translator } from '../../i18n/translate';

export const voyageText = await translator('voyage');
