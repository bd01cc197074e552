/** The words of the settings, loaded with them. */
import { wordsOf } from '../i18n';
import { de } from '../messages/settings/de';
import { en, type SettingsKey } from '../messages/settings/en';
import { it } from '../messages/settings/it';
import { nl } from '../messages/settings/nl';

export const say = wordsOf<SettingsKey>({ en, de, nl, it });
