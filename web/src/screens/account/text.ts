/** The texts of the account, loaded with it. */
import { translator } from '../../i18n/translate';

export const accountText = await translator('account');
