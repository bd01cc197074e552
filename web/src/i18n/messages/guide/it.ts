/** Italiano. */
import type { GuideKey } from './en';

export const it: Record<GuideKey, string> = {
  'guide.learn': 'Impara giocando',
  'guide.learn_hint': 'Non hai mai giocato? Qualche breve lezione sul tabellone e saprai farlo.',
  'guide.rules': 'Le regole',
  'guide.rules_hint': 'Da cercare, da stampare e in una pagina.',
  'guide.rule': 'Regola {number}, in una nuova scheda',
  'guide.opening': 'Si srotola la carta …',
};
