import { describe, expect, it } from 'vitest';
import { ahead, answered, daysAfter, dueCards, INTERVALS, newCard, type PracticeCard } from '../src/model/leitner';

const TODAY = '2026-11-16';

describe('practice', () => {
  it('begins today', () => {
    expect(dueCards([newCard('a', TODAY)], TODAY)).toHaveLength(1);
  });

  it('comes again later and later, until it is known', () => {
    let card: PracticeCard | null = newCard('a', TODAY);
    const waits: number[] = [];
    while (card) {
      const day: string = card.due;
      card = answered(card, true, day);
      if (card) waits.push((Date.parse(card.due) - Date.parse(day)) / 86_400_000);
    }
    expect(waits).toEqual(INTERVALS.slice(1));
  });

  it('starts anew after a wrong answer', () => {
    const card = { key: 'a', box: 3, due: TODAY };
    expect(answered(card, false, TODAY)).toEqual({ key: 'a', box: 0, due: '2026-11-17' });
  });

  it('gives the cards that have waited longest first, and none before their day', () => {
    const cards = ['2026-11-17', TODAY, '2026-11-01'].map((due) => ({ key: due, box: 0, due }));
    expect(dueCards(cards, TODAY).map(({ key }) => key)).toEqual(['2026-11-01', TODAY]);
  });

  it('looks ahead', () => {
    const cards = ['2026-11-17', '2026-11-23', '2026-11-24'].map((due) => ({ key: due, box: 0, due }));
    expect(ahead(cards, TODAY)).toEqual({ tomorrow: 1, week: 2, all: 3 });
  });

  it('knows the months', () => {
    expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
  });
});
