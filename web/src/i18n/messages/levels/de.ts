/** Deutsch: die Gegner. */
import type { en } from './en';

export const de: Record<keyof typeof en, string> = {
  'levels.rung': 'Stufe {level} von {of}',
  'bot.pua': 'Spielt zum ersten Mal: eine Karte je Zug, oft die falsche.',
  'bot.kimo': 'Baut, was ihm gefällt, und weiß nicht, dass man Stäbe entfernen kann.',
  'bot.leilani': 'Kennt alle Regeln und übersieht zwei von drei Zügen.',
  'bot.keoni': 'Sieht die meisten Züge und spielt den schönsten.',
  'bot.makoa': 'Nimmt die Insel vor seiner Nase, wenn er sie sieht.',
  'bot.noelani': 'Spielt, was in diesem Zug am besten aussieht.',
  'bot.nalu': 'Hat gute Ideen und ist mit der ersten zufrieden.',
  'bot.keanu': 'Baut geschickt und denkt selten ans Entfernen.',
  'bot.hoku': 'Sieht weit voraus, zählt aber die Karten nicht mit.',
  'bot.mahina': 'Merkt sich jede Karte, die du nimmst, und übersieht manchen Zug.',
  'bot.ikaika': 'Ahnt, was du auf der Hand hast, und übersieht ab und zu einen Zug.',
  'bot.kanaloa': 'Der Champion: hat im Spiel gegen sich selbst gelernt und spielt nach Gefühl.',
  'bot.namaka': 'Taucht tief: spielt ihre besten Ideen im Kopf durch, bevor sie wählt.',
};
