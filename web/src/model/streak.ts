/** A streak that shrinks instead of starting again: a solved day adds one, a missed day takes one away. */
import { daysAfter } from './leitner';

/** Return the streak on a day, which counts as missed only when it is over. */
export function streakOf(solved: Iterable<string>, today: string): number {
  const days = new Set(solved);
  let length = 0;
  for (let day = [...days].sort()[0] ?? today; day <= today; day = daysAfter(day, 1)) {
    if (days.has(day)) length += 1;
    else if (day < today) length = Math.max(0, length - 1);
  }
  return length;
}
