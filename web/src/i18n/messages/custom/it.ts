/** Rules of one’s own. */
export const it = {
  'custom.bridges': 'Ponti di ogni parte',
  'custom.stones': 'Pietre di ogni parte',
  'custom.discard': 'Scartare coperto',
  'custom.discard.free': 'oltre a giocare carte',
  'custom.discard.instead': 'invece di giocare carte',
  'custom.final': 'Terzo conteggio',
  'custom.final.difference': 'la differenza delle pietre',
  'custom.final.own_stones': 'ogni pietra sul tabellone',
  'custom.told': '{bridges} ponti, {stones} pietre',
} as const;
