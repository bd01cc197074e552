/** A streak that shrinks instead of starting again: a solved day adds one, a missed day takes one away. */

const DAY = 24 * 60 * 60 * 1000;

const numberOf = (day: string): number => Date.parse(day) / DAY;

/** Return the streak on each solved day, by the number of the day in ascending order. */
function streaks(solved: Iterable<string>): [number, number][] {
  const days = [...new Set(solved)].map(numberOf).sort((a, b) => a - b);
  let length = 0;
  let before = days[0] ?? 0;
  return days.map((day) => {
    length = Math.max(0, length - Math.max(0, day - before - 1)) + 1;
    before = day;
    return [day, length];
  });
}

/** Return the streak on a day, which counts as missed only when it is over. */
export function streakOf(solved: Iterable<string>, today: string): number {
  const last = numberOf(today);
  const [day, length] = streaks(solved).findLast(([each]) => each <= last) ?? [last, 0];
  return Math.max(0, length - Math.max(0, last - day - 1));
}

/** Return the days on which the streak became longer than ever before. */
export function recordDays(solved: Iterable<string>): string[] {
  let longest = 0;
  return streaks(solved).flatMap(([day, length]) => {
    if (length <= longest) return [];
    longest = length;
    return new Date(day * DAY).toISOString().slice(0, 10);
  });
}

/** Return the longest streak there ever was: each record is one day longer than the last. */
export const longestStreak = (solved: Iterable<string>): number => recordDays(solved).length;
