/** Translate the server's SVG of a position. */
import { positionWords } from '../../i18n/boardText';
import { t } from '../../i18n/translate';
import type { MomentOut } from '../../net/protocol';
import type { Names } from '../../i18n/eventText';
import { settings } from '../../browser/settings.svelte';
import { pictureOfMoment } from '../../model/moments';
import { replayText } from './text';

/** Replace the title and description, which screen readers read, by translated ones. */
export function retold(svg: string, moment: MomentOut, names: Names): string {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  drawn.setAttribute('lang', settings.language);
  drawn.querySelector('title')!.textContent = replayText('replay.picture', { ...names, at: moment.number });
  drawn.querySelector('desc')!.textContent = positionWords(pictureOfMoment(moment), {
    white: t('seat.white'),
    black: t('seat.black'),
  });
  return new XMLSerializer().serializeToString(drawn);
}
