/** Spaced repetition with Leitner boxes: cards come back later after a right answer, sooner after a wrong one. */

export interface PracticeCard {
  /** What to practise. */
  key: string;
  /** The number of the box, from 0. */
  box: number;
  /** The next day on which it is due, ISO 8601. */
  due: string;
}

/** Days until a card of each box is due again. */
export const INTERVALS: readonly number[] = [1, 3, 7, 21, 60];

/** Return a day some days later. */
export function daysAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

export function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000);
}

export function newCard(key: string, today: string): PracticeCard {
  return { key, box: 0, due: today };
}

/** Return a card after an answer; null once it has left the last box. */
export function answered<Card extends PracticeCard>(card: Card, isRight: boolean, today: string): Card | null {
  if (!isRight) return { ...card, box: 0, due: daysAfter(today, INTERVALS[0]!) };
  const box = card.box + 1;
  return box < INTERVALS.length ? { ...card, box, due: daysAfter(today, INTERVALS[box]!) } : null;
}

/** Return the newer of two states of one card: the one that was answered later. */
export function newerCard<Card extends PracticeCard>(one: Card, other: Card): Card {
  const answeredOn = ({ box, due }: Card): string => daysAfter(due, -(INTERVALS[box] ?? 0));
  const [a, b] = [answeredOn(one), answeredOn(other)];
  return b > a || (b === a && other.box > one.box) ? other : one;
}

/** Return the cards that are due, longest overdue first. */
export function dueCards<Card extends PracticeCard>(cards: readonly Card[], today: string): Card[] {
  return cards.filter(({ due }) => due <= today).sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));
}

/** Return how many cards will be due tomorrow and within a week, and how many there are. */
export function ahead(cards: readonly PracticeCard[], today: string): { tomorrow: number; week: number; all: number } {
  const within = (days: number): number => dueCards(cards, daysAfter(today, days)).length;
  return { tomorrow: within(1), week: within(7), all: cards.length };
}
