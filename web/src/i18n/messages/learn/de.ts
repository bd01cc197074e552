/** Deutsch. */
import type { LearnKey } from './en';

export const de: Record<LearnKey, string> = {
  'learn.title': 'Spielend lernen',
  'learn.intro':
    'Kurze Lektionen auf dem echten Spielplan. Danach kannst du spielen.',
  'learn.begin': 'Anfangen',
  'learn.go_on': 'Weitermachen',
  'learn.is_done': 'geschafft',
  'learn.number': 'Lektion {n} von {all}',
  'learn.step': 'Schritt {n} von {all}',
  'learn.hint': 'Ein Tipp',
  'learn.show': 'Zeig es mir',
  'learn.again': 'Neuer Versuch',
  'learn.once_more': 'Noch einmal',
  'learn.next': 'Nächste Lektion',
  'learn.list': 'Alle Lektionen',
  'learn.well_done': 'Gut gemacht!',
  'learn.finished': 'Du hast alle Lektionen geschafft. Jetzt kannst du spielen!',
  'learn.play': 'Ein Spiel beginnen',
  'learn.missing': 'Diese Lektion gibt es nicht.',
  'learn.aside': 'Das ist erlaubt, führt aber nicht ans Ziel. Nimm es zurück oder such einen anderen Weg.',
  'learn.over': 'Damit war der Zug vorbei, bevor es geschafft war. Versuch es noch einmal!',

  'learn.lesson.build.title': 'Einen Stab bauen',
  'learn.lesson.build.about': 'Eine Karte, eine Linie, ein Stab.',
  'learn.lesson.build.1.text':
    'Du bist Weiß, die Schildkröte, und hast drei Karten. Jede nennt eine Insel. Berühre ALOA auf deiner Hand: Ihre Linien leuchten auf. Wähl eine davon und bau.',
  'learn.lesson.build.1.hint': 'Berühre die Karte ALOA, dann eine leuchtende Linie bei ALOA, dann den Knopf.',
  'learn.lesson.build.2.text':
    'Dein erster Stab liegt! Du könntest noch mehr Karten spielen. Beende jetzt deinen Zug: Nimm eine der drei offenen Karten oder zieh vom Stapel.',
  'learn.lesson.build.2.hint': 'Berühre eine offene Karte, dann den Knopf, der darunter erscheint.',
  'learn.lesson.build.2.declined': 'Das ist erlaubt, aber dann fehlt dir eine Karte. Nimm diesmal eine.',
  'learn.lesson.build.done':
    'Das war ein ganzer Zug: Spiel so viele Karten, wie du magst, dann nimm eine. Schwarz hat schon geantwortet.',

  'learn.lesson.pay.title': 'Beide Enden zahlen',
  'learn.lesson.pay.about': 'Jede Linie hat zwei Enden.',
  'learn.lesson.pay.1.text':
    'Eine Linie hat zwei Enden, und die Karte jedes Endes bezahlt sie. Du willst jetzt ALOA–BARI, und die Karte BARI brauchst du gleich noch. Bau ALOA–BARI und behalte BARI.',
  'learn.lesson.pay.1.hint': 'Berühre die Linie ALOA–BARI. Du wirst gefragt, womit du zahlst: Wähl ALOA.',
  'learn.lesson.pay.1.spent': 'Der Stab liegt, aber die Karte BARI ist weg. Nimm es zurück und zahl mit ALOA.',
  'learn.lesson.pay.2.text': 'BARI hast du noch auf der Hand. Bau damit BARI–COCO.',
  'learn.lesson.pay.2.hint': 'Berühre die Karte BARI, dann die Linie nach COCO.',
  'learn.lesson.pay.done': 'Hast du beide Karten, gib die aus, die du weniger brauchst.',

  'learn.lesson.majority.title': 'Eine Insel gewinnen',
  'learn.lesson.majority.about': 'Mehr als die Hälfte ihrer Linien.',
  'learn.lesson.majority.1.text':
    'Eine Insel gehört dir, wenn deine Stäbe auf mehr als der Hälfte ihrer Linien liegen. ALOA hat drei Linien, auf einer liegt dein Stab. Gewinne ALOA!',
  'learn.lesson.majority.1.hint': 'Bau ALOA–DUDA oder ALOA–HUNA: Zwei von dreien genügen.',
  'learn.lesson.majority.2.text':
    'Dein Stein zeigt, wem die Insel gehört. Nun ELAI: Sie hat sechs Linien, deine drei sind genau die Hälfte. Das reicht nicht. Gewinne ELAI!',
  'learn.lesson.majority.2.hint': 'Jeder vierte Stab bei ELAI ist recht.',
  'learn.lesson.majority.done':
    'Zwei von drei, drei von vier, drei von fünf, vier von sechs: Dann gehört die Insel dir, und zwar sofort. Auf Inseln kommt es in diesem Spiel an.',

  'learn.lesson.sweep.title': 'Stäbe abräumen',
  'learn.lesson.sweep.about': 'Was deine neue Insel der anderen Seite antut.',
  'learn.lesson.sweep.1.text':
    'Auch Schwarz hat einen Stab bei ALOA. Sobald du eine Insel gewinnst, werden dort alle Stäbe der anderen Seite abgeräumt. Gewinne ALOA!',
  'learn.lesson.sweep.1.hint': 'Bau ALOA–BARI mit der Karte BARI.',
  'learn.lesson.sweep.2.text':
    'Weg ist er! Nun sieh dir LALE an: Schwarz hat dort zwei von drei Linien, und einer dieser Stäbe kommt von HUNA. Bei HUNA hast du zwei Stäbe. Gewinne HUNA und achte auf LALE.',
  'learn.lesson.sweep.2.hint': 'HUNA braucht drei von fünf: Spiel die Karte HUNA auf eine ihrer freien Linien.',
  'learn.lesson.sweep.done':
    'Eine Kettenreaktion: Der Stab fiel, und damit fiel LALE. Das geschieht nur, wenn du eine Insel gewinnst; ein Stab, den Schwarz später dort baut, bleibt liegen.',

  'learn.lesson.remove.title': 'Zwei Karten entfernen einen Stab',
  'learn.lesson.remove.about': 'Ein Paar gegen einen einzelnen Stab.',
  'learn.lesson.remove.1.text':
    'Schwarz beherrscht KAHU mit drei von fünf Linien. Zwei Karten zusammen entfernen einen Stab der anderen Seite, wenn jede ein Ende seiner Linie nennt. Entferne COCO–KAHU!',
  'learn.lesson.remove.1.hint':
    'Berühre den schwarzen Stab COCO–KAHU und wähl ein Paar: COCO mit KAHU oder zweimal KAHU.',
  'learn.lesson.remove.1.other':
    'Auch so fällt KAHU, aber für diese Linie hast du dann keine Karte mehr. Nimm es zurück und entferne COCO–KAHU.',
  'learn.lesson.remove.2.text':
    'KAHU gehört jetzt niemandem. Die Linie ist frei, und du hast noch eine Karte: Leg deinen eigenen Stab dorthin.',
  'learn.lesson.remove.2.hint': 'Berühre die Linie COCO–KAHU und bau.',
  'learn.lesson.remove.done':
    'Und COCO gehört dir! Eine Karte baut, zwei entfernen. Eigene Stäbe kannst du nie entfernen.',

  'learn.lesson.draw.title': 'Ziehen oder verzichten',
  'learn.lesson.draw.about': 'Wie ein Zug endet.',
  'learn.lesson.draw.1.text':
    'Wie viele Karten du auch gespielt hast: Du beendest den Zug mit einer, einer offenen oder der obersten vom Stapel. Nimm GOLA, sie liegt offen.',
  'learn.lesson.draw.1.hint': 'Berühre GOLA bei den offenen Karten, dann den Knopf darunter.',
  'learn.lesson.draw.1.pile': 'Die kam vom Stapel, und GOLA ist es nicht. Versuch es noch einmal!',
  'learn.lesson.draw.2.text':
    'Alle haben gesehen, dass du GOLA genommen hast. Schwarz hat verzichtet, und zweimal hintereinander geht das nicht: Du musst ziehen. Zieh vom Stapel; diese Karte sieht sonst niemand.',
  'learn.lesson.draw.2.hint': 'Berühre den Stapel, dann den Knopf darunter.',
  'learn.lesson.draw.2.open': 'Erlaubt, aber alle haben sie gesehen. Zieh diesmal vom Stapel.',
  'learn.lesson.draw.3.text': 'Schwarz hat gezogen, du bist also wieder frei. Beende deinen Zug ohne Karte.',
  'learn.lesson.draw.3.hint': 'Der Knopf dafür ist unter den offenen Karten. Berühre ihn und bestätige.',
  'learn.lesson.draw.3.took': 'Das war eine Karte. Beende den Zug diesmal ohne.',
  'learn.lesson.draw.done':
    'Jetzt muss Schwarz ziehen. Eine Runde endet mit ihrer letzten Karte; wer verzichtet, kann also bestimmen, wer sie nimmt.',

  'learn.lesson.full.title': 'Die volle Hand',
  'learn.lesson.full.about': 'Fünf Karten und nicht mehr.',
  'learn.lesson.full.1.text':
    'Du hast fünf Karten, mehr darf niemand haben, also kannst du nicht ziehen. Schwarz hat aber verzichtet, du musst! Schaff Platz: Leg eine Karte verdeckt ab.',
  'learn.lesson.full.1.hint': 'Berühre eine Karte, die du entbehren kannst, vielleicht KAHU, dann den Knopf zum Ablegen.',
  'learn.lesson.full.1.played':
    'Eine Karte zu spielen schafft auch Platz. Nimm es diesmal zurück und leg eine verdeckt ab.',
  'learn.lesson.full.2.text': 'Niemand hat gesehen, welche es war. Jetzt ist Platz: Zieh!',
  'learn.lesson.full.2.hint': 'Berühre eine offene Karte oder den Stapel, dann den Knopf darunter.',
  'learn.lesson.full.done':
    'Ablegen darfst du in jedem Zug, bevor du ziehst. Und wenn dich niemand zwingt, sind fünf Karten kein Problem: Verzichte einfach.',

  'learn.lesson.scoring.title': 'Die Wertung',
  'learn.lesson.scoring.about': 'Wenn die letzte Karte genommen ist.',
  'learn.lesson.scoring.1.text':
    'Der Stapel ist leer, eine offene Karte ist noch da. Wer sie nimmt, beendet die Runde, und die Steine werden gezählt. Zwei zu zwei: Niemand bekäme etwas. Geh erst in Führung!',
  'learn.lesson.scoring.1.hint': 'Von den fünf Linien von BARI hast du zwei. Noch eine, und sie gehört dir.',
  'learn.lesson.scoring.1.level': 'Je zwei Steine, also keine Punkte. Gewinne eine dritte Insel, bevor du die letzte Karte nimmst.',
  'learn.lesson.scoring.2.text': 'Drei zu zwei. Nimm die letzte Karte!',
  'learn.lesson.scoring.2.hint': 'Berühre COCO, die einzige offene Karte, dann den Knopf darunter.',
  'learn.lesson.scoring.2.declined': 'Dann ist vor der Wertung noch Schwarz am Zug. Beende die Runde selbst!',
  'learn.lesson.scoring.done':
    'Ein Punkt für dich! Runde 1 bringt einen Punkt, Runde 2 zwei, wie groß der Vorsprung auch ist. Die gespielten Karten werden der neue Stapel; Plan und Handkarten bleiben.',

  'learn.lesson.last.title': 'Die letzten Züge',
  'learn.lesson.last.about': 'Nach dem dritten Stapel.',
  'learn.lesson.last.1.text':
    'Der dritte Stapel ist weg; jede Seite hat noch einen Zug, ohne zu ziehen. Dies ist deiner, der allerletzte. Schwarz führt mit zwei Punkten zu einem, Steine habt ihr je drei. Jetzt zählt die Differenz der Steine. Gewinne HUNA!',
  'learn.lesson.last.1.hint': 'HUNA braucht drei von fünf. Bau ALOA–HUNA, dann ELAI–HUNA.',
  'learn.lesson.last.1.lost':
    'Je drei Steine: keine Differenz, keine Punkte, und Schwarz gewinnt zwei zu eins. Nutz zuerst deine Karten!',
  'learn.lesson.last.2.text': 'HUNA gehört dir, und Schwarz hat dadurch IFFI verloren: vier zu zwei. Beende deinen Zug.',
  'learn.lesson.last.2.hint': 'Der Knopf ist dort, wo sonst die offenen Karten liegen. Berühre ihn und bestätige.',
  'learn.lesson.last.done':
    'Zwei Punkte für die Differenz: Du gewinnst drei zu zwei! Bei Gleichstand entscheidet die dritte Wertung, dann die Zahl der Stäbe auf dem Plan.',

  'learn.lesson.wipeout.title': 'Das vorzeitige Ende',
  'learn.lesson.wipeout.about': 'Kein Stab mehr auf dem Plan.',
  'learn.lesson.wipeout.1.text':
    'Runde 2. Von nun an verliert sofort, wer keinen Stab mehr auf dem Plan hat, wie es auch nach Punkten steht. Schwarz hat nur zwei Stäbe, beide bei HUNA …',
  'learn.lesson.wipeout.1.hint': 'Gewinne HUNA: Spiel die Karte ALOA auf ALOA–HUNA.',
  'learn.lesson.wipeout.done':
    'Beide abgeräumt, und das Spiel ist aus! In Runde 1 kann das nicht geschehen. Danach hab nie alle Stäbe bei einer einzigen Insel.',

  'learn.lesson.example.title': 'Ein großes Duell',
  'learn.lesson.example.about': 'Zwei Züge, in denen fast alles vorkommt.',
  'learn.lesson.example.1.text':
    'Das Beispiel aus den Regelheften. Du bist Weiß und hast DUDA; Schwarz hat ALOA und HUNA. Beginn mit BARI: Bau BARI–DUDA.',
  'learn.lesson.example.1.hint': 'Berühre die Karte BARI, dann die Linie nach DUDA.',
  'learn.lesson.example.2.text':
    'BARI gehört dir. Das hat den schwarzen Stab nach ALOA abgeräumt und mit ihm den Stein dort. Die Linie ALOA–BARI ist jetzt frei: Gewinne ALOA!',
  'learn.lesson.example.2.hint': 'Spiel die Karte ALOA auf ALOA–BARI.',
  'learn.lesson.example.3.text': 'Das kostet Schwarz auch noch HUNA: keine Insel mehr. Nimm eine Karte.',
  'learn.lesson.example.3.hint': 'Irgendeine Karte, offen oder vom Stapel.',
  'learn.lesson.example.3.declined': 'In dieser Geschichte nimmt Weiß eine Karte. Versuch es noch einmal!',
  'learn.lesson.example.4.text':
    'Nun wechsle die Seite: Du bist Schwarz und schlägst zurück. Entferne den weißen Stab ELAI–HUNA.',
  'learn.lesson.example.4.hint': 'Berühre den Stab ELAI–HUNA. Zwei Karten HUNA tun es.',
  'learn.lesson.example.4.other': 'Dieser Stab war nicht im Weg. Nimm es zurück und entferne ELAI–HUNA.',
  'learn.lesson.example.5.text': 'Die Linie ist frei. Gewinne ELAI und HUNA, beide mit einem einzigen Stab!',
  'learn.lesson.example.5.hint': 'Bau ELAI–HUNA mit der Karte, die du noch hast.',
  'learn.lesson.example.done':
    'Zwei Inseln mit einem Stab, drei weiße Stäbe weg und DUDA mit ihnen. Weiß behält ALOA und BARI. Jetzt weißt du alles: viel Vergnügen!',
};
