/** What happened at the table, as it is said aloud. */
import { t } from '../i18n';
import type { GameEvent, SeatName } from '../protocol';
import { tell, type Names } from '../say';

/** Everything from an entry of the log on: a sentence for each stretch of one player's doings. */
export function newsSince(log: readonly GameEvent[], from: number, names: Names): string {
  const sentences: { seat: SeatName | null; parts: string[] }[] = [];
  let seat: SeatName | null = null;
  log.forEach((event, i) => {
    if (event.type === 'ply') seat = event.seat;
    const words = i >= from ? tell(event, names) : null;
    if (!words) return;
    const last = sentences.at(-1);
    if (last?.seat === seat) last.parts.push(words);
    else sentences.push({ seat, parts: [words] });
  });
  return sentences
    .map(({ seat: who, parts }) => {
      const joined = parts.join(', ');
      return who ? t('reach.news', { name: names[who], parts: joined }) : `${joined}.`;
    })
    .join(' ');
}
