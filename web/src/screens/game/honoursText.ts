/** What a won game has earned, in words. */
import { findName } from '../../finds/text';
import { t } from '../../i18n/translate';
import type { Feat, Honours } from '../../model/honours';
import type { Treasure } from '../../model/treasures';

export const findText = (treasure: Treasure): string => t('find.new', { name: findName(treasure) });
export const titleText = (rank: NonNullable<Honours['rank']>): string => t('honours.rank', { title: t(`rank.${rank}`) });

export function featText(feat: Feat): string {
  if (feat.kind === 'first') return t('honours.first', { name: feat.name });
  if (feat.kind === 'largest') return t('honours.largest', { n: feat.lead });
  return t('honours.streak', { n: feat.games });
}
