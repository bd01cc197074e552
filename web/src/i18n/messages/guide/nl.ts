/** Nederlands. */
import type { GuideKey } from './en';

export const nl: Record<GuideKey, string> = {
  'guide.learn': 'Spelend leren',
  'guide.learn_hint': 'Nog nooit gespeeld? Een paar korte lessen op het bord en je kunt het.',
  'guide.rules': 'De regels',
  'guide.rules_hint': 'Om in te zoeken, om af te drukken en op één bladzijde.',
  'guide.rule': 'Regel {number}, in een nieuw tabblad',
  'guide.opening': 'De kaart wordt uitgerold …',
};
