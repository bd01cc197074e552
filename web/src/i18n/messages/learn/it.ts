/** Italiano. */
import type { LearnKey } from './en';

export const it: Record<LearnKey, string> = {
  'learn.title': 'Impara giocando',
  'learn.intro':
    'Brevi lezioni sul vero tabellone. Alla fine saprai giocare.',
  'learn.begin': 'Comincia',
  'learn.go_on': 'Continua',
  'learn.is_done': 'fatta',
  'learn.number': 'Lezione {n} di {all}',
  'learn.step': 'Passo {n} di {all}',
  'learn.hint': 'Un suggerimento',
  'learn.show': 'Mostrami',
  'learn.again': 'Riprova',
  'learn.once_more': 'Ancora una volta',
  'learn.next': 'Prossima lezione',
  'learn.list': 'Tutte le lezioni',
  'learn.well_done': 'Ben fatto!',
  'learn.finished': 'Hai finito tutte le lezioni. Ora sai giocare!',
  'learn.play': 'Inizia una partita',
  'learn.missing': 'Questa lezione non esiste.',
  'learn.aside': 'Si può fare, ma non porta alla meta. Torna indietro o cerca un’altra strada.',
  'learn.over': 'Così il turno è finito prima del tempo. Riprova!',

  'learn.lesson.build.title': 'Costruire un ponte',
  'learn.lesson.build.about': 'Una carta, una linea, un ponte.',
  'learn.lesson.build.1.text':
    'Sei il Bianco, la tartaruga, e hai tre carte. Ognuna nomina un’isola. Tocca ALOA nella tua mano: le sue linee si illuminano. Scegline una e costruisci.',
  'learn.lesson.build.1.hint': 'Tocca la carta ALOA, poi una linea illuminata di ALOA, poi il pulsante.',
  'learn.lesson.build.2.text':
    'Il tuo primo ponte! Potresti giocare altre carte. Per ora termina il turno: prendi una delle tre carte scoperte o pesca dal mazzo.',
  'learn.lesson.build.2.hint': 'Tocca una carta scoperta, poi il pulsante che appare sotto.',
  'learn.lesson.build.2.declined': 'Si può, ma ti lascia con una carta in meno. Questa volta prendine una.',
  'learn.lesson.build.done':
    'Ecco un turno intero: gioca quante carte vuoi, poi prendine una. Il Nero ha già risposto.',

  'learn.lesson.pay.title': 'Paga l’uno o l’altro capo',
  'learn.lesson.pay.about': 'Ogni linea ha due capi.',
  'learn.lesson.pay.1.text':
    'Una linea ha due capi, e la carta di uno qualsiasi dei due la paga. Ora vuoi ALOA–BARI, e la carta BARI ti servirà subito dopo. Costruisci ALOA–BARI e tieni BARI.',
  'learn.lesson.pay.1.hint': 'Tocca la linea ALOA–BARI. Ti si chiede con quale carta paghi: scegli ALOA.',
  'learn.lesson.pay.1.spent': 'Il ponte c’è, ma la carta BARI non c’è più. Torna indietro e paga con ALOA.',
  'learn.lesson.pay.2.text': 'BARI è ancora nella tua mano. Costruisci BARI–COCO.',
  'learn.lesson.pay.2.hint': 'Tocca la carta BARI, poi la linea verso COCO.',
  'learn.lesson.pay.done': 'Se hai tutte e due le carte, spendi quella che ti serve meno.',

  'learn.lesson.majority.title': 'Conquistare un’isola',
  'learn.lesson.majority.about': 'Più della metà delle sue linee.',
  'learn.lesson.majority.1.text':
    'Un’isola è tua quando i tuoi ponti stanno su più della metà delle sue linee. ALOA ha tre linee, e su una c’è un tuo ponte. Conquista ALOA!',
  'learn.lesson.majority.1.hint': 'Costruisci ALOA–DUDA o ALOA–HUNA: due su tre bastano.',
  'learn.lesson.majority.2.text':
    'La tua pietra segna l’isola. Ora ELAI: ha sei linee, e le tue tre sono esattamente la metà. La metà non basta. Conquista ELAI!',
  'learn.lesson.majority.2.hint': 'Va bene un quarto ponte qualsiasi a ELAI.',
  'learn.lesson.majority.done':
    'Due su tre, tre su quattro, tre su cinque, quattro su sei: allora l’isola è tua, subito. In questo gioco contano le isole.',

  'learn.lesson.sweep.title': 'Spazzare via i ponti',
  'learn.lesson.sweep.about': 'Che cosa fa la tua nuova isola all’avversario.',
  'learn.lesson.sweep.1.text':
    'Anche il Nero ha un ponte ad ALOA. Appena conquisti un’isola, lì crollano tutti i ponti dell’avversario. Conquista ALOA!',
  'learn.lesson.sweep.1.hint': 'Costruisci ALOA–BARI con la carta BARI.',
  'learn.lesson.sweep.2.text':
    'Crollato! Ora guarda LALE: il Nero la controlla con due linee su tre, e uno di quei ponti viene da HUNA. A HUNA tu hai due ponti. Conquistala e osserva LALE.',
  'learn.lesson.sweep.2.hint': 'HUNA ne vuole tre su cinque: gioca la carta HUNA su una delle sue linee libere.',
  'learn.lesson.sweep.done':
    'Una reazione a catena: è caduto il ponte, e con lui LALE. Succede solo quando conquisti un’isola; un ponte che il Nero costruisce lì più tardi resta.',

  'learn.lesson.remove.title': 'Due carte tolgono un ponte',
  'learn.lesson.remove.about': 'Una coppia contro un solo ponte.',
  'learn.lesson.remove.1.text':
    'Il Nero controlla KAHU con tre linee su cinque. Due carte insieme rimuovono un ponte dell’avversario, se ognuna nomina un capo della sua linea. Rimuovi COCO–KAHU!',
  'learn.lesson.remove.1.hint':
    'Tocca il ponte nero COCO–KAHU e scegli una coppia: COCO con KAHU, o due volte KAHU.',
  'learn.lesson.remove.1.other':
    'KAHU cade anche così, ma per quella linea non ti resta una carta. Torna indietro e rimuovi COCO–KAHU.',
  'learn.lesson.remove.2.text':
    'Ora KAHU non è di nessuno. La linea è libera e ti resta una carta: mettici un tuo ponte.',
  'learn.lesson.remove.2.hint': 'Tocca la linea COCO–KAHU e costruisci.',
  'learn.lesson.remove.done':
    'E COCO è tua! Una carta costruisce, due rimuovono. I tuoi ponti non li puoi mai rimuovere.',

  'learn.lesson.draw.title': 'Pescare o passare',
  'learn.lesson.draw.about': 'Come finisce un turno.',
  'learn.lesson.draw.1.text':
    'Quante che siano le carte giocate, termini il turno con una sola: una scoperta o la prima del mazzo. Prendi GOLA, che è scoperta.',
  'learn.lesson.draw.1.hint': 'Tocca GOLA fra le carte scoperte, poi il pulsante sotto.',
  'learn.lesson.draw.1.pile': 'Quella veniva dal mazzo, e non è GOLA. Riprova!',
  'learn.lesson.draw.2.text':
    'Tutti ti hanno visto prendere GOLA. Il Nero non ha preso carte, e due turni di fila senza carta non sono ammessi: devi pescare. Pesca dal mazzo; quella carta la vedi solo tu.',
  'learn.lesson.draw.2.hint': 'Tocca il mazzo, poi il pulsante sotto.',
  'learn.lesson.draw.2.open': 'Si può, ma l’hanno vista tutti. Questa volta pesca dal mazzo.',
  'learn.lesson.draw.3.text': 'Il Nero ha pescato, quindi ora puoi scegliere. Termina il turno senza carta.',
  'learn.lesson.draw.3.hint': 'Il pulsante è sotto le carte scoperte. Toccalo, poi conferma.',
  'learn.lesson.draw.3.took': 'Quella era una carta. Questa volta termina il turno senza.',
  'learn.lesson.draw.done':
    'Adesso il Nero deve pescare. Una manche finisce con la sua ultima carta: passando puoi decidere a chi tocca.',

  'learn.lesson.full.title': 'La mano piena',
  'learn.lesson.full.about': 'Cinque carte e non di più.',
  'learn.lesson.full.1.text':
    'Hai cinque carte, il massimo, quindi non puoi pescare. Ma il Nero non ha preso carte, quindi devi! Fai posto: scarta una carta coperta.',
  'learn.lesson.full.1.hint': 'Tocca una carta di cui puoi fare a meno, magari KAHU, poi il pulsante per scartarla.',
  'learn.lesson.full.1.played':
    'Anche giocare una carta fa posto. Questa volta torna indietro e scartane una coperta.',
  'learn.lesson.full.2.text': 'Nessuno ha visto quale fosse. Ora c’è posto: pesca!',
  'learn.lesson.full.2.hint': 'Tocca una carta scoperta o il mazzo, poi il pulsante sotto.',
  'learn.lesson.full.done':
    'Puoi scartare in ogni turno prima di pescare. E se nessuno ti obbliga, cinque carte non sono un problema: basta passare.',

  'learn.lesson.scoring.title': 'Il punteggio',
  'learn.lesson.scoring.about': 'Quando si prende l’ultima carta.',
  'learn.lesson.scoring.1.text':
    'Il mazzo è finito e resta una sola carta scoperta. Chi la prende chiude la manche, e si contano le pietre. Due a due: nessuno farebbe punti. Prima passa in vantaggio!',
  'learn.lesson.scoring.1.hint': 'Delle cinque linee di BARI ne hai due. Ancora una, ed è tua.',
  'learn.lesson.scoring.1.level': 'Due pietre ciascuno, quindi niente punti. Conquista una terza isola prima di prendere l’ultima carta.',
  'learn.lesson.scoring.2.text': 'Tre a due. Prendi l’ultima carta!',
  'learn.lesson.scoring.2.hint': 'Tocca COCO, l’unica carta scoperta, poi il pulsante sotto.',
  'learn.lesson.scoring.2.declined': 'Così prima del conteggio tocca ancora al Nero. Chiudi tu la manche!',
  'learn.lesson.scoring.done':
    'Un punto per te! La manche 1 vale un punto, la 2 ne vale due, qualunque sia il vantaggio. Le carte giocate diventano il nuovo mazzo; tabellone e mani restano.',

  'learn.lesson.last.title': 'Gli ultimi turni',
  'learn.lesson.last.about': 'Dopo il terzo mazzo.',
  'learn.lesson.last.1.text':
    'Il terzo mazzo è finito; ognuno ha un ultimo turno senza pescare. Questo è il tuo, l’ultimissimo. Il Nero è avanti due punti a uno, e avete tre pietre ciascuno. Ora conta la differenza di pietre. Conquista HUNA!',
  'learn.lesson.last.1.hint': 'HUNA ne vuole tre su cinque. Costruisci ALOA–HUNA, poi ELAI–HUNA.',
  'learn.lesson.last.1.lost':
    'Tre pietre ciascuno: nessuna differenza, niente punti, e il Nero ha vinto due a uno. Prima usa le tue carte!',
  'learn.lesson.last.2.text': 'HUNA è tua, e al Nero è costata IFFI: quattro a due. Termina il turno.',
  'learn.lesson.last.2.hint': 'Il pulsante è dove di solito stanno le carte scoperte. Toccalo, poi conferma.',
  'learn.lesson.last.done':
    'Due punti di differenza: vinci tre a due! A parità di punti decide il terzo conteggio, poi il numero di ponti sul tabellone.',

  'learn.lesson.wipeout.title': 'La fine anticipata',
  'learn.lesson.wipeout.about': 'Nessun ponte sul tabellone.',
  'learn.lesson.wipeout.1.text':
    'Manche 2. Da adesso chi resta senza ponti sul tabellone perde subito, qualunque siano i punti. Il Nero ha solo due ponti, tutti e due a HUNA …',
  'learn.lesson.wipeout.1.hint': 'Conquista HUNA: gioca la carta ALOA su ALOA–HUNA.',
  'learn.lesson.wipeout.done':
    'Spazzati via tutti e due, e la partita è finita! Nella manche 1 non può succedere. Poi, mai tutti i ponti presso una sola isola.',

  'learn.lesson.example.title': 'Un grande duello',
  'learn.lesson.example.about': 'Due turni in cui succede quasi tutto.',
  'learn.lesson.example.1.text':
    'L’esempio dei regolamenti. Sei il Bianco e hai DUDA; il Nero ha ALOA e HUNA. Comincia con BARI: costruisci BARI–DUDA.',
  'learn.lesson.example.1.hint': 'Tocca la carta BARI, poi la linea verso DUDA.',
  'learn.lesson.example.2.text':
    'BARI è tua. Questo ha spazzato via il ponte nero verso ALOA, e con lui la pietra. La linea ALOA–BARI ora è libera: conquista ALOA!',
  'learn.lesson.example.2.hint': 'Gioca la carta ALOA su ALOA–BARI.',
  'learn.lesson.example.3.text': 'Al Nero costa anche HUNA: non gli resta un’isola. Prendi una carta.',
  'learn.lesson.example.3.hint': 'Una carta qualsiasi, scoperta o dal mazzo.',
  'learn.lesson.example.3.declined': 'In questa storia il Bianco prende una carta. Riprova!',
  'learn.lesson.example.4.text':
    'Ora cambia parte: sei il Nero, e rispondi al colpo. Rimuovi il ponte bianco ELAI–HUNA.',
  'learn.lesson.example.4.hint': 'Tocca il ponte ELAI–HUNA. Bastano due carte HUNA.',
  'learn.lesson.example.4.other': 'Quel ponte non dava fastidio. Torna indietro e rimuovi ELAI–HUNA.',
  'learn.lesson.example.5.text': 'La linea è libera. Conquista ELAI e HUNA con un solo ponte!',
  'learn.lesson.example.5.hint': 'Costruisci ELAI–HUNA con la carta che ti resta.',
  'learn.lesson.example.done':
    'Due isole con un ponte, tre ponti bianchi caduti, e DUDA con loro. Il Bianco tiene ALOA e BARI. Ora sai tutto: buon divertimento!',
};
