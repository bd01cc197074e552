/** A streak that shrinks instead of starting again: a solved day adds one, a missed day takes one away. */

const DAY = 24 * 60 * 60 * 1000;

/** Return the streak on a day, which counts as missed only when it is over. */
export function streakOf(solved: Iterable<string>, today: string): number {
  const numberOf = (day: string): number => Date.parse(day) / DAY;
  const last = numberOf(today);
  const days = [...new Set(solved)].map(numberOf).filter((day) => day <= last).sort((a, b) => a - b);
  let length = 0;
  let before = days[0] ?? last;
  for (const day of days) {
    length = Math.max(0, length - Math.max(0, day - before - 1)) + 1;
    before = day;
  }
  return Math.max(0, length - Math.max(0, last - before - 1));
}
