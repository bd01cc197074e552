/** The table of what a seat can know of the cards. */
export const it = {
  'knowledge.title': 'Ciò che puoi sapere',
  'knowledge.island': 'Isola',
  'knowledge.hand': 'la tua mano',
  'knowledge.discarded': 'giocate',
  'knowledge.open': 'scoperte',
  'knowledge.buried': 'coperte',
  'knowledge.taken': 'prese da {name}',
  'knowledge.unseen': 'non viste',
  'knowledge.doubt':
    'Da allora {name} ha scartato {n, plural, one {# carta coperta} other {# carte coperte}}: non tutto ciò che ha preso è per forza ancora in mano.',
  'knowledge.option': 'Tabella delle carte permessa',
  'knowledge.option_hint':
    'A entrambi può essere mostrato ciò che possono sapere. Senza, tutti e due tengono a mente.',
  'knowledge.forbidden': 'senza tabella delle carte',
} as const;
