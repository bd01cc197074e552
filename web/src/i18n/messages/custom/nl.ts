/** Rules of one’s own. */
export const nl = {
  'custom.bridges': 'Staafjes van elke kant',
  'custom.stones': 'Stenen van elke kant',
  'custom.discard': 'Gedekt afleggen',
  'custom.discard.free': 'naast het spelen van kaarten',
  'custom.discard.instead': 'in plaats van kaarten spelen',
  'custom.final': 'Derde waardering',
  'custom.final.difference': 'het verschil in stenen',
  'custom.final.own_stones': 'elke steen op het bord',
  'custom.told': '{bridges} staafjes, {stones} stenen',
} as const;
