/** The server's picture of a position, told in the words of this page. */
import { positionWords } from '../board/words';
import { t } from '../i18n';
import type { MomentOut } from '../protocol';
import type { Names } from '../say';
import { settings } from '../settings.svelte';
import { pictureOf } from './review.svelte';
import { say } from './words';

/** The same picture; its title and its description, which readers read aloud, are in the language chosen. */
export function retold(svg: string, moment: MomentOut, names: Names): string {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  drawn.setAttribute('lang', settings.language);
  drawn.querySelector('title')!.textContent = say('replay.picture', { ...names, at: moment.number });
  drawn.querySelector('desc')!.textContent = positionWords(pictureOf(moment), {
    white: t('seat.white'),
    black: t('seat.black'),
  });
  return new XMLSerializer().serializeToString(drawn);
}
