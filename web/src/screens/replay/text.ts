/** The words of the replay, loaded with it. */
import { translator } from '../../i18n/translate';
import { de } from '../../i18n/messages/replay/de';
import { en, type ReplayKey } from '../../i18n/messages/replay/en';
import { it } from '../../i18n/messages/replay/it';
import { nl } from '../../i18n/messages/replay/nl';

export const say = translator<ReplayKey>({ en, de, nl, it });
