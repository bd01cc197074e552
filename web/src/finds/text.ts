/** Treasures in words. */
import { t, type MessageKey } from '../i18n/translate';
import type { Treasure } from '../model/treasures';

/** Return the name among others of its kind. */
export function treasureName({ kind, name }: Treasure): string {
  return t(`treasure.${kind}.${name}` as MessageKey);
}

/** Return the name as it stands alone: a card back says that it is one. */
export function findName(treasure: Treasure): string {
  const name = treasureName(treasure);
  return treasure.kind === 'back' ? t('find.back', { name }) : name;
}

/** Say what has to be achieved for a treasure. */
export function priceText({ goal, least }: Treasure): string {
  return t(`treasure.${goal}`, { n: least });
}

/** What counts for each goal. */
const UNITS = { beaten: 'beaten', voyageStars: 'stars', stars: 'stars', days: 'days' } as const;

/** Say how much is missing for a treasure, given how much is there. */
export function missingText(treasure: Treasure, reached: number): string {
  return t(`find.${UNITS[treasure.goal]}`, { name: findName(treasure), n: treasure.least - reached });
}
