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

/** Return the longest streak there ever was. */
export function longestStreak(solved: Iterable<string>): number {
  return Math.max(0, ...streaks(solved).map(([, length]) => length));
}
