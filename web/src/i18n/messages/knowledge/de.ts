/** The table of what a seat can know of the cards. */
export const de = {
  'knowledge.title': 'Was du wissen kannst',
  'knowledge.island': 'Insel',
  'knowledge.hand': 'deine Hand',
  'knowledge.discarded': 'gespielt',
  'knowledge.open': 'offen',
  'knowledge.buried': 'verdeckt',
  'knowledge.taken': '{name} nahm',
  'knowledge.unseen': 'ungesehen',
  'knowledge.brackets': 'In Klammern: zählt schon als ungesehen.',
  'knowledge.doubt':
    '{name} hat seitdem {n, plural, one {# Karte} other {# Karten}} verdeckt abgelegt: Nicht alles Genommene muss noch auf der Hand sein.',
  'knowledge.option': 'Gedächtnisstütze erlaubt',
  'knowledge.option_hint': 'Beide dürfen sich zeigen lassen, was sie über die Karten wissen können. Ohne sie merken sich beide alles selbst.',
  'knowledge.forbidden': 'ohne Gedächtnisstütze',
} as const;
