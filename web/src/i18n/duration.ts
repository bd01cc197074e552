/** Durations in words and digits. */
import { t } from './translate';

/** Return a round time in words, such as 1 day or 15 seconds. */
export function spanText(seconds: number): string {
  const days = seconds / (24 * 3600);
  return days >= 1 ? t('clock.span_days', { n: days }) : t('clock.span_seconds', { n: seconds });
}

/** Return a time that is left, such as 2 days 3:05 or, in short, 2 d 3:05; 1:02:03 or 4:09. */
export function durationText(seconds: number, isShort = false): string {
  const [h, m, s]: [number, number, number] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  if (h >= 24) return t(isShort ? 'clock.days_short' : 'clock.days', { n: Math.floor(h / 24), time: `${h % 24}:${two(m)}` });
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
