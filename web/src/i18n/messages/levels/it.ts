/** Italiano: gli avversari. */
import type { en } from './en';

export const it: Record<keyof typeof en, string> = {
  'levels.rung': 'Livello {level} di {of}',
  'bot.pua': 'Gioca per la prima volta: una carta per turno, spesso quella sbagliata.',
  'bot.kimo': 'Costruisce dove gli piace e non sa che i ponti si possono rimuovere.',
  'bot.leilani': 'Conosce tutte le regole e non vede due mosse su tre.',
  'bot.keoni': 'Vede quasi tutte le mosse e gioca la più bella.',
  'bot.makoa': 'Prende l’isola che ha davanti, se la vede.',
  'bot.noelani': 'Gioca ciò che in questo turno sembra meglio.',
  'bot.nalu': 'Ha buone idee e si accontenta della prima.',
  'bot.keanu': 'Costruisce con astuzia e pensa di rado a rimuovere.',
  'bot.hoku': 'Vede lontano, ma non conta le carte.',
  'bot.mahina': 'Ricorda ogni carta che hai preso e si lascia sfuggire qualche mossa.',
  'bot.ikaika': 'Indovina che cosa hai in mano e ogni tanto gli sfugge una mossa.',
  'bot.kanaloa': 'Il campione: ha imparato giocando contro se stesso e gioca d’istinto.',
  'bot.namaka': 'Va a fondo: gioca nella mente le sue idee migliori prima di scegliere.',
};
