/** Announcements for screen readers. */
import { t } from '../i18n/translate';
import type { GameEvent, SeatName } from '../net/protocol';
import { eventText, type Names } from '../i18n/eventText';

/** Describe the log from an entry onwards, with one sentence per player. */
export function announcementSince(log: readonly GameEvent[], from: number, names: Names): string {
  const sentences: { seat: SeatName | null; parts: string[] }[] = [];
  let seat: SeatName | null = null;
  log.forEach((event, i) => {
    if (event.type === 'ply') seat = event.seat;
    const words = i >= from ? eventText(event, names) : null;
    if (!words) return;
    const last = sentences.at(-1);
    if (last?.seat === seat) last.parts.push(words);
    else sentences.push({ seat, parts: [words] });
  });
  return sentences
    .map(({ seat: who, parts }) => {
      const joined = parts.join(', ');
      return who ? t('a11y.news', { name: names[who], parts: joined }) : `${joined}.`;
    })
    .join(' ');
}
