/** Rules of one’s own. */
export const en = {
  'custom.bridges': 'Bridges of each side',
  'custom.stones': 'Stones of each side',
  'custom.discard': 'Discarding face down',
  'custom.discard.free': 'beside playing cards',
  'custom.discard.instead': 'instead of playing cards',
  'custom.final': 'Third scoring',
  'custom.final.difference': 'the difference of the stones',
  'custom.final.own_stones': 'every stone on the board',
  'custom.told': '{bridges} bridges, {stones} stones',
} as const;
