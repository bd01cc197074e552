/** The table of what a seat can know of the cards. */
export const nl = {
  'knowledge.title': 'Wat je kunt weten',
  'knowledge.island': 'Eiland',
  'knowledge.hand': 'jouw hand',
  'knowledge.discarded': 'gespeeld',
  'knowledge.open': 'open',
  'knowledge.buried': 'gedekt',
  'knowledge.taken': '{name} nam',
  'knowledge.unseen': 'ongezien',
  'knowledge.brackets': 'Tussen haakjes: telt al als ongezien.',
  'knowledge.doubt':
    '{name} heeft sindsdien {n, plural, one {# kaart} other {# kaarten}} gedekt afgelegd: niet alles wat genomen is hoeft nog in de hand te zijn.',
  'knowledge.option': 'Geheugensteun toegestaan',
  'knowledge.option_hint': 'Beiden mogen zien wat ze over de kaarten kunnen weten. Zonder onthouden beiden alles zelf.',
  'knowledge.forbidden': 'zonder geheugensteun',
} as const;
