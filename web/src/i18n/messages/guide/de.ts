/** Deutsch. */
import type { GuideKey } from './en';

export const de: Record<GuideKey, string> = {
  'guide.learn': 'Spielend lernen',
  'guide.learn_hint': 'Noch nie gespielt? Ein paar kurze Lektionen auf dem Spielplan, dann kannst du es.',
  'guide.rules': 'Die Regeln',
  'guide.rules_hint': 'Zum Suchen, zum Drucken und auf einer Seite.',
  'guide.rule': 'Regel {number}, in einem neuen Tab',
  'guide.opening': 'Die Karte wird entrollt …',
};
