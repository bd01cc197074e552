/** The texts of the settings, loaded with them. */
import { translator } from '../i18n/translate';

export const settingsText = await translator('settings');
