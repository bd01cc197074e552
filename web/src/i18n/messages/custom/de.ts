/** Rules of one’s own. */
export const de = {
  'custom.bridges': 'Stäbe jeder Seite',
  'custom.stones': 'Steine jeder Seite',
  'custom.discard': 'Verdeckt ablegen',
  'custom.discard.free': 'neben dem Ausspielen',
  'custom.discard.instead': 'statt auszuspielen',
  'custom.final': 'Dritte Wertung',
  'custom.final.difference': 'die Differenz der Steine',
  'custom.final.own_stones': 'jeder Stein auf dem Plan',
  'custom.told': '{bridges} Stäbe, {stones} Steine',
} as const;
