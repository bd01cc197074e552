/** The table of what a seat can know of the cards. */
export const en = {
  'knowledge.title': 'What you can know',
  'knowledge.island': 'Island',
  'knowledge.hand': 'your hand',
  'knowledge.discarded': 'played',
  'knowledge.open': 'open',
  'knowledge.buried': 'face down',
  'knowledge.taken': '{name} took',
  'knowledge.unseen': 'unseen',
  'knowledge.brackets': 'In brackets: already counted as unseen.',
  'knowledge.doubt':
    '{name} has put {n, plural, one {# card} other {# cards}} face down since: not all that was taken need still be held.',
  'knowledge.option': 'Memory aid allowed',
  'knowledge.option_hint': 'Both may be shown what they can know of the cards. Without it both remember for themselves.',
  'knowledge.forbidden': 'no memory aid',
} as const;
