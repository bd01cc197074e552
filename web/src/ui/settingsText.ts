/** The words of the settings, loaded with them. */
import { translator } from '../i18n/translate';
import { de } from '../i18n/messages/settings/de';
import { en, type SettingsKey } from '../i18n/messages/settings/en';
import { it } from '../i18n/messages/settings/it';
import { nl } from '../i18n/messages/settings/nl';

export const say = translator<SettingsKey>({ en, de, nl, it });
