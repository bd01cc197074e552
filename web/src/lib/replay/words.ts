/** The words of the replay, loaded with it. */
import { wordsOf } from '../i18n';
import { de } from '../messages/replay/de';
import { en, type ReplayKey } from '../messages/replay/en';
import { it } from '../messages/replay/it';
import { nl } from '../messages/replay/nl';

export const say = wordsOf<ReplayKey>({ en, de, nl, it });
