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
  'knowledge.brackets': 'Tra parentesi: già tra le non viste.',
  'knowledge.doubt':
    'Da allora {name} ha scartato {n, plural, one {# carta coperta} other {# carte coperte}}: non tutto ciò che ha preso è per forza ancora in mano.',
  'knowledge.option': 'Promemoria delle carte permesso',
  'knowledge.option_hint': 'Entrambi possono vedere ciò che possono sapere delle carte. Senza, ognuno le tiene a mente.',
  'knowledge.forbidden': 'senza promemoria delle carte',
} as const;
