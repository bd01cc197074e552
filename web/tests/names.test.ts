import { describe, expect, it, vi } from 'vitest';
import { about, eventText, how, namesOf, result } from '../src/i18n/eventText';

vi.mock('../src/i18n/translate', async () => {
  const { default: texts } = await import('../src/generated/texts/main/en');
  const { format } = await import('../src/i18n/format');
  return {
    t: (key: keyof typeof texts, values = {}) => format(texts[key], values, 'en'),
    list: (items: string[]) => items.join(', '),
  };
});

const nameless = { white: { name: null }, black: { name: null } };
const alone = { white: { name: null }, black: { name: 'Pua' } };

describe('players without a name', () => {
  it.each([
    ['two at one device', nameless, null, ['Player 1', 'Player 2']],
    ['two at different devices, seen by White', nameless, 'white', ['You', 'Opponent']],
    ['two at different devices, seen by Black', nameless, 'black', ['Opponent', 'You']],
    ['one against the computer', alone, 'white', ['You', 'Pua']],
    ['one against the computer, seen by a spectator', alone, null, ['Guest', 'Pua']],
  ] as const)('%s', (_, seats, me, [white, black]) => {
    expect(namesOf(seats, me)).toMatchObject({ white, black });
  });

  it('are addressed in sentences', () => {
    const names = namesOf(alone, 'white');
    expect(about('told.gained', 'white', names, { island: 'BARI' })).toBe('You win BARI');
    expect(about('told.gained', 'black', names, { island: 'BARI' })).toBe('Pua wins BARI');
    const both = namesOf(nameless, 'white');
    expect(about('end.hand', 'black', both)).toBe('Your opponent’s hand');
    expect(about('end.hand', 'black', namesOf(nameless))).toBe('Hand of Player 2');
    const outcome = { termination: 'points' as const, points: { white: 2, black: 1 }, scores: [] };
    expect(result({ ...outcome, winner: 'white' }, names)).toBe('You win!');
    expect(result({ ...outcome, winner: 'black' }, names)).toBe('Pua wins');
    expect(result({ ...outcome, winner: 'black' }, both)).toBe('Your opponent wins');
    expect(how({ ...outcome, winner: 'white', termination: 'timeout' }, both)).toBe('Your opponent has run out of time.');
    expect(how({ ...outcome, winner: 'black', termination: 'timeout' }, both)).toBe('You have run out of time.');
  });
});

describe('the end of a game in the log', () => {
  const names = { white: 'Anna', black: 'Ben' };
  it.each([
    ['points', 'black', 'Ben wins'],
    ['resignation', 'black', 'Anna has resigned. Ben wins'],
    ['timeout', 'white', 'Ben has run out of time. Anna wins'],
    ['agreement', null, 'Both players agreed on a draw.'],
    ['draw', null, 'A draw'],
  ] as const)('says why it ended: %s', (termination, winner, words) => {
    const outcome = { termination, winner, points: { white: 0, black: 0 }, scores: [] };
    expect(eventText({ type: 'game_ended', outcome }, names)).toBe(words);
  });
});
