/** The texts of the replay, loaded with it. */
import type { TextKey } from '../../generated/texts';
import { translator } from '../../i18n/translate';

export type ReplayKey = TextKey<'replay'>;

export const replayText = await translator('replay');
