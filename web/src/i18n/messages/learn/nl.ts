/** Nederlands. */
import type { LearnKey } from './en';

export const nl: Record<LearnKey, string> = {
  'learn.title': 'Spelend leren',
  'learn.intro':
    'Korte lessen op het echte bord. Daarna kun je spelen.',
  'learn.begin': 'Beginnen',
  'learn.go_on': 'Verdergaan',
  'learn.is_done': 'gelukt',
  'learn.number': 'Les {n} van {all}',
  'learn.step': 'Stap {n} van {all}',
  'learn.hint': 'Een tip',
  'learn.show': 'Laat het zien',
  'learn.again': 'Nieuwe poging',
  'learn.once_more': 'Nog een keer',
  'learn.next': 'Volgende les',
  'learn.list': 'Alle lessen',
  'learn.well_done': 'Goed gedaan!',
  'learn.finished': 'Je hebt alle lessen gedaan. Nu kun je spelen!',
  'learn.play': 'Een spel beginnen',
  'learn.missing': 'Die les bestaat niet.',
  'learn.aside': 'Dat mag, maar zo kom je er niet. Neem het terug of zoek een andere weg.',
  'learn.over': 'Daarmee was de beurt voorbij voordat het gelukt was. Probeer het nog eens!',

  'learn.lesson.build.title': 'Een staafje bouwen',
  'learn.lesson.build.about': 'Een kaart, een lijn, een staafje.',
  'learn.lesson.build.1.text':
    'Je bent Wit, de schildpad, en je hebt drie kaarten. Elke kaart noemt een eiland. Tik op ALOA in je hand: de lijnen ervan lichten op. Kies er een en bouw.',
  'learn.lesson.build.1.hint': 'Tik op de kaart ALOA, dan op een oplichtende lijn bij ALOA, dan op de knop.',
  'learn.lesson.build.2.text':
    'Je eerste staafje ligt! Je zou meer kaarten kunnen spelen. Beëindig nu je beurt: neem een van de drie open kaarten of trek van de stapel.',
  'learn.lesson.build.2.hint': 'Tik op een open kaart en dan op de knop die eronder verschijnt.',
  'learn.lesson.build.2.declined': 'Dat mag, maar dan kom je een kaart tekort. Neem er deze keer een.',
  'learn.lesson.build.done':
    'Dat was een hele beurt: speel zoveel kaarten als je wilt en neem er dan een. Zwart heeft al geantwoord.',

  'learn.lesson.pay.title': 'Beide uiteinden betalen',
  'learn.lesson.pay.about': 'Elke lijn heeft twee uiteinden.',
  'learn.lesson.pay.1.text':
    'Een lijn heeft twee uiteinden en de kaart van elk uiteinde betaalt ervoor. Je wilt nu ALOA–BARI, en de kaart BARI heb je zo nog nodig. Bouw ALOA–BARI en houd BARI.',
  'learn.lesson.pay.1.hint': 'Tik op de lijn ALOA–BARI. Er wordt gevraagd waarmee je betaalt: kies ALOA.',
  'learn.lesson.pay.1.spent': 'Het staafje ligt er, maar de kaart BARI is weg. Neem het terug en betaal met ALOA.',
  'learn.lesson.pay.2.text': 'BARI heb je nog in je hand. Bouw er BARI–COCO mee.',
  'learn.lesson.pay.2.hint': 'Tik op de kaart BARI en dan op de lijn naar COCO.',
  'learn.lesson.pay.done': 'Heb je beide kaarten, geef dan de kaart uit die je het minst nodig hebt.',

  'learn.lesson.majority.title': 'Een eiland winnen',
  'learn.lesson.majority.about': 'Meer dan de helft van de lijnen.',
  'learn.lesson.majority.1.text':
    'Een eiland is van jou als jouw staafjes op meer dan de helft van zijn lijnen liggen. ALOA heeft drie lijnen en op één ligt jouw staafje. Win ALOA!',
  'learn.lesson.majority.1.hint': 'Bouw ALOA–DUDA of ALOA–HUNA: twee van de drie is genoeg.',
  'learn.lesson.majority.2.text':
    'Jouw steen laat zien van wie het eiland is. Nu ELAI: dat heeft zes lijnen en jouw drie zijn precies de helft. Dat is niet genoeg. Win ELAI!',
  'learn.lesson.majority.2.hint': 'Elk vierde staafje bij ELAI is goed.',
  'learn.lesson.majority.done':
    'Twee van drie, drie van vier, drie van vijf, vier van zes: dan is het eiland van jou, en wel meteen. Om eilanden draait het in dit spel.',

  'learn.lesson.sweep.title': 'Staafjes opruimen',
  'learn.lesson.sweep.about': 'Wat jouw nieuwe eiland met de andere kant doet.',
  'learn.lesson.sweep.1.text':
    'Ook Zwart heeft een staafje bij ALOA. Zodra je een eiland wint, worden daar alle staafjes van de andere kant opgeruimd. Win ALOA!',
  'learn.lesson.sweep.1.hint': 'Bouw ALOA–BARI met de kaart BARI.',
  'learn.lesson.sweep.2.text':
    'Weg! Kijk nu naar LALE: Zwart heeft daar twee van de drie lijnen en een van die staafjes komt van HUNA. Bij HUNA heb jij twee staafjes. Win HUNA en let op LALE.',
  'learn.lesson.sweep.2.hint': 'HUNA vraagt er drie van vijf: speel de kaart HUNA op een van zijn vrije lijnen.',
  'learn.lesson.sweep.done':
    'Een kettingreactie: het staafje viel en daardoor viel LALE. Dat gebeurt alleen als je een eiland wint; een staafje dat Zwart er later legt, blijft liggen.',

  'learn.lesson.remove.title': 'Twee kaarten nemen een staafje weg',
  'learn.lesson.remove.about': 'Een paar tegen één staafje.',
  'learn.lesson.remove.1.text':
    'Zwart beheerst KAHU met drie van de vijf lijnen. Twee kaarten samen verwijderen een staafje van de andere kant, als elke kaart een uiteinde van de lijn noemt. Verwijder COCO–KAHU!',
  'learn.lesson.remove.1.hint':
    'Tik op het zwarte staafje COCO–KAHU en kies een paar: COCO met KAHU, of twee keer KAHU.',
  'learn.lesson.remove.1.other':
    'Ook zo valt KAHU, maar voor die lijn heb je dan geen kaart meer. Neem het terug en verwijder COCO–KAHU.',
  'learn.lesson.remove.2.text':
    'KAHU is nu van niemand. De lijn is vrij en je hebt nog een kaart: leg er je eigen staafje.',
  'learn.lesson.remove.2.hint': 'Tik op de lijn COCO–KAHU en bouw.',
  'learn.lesson.remove.done':
    'En COCO is van jou! Eén kaart bouwt, twee verwijderen. Je eigen staafjes kun je nooit verwijderen.',

  'learn.lesson.draw.title': 'Trekken of niet',
  'learn.lesson.draw.about': 'Hoe een beurt eindigt.',
  'learn.lesson.draw.1.text':
    'Hoeveel kaarten je ook speelde, je beëindigt je beurt met één kaart: een open kaart of de bovenste van de stapel. Neem GOLA, die ligt open.',
  'learn.lesson.draw.1.hint': 'Tik op GOLA bij de open kaarten en dan op de knop eronder.',
  'learn.lesson.draw.1.pile': 'Die kwam van de stapel en het is geen GOLA. Probeer het nog eens!',
  'learn.lesson.draw.2.text':
    'Iedereen zag dat je GOLA nam. Zwart nam geen kaart, en twee beurten achter elkaar zonder kaart mag niet: jij moet trekken. Trek van de stapel; die kaart ziet verder niemand.',
  'learn.lesson.draw.2.hint': 'Tik op de stapel en dan op de knop eronder.',
  'learn.lesson.draw.2.open': 'Dat mag, maar iedereen heeft hem gezien. Trek deze keer van de stapel.',
  'learn.lesson.draw.3.text': 'Zwart heeft getrokken, dus je bent weer vrij. Beëindig je beurt zonder kaart.',
  'learn.lesson.draw.3.hint': 'De knop daarvoor staat onder de open kaarten. Tik erop en bevestig.',
  'learn.lesson.draw.3.took': 'Dat was een kaart. Beëindig je beurt deze keer zonder.',
  'learn.lesson.draw.done':
    'Nu moet Zwart trekken. Een ronde eindigt met de laatste kaart; wie er geen neemt, kan dus bepalen wie die pakt.',

  'learn.lesson.full.title': 'De volle hand',
  'learn.lesson.full.about': 'Vijf kaarten en niet meer.',
  'learn.lesson.full.1.text':
    'Je hebt vijf kaarten, het meeste dat mag, dus je kunt niet trekken. Maar Zwart nam geen kaart, dus je moet! Maak plaats: leg een kaart gedekt af.',
  'learn.lesson.full.1.hint': 'Tik op een kaart die je kunt missen, KAHU misschien, en dan op de knop om af te leggen.',
  'learn.lesson.full.1.played':
    'Een kaart spelen maakt ook plaats. Neem het deze keer terug en leg er een gedekt af.',
  'learn.lesson.full.2.text': 'Niemand zag welke kaart het was. Nu is er plaats: trek!',
  'learn.lesson.full.2.hint': 'Tik op een open kaart of op de stapel en dan op de knop eronder.',
  'learn.lesson.full.done':
    'Afleggen mag in elke beurt voordat je trekt. En als niemand je dwingt, zijn vijf kaarten geen probleem: neem gewoon geen kaart.',

  'learn.lesson.scoring.title': 'De waardering',
  'learn.lesson.scoring.about': 'Als de laatste kaart genomen is.',
  'learn.lesson.scoring.1.text':
    'De stapel is op en er ligt nog één open kaart. Wie die neemt, beëindigt de ronde, en dan worden de stenen geteld. Twee tegen twee: niemand zou iets krijgen. Kom eerst voor!',
  'learn.lesson.scoring.1.hint': 'Van de vijf lijnen van BARI heb je er twee. Nog één, en het is van jou.',
  'learn.lesson.scoring.1.level': 'Ieder twee stenen, dus geen punten. Win een derde eiland voordat je de laatste kaart neemt.',
  'learn.lesson.scoring.2.text': 'Drie tegen twee. Neem de laatste kaart!',
  'learn.lesson.scoring.2.hint': 'Tik op COCO, de enige open kaart, en dan op de knop eronder.',
  'learn.lesson.scoring.2.declined': 'Dan is Zwart nog aan de beurt vóór de waardering. Beëindig de ronde zelf!',
  'learn.lesson.scoring.done':
    'Een punt voor jou! Ronde 1 levert één punt op, ronde 2 twee, hoe groot de voorsprong ook is. De gespeelde kaarten worden de nieuwe stapel; bord en handen blijven.',

  'learn.lesson.last.title': 'De laatste beurten',
  'learn.lesson.last.about': 'Na de derde stapel.',
  'learn.lesson.last.1.text':
    'De derde stapel is op; elke kant heeft nog één beurt, zonder te trekken. Dit is de jouwe, de allerlaatste. Zwart staat voor met twee punten tegen één, stenen hebben jullie er elk drie. Nu telt het verschil in stenen. Win HUNA!',
  'learn.lesson.last.1.hint': 'HUNA vraagt er drie van vijf. Bouw ALOA–HUNA en dan ELAI–HUNA.',
  'learn.lesson.last.1.lost':
    'Ieder drie stenen: geen verschil, geen punten, en Zwart wint met twee tegen één. Gebruik eerst je kaarten!',
  'learn.lesson.last.2.text': 'HUNA is van jou en dat kostte Zwart IFFI: vier tegen twee. Beëindig je beurt.',
  'learn.lesson.last.2.hint': 'De knop staat waar anders de open kaarten liggen. Tik erop en bevestig.',
  'learn.lesson.last.done':
    'Twee punten voor het verschil: je wint met drie tegen twee! Bij gelijke stand beslist de derde waardering, daarna het aantal staafjes op het bord.',

  'learn.lesson.wipeout.title': 'Het voortijdige einde',
  'learn.lesson.wipeout.about': 'Geen staafje meer op het bord.',
  'learn.lesson.wipeout.1.text':
    'Ronde 2. Vanaf nu verliest wie geen staafje meer op het bord heeft meteen, wat de punten ook zeggen. Zwart heeft maar twee staafjes, allebei bij HUNA …',
  'learn.lesson.wipeout.1.hint': 'Win HUNA: speel de kaart ALOA op ALOA–HUNA.',
  'learn.lesson.wipeout.done':
    'Allebei opgeruimd, en het spel is uit! In ronde 1 kan dat niet gebeuren. Leg daarna nooit al je staafjes bij één eiland.',

  'learn.lesson.example.title': 'Een groot duel',
  'learn.lesson.example.about': 'Twee beurten waarin bijna alles gebeurt.',
  'learn.lesson.example.1.text':
    'Het voorbeeld uit de spelregelboekjes. Je bent Wit en hebt DUDA; Zwart heeft ALOA en HUNA. Begin met BARI: bouw BARI–DUDA.',
  'learn.lesson.example.1.hint': 'Tik op de kaart BARI en dan op de lijn naar DUDA.',
  'learn.lesson.example.2.text':
    'BARI is van jou. Dat ruimde het zwarte staafje naar ALOA op, en de steen daar ook. De lijn ALOA–BARI is nu vrij: win ALOA!',
  'learn.lesson.example.2.hint': 'Speel de kaart ALOA op ALOA–BARI.',
  'learn.lesson.example.3.text': 'Dat kost Zwart ook HUNA: geen eiland meer over. Neem een kaart.',
  'learn.lesson.example.3.hint': 'Welke kaart ook, open of van de stapel.',
  'learn.lesson.example.3.declined': 'In dit verhaal neemt Wit een kaart. Probeer het nog eens!',
  'learn.lesson.example.4.text':
    'Wissel nu van kant: je bent Zwart en slaat terug. Verwijder het witte staafje ELAI–HUNA.',
  'learn.lesson.example.4.hint': 'Tik op het staafje ELAI–HUNA. Twee kaarten HUNA volstaan.',
  'learn.lesson.example.4.other': 'Dat staafje lag niet in de weg. Neem het terug en verwijder ELAI–HUNA.',
  'learn.lesson.example.5.text': 'De lijn is vrij. Win ELAI en HUNA, allebei met één enkel staafje!',
  'learn.lesson.example.5.hint': 'Bouw ELAI–HUNA met de kaart die je nog hebt.',
  'learn.lesson.example.done':
    'Twee eilanden met één staafje, drie witte staafjes weg en DUDA erbij. Wit houdt ALOA en BARI. Nu weet je alles: veel plezier!',
};
