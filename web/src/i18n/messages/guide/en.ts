/** English: the ways to the lessons and to the rules, which every screen may show. */
export const en = {
  'guide.learn': 'Learn it by playing',
  'guide.learn_hint': 'Never played before? A few short lessons on the board, and you can.',
  'guide.rules': 'The rules',
  'guide.rules_hint': 'To search, to print, and on one page.',
  'guide.rule': 'Rule {number}, in a new tab',
  'guide.opening': 'Unrolling the chart …',
} as const;

export type GuideKey = keyof typeof en;
