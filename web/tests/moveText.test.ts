import { expect, test, vi } from 'vitest';

vi.mock('../src/i18n/translate', async () => {
  const { default: texts } = (await vi.importActual('../src/generated/texts/puzzles/de')) as { default: Record<string, string> };
  const { format } = await vi.importActual<typeof import('../src/i18n/format')>('../src/i18n/format');
  return {
    list: (items: string[]) => items.join(' und '),
    translator: () => (key: string, values: Record<string, string>) => format(texts[key]!, values, 'de'),
  };
});

const { moveText } = await import('../src/screens/puzzles/text');

test.each([
  ['+AB/A', 'mit ALOA einen Stab auf ALOA–BARI legen'],
  ['-AB/AB', 'mit ALOA und BARI den Stab ALOA–BARI entfernen'],
  ['=AB', 'kostenlos einen Stab auf ALOA–BARI legen'],
  ['!AB', 'einen Stab der Vorgabe auf ALOA–BARI legen'],
  ['xC', 'COCO verdeckt ablegen'],
  ['<K', 'die offene Karte KAHU nehmen'],
  ['<*', 'vom Stapel ziehen'],
  ['.', 'den Zug beenden, ohne nachzuziehen'],
])('%s is said in the language of the page', (notation, words) => {
  expect(moveText(notation)).toBe(words);
});
