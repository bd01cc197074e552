/** Nederlands: de tegenspelers. */
import type { en } from './en';

export const nl: Record<keyof typeof en, string> = {
  'levels.rung': 'Niveau {level} van {of}',
  'bot.pua': 'Speelt voor het eerst: één kaart per beurt, vaak de verkeerde.',
  'bot.kimo': 'Bouwt wat hij leuk vindt en weet niet dat je staafjes kunt verwijderen.',
  'bot.leilani': 'Kent alle regels en ziet twee van de drie zetten over het hoofd.',
  'bot.keoni': 'Ziet de meeste zetten en speelt de mooiste.',
  'bot.makoa': 'Neemt het eiland voor zijn neus, als hij het ziet.',
  'bot.noelani': 'Speelt wat er deze beurt het best uitziet.',
  'bot.nalu': 'Heeft goede ideeën en is met het eerste tevreden.',
  'bot.keanu': 'Bouwt slim en denkt zelden aan verwijderen.',
  'bot.hoku': 'Kijkt ver vooruit, maar telt de kaarten niet.',
  'bot.mahina': 'Onthoudt elke kaart die je pakt en ziet menige zet over het hoofd.',
  'bot.ikaika': 'Raadt wat je in handen hebt en ziet af en toe een zet over het hoofd.',
  'bot.kanaloa': 'De kampioen: leerde door tegen zichzelf te spelen en speelt op gevoel.',
  'bot.namaka': 'Duikt diep: speelt haar beste ideeën in gedachten uit voordat ze kiest.',
};
