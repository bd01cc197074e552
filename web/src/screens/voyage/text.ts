/** The texts of the voyage, loaded with it. */
import { translator } from '../../i18n/translate';

export const say = await translator('voyage');
