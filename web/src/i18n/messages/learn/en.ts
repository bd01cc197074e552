/** English: the lessons. Their keys are those of kahuna.lessons. */
export const en = {
  'learn.title': 'Learn by playing',
  'learn.intro':
    'Short lessons on the real board. When you are through, you can play.',
  'learn.begin': 'Begin',
  'learn.go_on': 'Go on',
  'learn.is_done': 'done',
  'learn.number': 'Lesson {n} of {all}',
  'learn.step': 'Step {n} of {all}',
  'learn.hint': 'A hint',
  'learn.show': 'Show me',
  'learn.again': 'Try again',
  'learn.once_more': 'Once more',
  'learn.next': 'Next lesson',
  'learn.list': 'All lessons',
  'learn.well_done': 'Well done!',
  'learn.finished': 'You have done all the lessons. Now you can play!',
  'learn.play': 'Play a game',
  'learn.missing': 'There is no such lesson.',
  'learn.aside': 'That is allowed, but it does not lead there. Take it back, or look for another way.',
  'learn.over': 'That ended the turn before it was done. Try again!',

  'learn.lesson.build.title': 'Build a bridge',
  'learn.lesson.build.about': 'A card, a line, a bridge.',
  'learn.lesson.build.1.text':
    'You are White, the turtle, and you have three cards. Each names an island. Touch ALOA in your hand: its lines light up. Choose one of them and build.',
  'learn.lesson.build.1.hint': 'Touch the ALOA card, then a glowing line at ALOA, then the button.',
  'learn.lesson.build.2.text':
    'Your first bridge! You could play more cards. For now, end your turn: take one of the three open cards, or draw from the pile.',
  'learn.lesson.build.2.hint': 'Touch an open card, then the button that appears below.',
  'learn.lesson.build.2.declined': 'Allowed, but it leaves you a card short. Take one this time.',
  'learn.lesson.build.done':
    'That was a whole turn: play as many cards as you like, then take one. Black has answered already.',

  'learn.lesson.pay.title': 'Either end pays',
  'learn.lesson.pay.about': 'Every line has two ends.',
  'learn.lesson.pay.1.text':
    'A line has two ends, and the card of either end pays for it. You want ALOA–BARI now, and you will need the BARI card next. Build ALOA–BARI and keep BARI.',
  'learn.lesson.pay.1.hint': 'Touch the line ALOA–BARI. You are asked which card pays: choose ALOA.',
  'learn.lesson.pay.1.spent': 'The bridge is there, but the BARI card is gone. Take it back and pay with ALOA.',
  'learn.lesson.pay.2.text': 'BARI is still in your hand. Build BARI–COCO with it.',
  'learn.lesson.pay.2.hint': 'Touch the BARI card, then the line to COCO.',
  'learn.lesson.pay.done': 'If you hold both cards, spend the one you need less.',

  'learn.lesson.majority.title': 'Gain an island',
  'learn.lesson.majority.about': 'More than half of its lines.',
  'learn.lesson.majority.1.text':
    'An island is yours when your bridges lie on more than half of its lines. ALOA has three lines, and one has your bridge. Gain ALOA!',
  'learn.lesson.majority.1.hint': 'Build ALOA–DUDA or ALOA–HUNA: two of three are enough.',
  'learn.lesson.majority.2.text':
    'Your stone marks the island. Now ELAI: it has six lines, and your three are exactly half. Half is not enough. Gain ELAI!',
  'learn.lesson.majority.2.hint': 'Any fourth bridge at ELAI will do.',
  'learn.lesson.majority.done':
    'Two of three, three of four, three of five, four of six: then the island is yours, at once. Islands are what counts in this game.',

  'learn.lesson.sweep.title': 'Sweep bridges away',
  'learn.lesson.sweep.about': 'What your new island does to the other side.',
  'learn.lesson.sweep.1.text':
    'Black has a bridge at ALOA too. The moment you gain an island, all bridges of the other side there collapse. Gain ALOA!',
  'learn.lesson.sweep.1.hint': 'Build ALOA–BARI with the BARI card.',
  'learn.lesson.sweep.2.text':
    'Gone! Now look at LALE: Black holds it with two of three lines, and one of those bridges comes from HUNA. You have two bridges at HUNA. Gain it, and watch LALE.',
  'learn.lesson.sweep.2.hint': 'HUNA needs three of five: play the HUNA card on one of its free lines.',
  'learn.lesson.sweep.done':
    'A chain reaction: the bridge fell, and so LALE fell. It happens only when you gain an island; a bridge that Black builds there later stays.',

  'learn.lesson.remove.title': 'Two cards remove a bridge',
  'learn.lesson.remove.about': 'A pair against a single bridge.',
  'learn.lesson.remove.1.text':
    'Black holds KAHU with three of five lines. Two cards together remove a bridge of the other side, if each names an end of its line. Remove COCO–KAHU!',
  'learn.lesson.remove.1.hint':
    'Touch the black bridge COCO–KAHU and choose a pair: COCO with KAHU, or KAHU twice.',
  'learn.lesson.remove.1.other':
    'KAHU falls this way too, but you have no card left for that line. Take it back and remove COCO–KAHU.',
  'learn.lesson.remove.2.text':
    'KAHU belongs to nobody now. The line is free and you have a card left: put your own bridge there.',
  'learn.lesson.remove.2.hint': 'Touch the line COCO–KAHU and build.',
  'learn.lesson.remove.done':
    'And COCO is yours! One card builds, two remove. Your own bridges you can never remove.',

  'learn.lesson.draw.title': 'Draw, or not',
  'learn.lesson.draw.about': 'How a turn ends.',
  'learn.lesson.draw.1.text':
    'However many cards you played, you end your turn with one: an open one, or the top of the pile. Take GOLA, which lies open.',
  'learn.lesson.draw.1.hint': 'Touch GOLA among the open cards, then the button below.',
  'learn.lesson.draw.1.pile': 'That came from the pile, and it is not GOLA. Try again!',
  'learn.lesson.draw.2.text':
    'Everybody saw you take GOLA. Black took no card, and two turns in a row without one are not allowed: you must draw. Draw from the pile; nobody else sees that card.',
  'learn.lesson.draw.2.hint': 'Touch the pile, then the button below.',
  'learn.lesson.draw.2.open': 'Allowed, but everybody saw it. Draw from the pile this time.',
  'learn.lesson.draw.3.text': 'Black drew a card, so you are free again. End your turn without a card.',
  'learn.lesson.draw.3.hint': 'The button for it is below the open cards. Touch it, then confirm.',
  'learn.lesson.draw.3.took': 'That was a card. This time, end the turn without one.',
  'learn.lesson.draw.done':
    'Now Black has to draw. A round ends with its last card, so declining can decide who takes that one.',

  'learn.lesson.full.title': 'A full hand',
  'learn.lesson.full.about': 'Five cards and no more.',
  'learn.lesson.full.1.text':
    'You have five cards, the most there may be, so you cannot draw. But Black took no card, so you must! Make room: discard a card face down.',
  'learn.lesson.full.1.hint': 'Touch a card you can spare, KAHU perhaps, then the button to discard it.',
  'learn.lesson.full.1.played':
    'Playing a card makes room as well. This time take it back and discard one face down.',
  'learn.lesson.full.2.text': 'Nobody saw which card it was. There is room now: draw.',
  'learn.lesson.full.2.hint': 'Touch an open card or the pile, then the button below.',
  'learn.lesson.full.done':
    'You may discard in any turn before you draw. And if nobody forces you to draw, five cards are no trouble: just decline.',

  'learn.lesson.scoring.title': 'Scoring',
  'learn.lesson.scoring.about': 'When the last card is taken.',
  'learn.lesson.scoring.1.text':
    'The pile is used up, and one open card is left. Whoever takes it ends the round, and stones are counted. Two to two: nobody would score. Get ahead first!',
  'learn.lesson.scoring.1.hint': 'You have two of the five lines of BARI. One more, and it is yours.',
  'learn.lesson.scoring.1.level': 'Two stones each, so nobody scores. Gain a third island before you take the last card.',
  'learn.lesson.scoring.2.text': 'Three to two. Take the last card!',
  'learn.lesson.scoring.2.hint': 'Touch COCO, the only open card, then the button below.',
  'learn.lesson.scoring.2.declined': 'Then Black has a turn before the scoring. End the round yourself!',
  'learn.lesson.scoring.done':
    'A point for you! Round 1 is worth one point, round 2 two, however large the lead. The played cards become the new pile; board and hands stay.',

  'learn.lesson.last.title': 'The last turns',
  'learn.lesson.last.about': 'After the third pile.',
  'learn.lesson.last.1.text':
    'The third pile is gone; each side has one last turn without drawing. This one is yours, the very last. Black leads by two points to one, and you have three stones each. Now the difference in stones scores. Gain HUNA!',
  'learn.lesson.last.1.hint': 'HUNA needs three of five. Build ALOA–HUNA, then ELAI–HUNA.',
  'learn.lesson.last.1.lost':
    'Three stones each: no difference, no points, and Black won by two to one. Use your cards first!',
  'learn.lesson.last.2.text': 'HUNA is yours, and it cost Black IFFI: four to two. End your turn.',
  'learn.lesson.last.2.hint': 'The button is where the open cards used to be. Touch it, then confirm.',
  'learn.lesson.last.done':
    'Two points for the difference: you win by three to two! If points are level, the better third scoring wins, then more bridges on the board.',

  'learn.lesson.wipeout.title': 'The early end',
  'learn.lesson.wipeout.about': 'No bridge left on the board.',
  'learn.lesson.wipeout.1.text':
    'Round 2. From now on, a player without a bridge on the board loses at once, whatever the points say. Black has just two bridges, both at HUNA …',
  'learn.lesson.wipeout.1.hint': 'Gain HUNA: play the ALOA card on ALOA–HUNA.',
  'learn.lesson.wipeout.done':
    'Both swept away, and the game is over! In round 1 this cannot happen. Later on, never have all your bridges at one island.',

  'learn.lesson.example.title': 'A great duel',
  'learn.lesson.example.about': 'Two turns in which nearly everything happens.',
  'learn.lesson.example.1.text':
    'The example of the rulebooks. You are White and hold DUDA; Black holds ALOA and HUNA. Start with BARI: build BARI–DUDA.',
  'learn.lesson.example.1.hint': 'Touch the BARI card, then the line to DUDA.',
  'learn.lesson.example.2.text':
    'BARI is yours. That swept away the black bridge to ALOA, and with it the stone there. The line ALOA–BARI is free now: gain ALOA!',
  'learn.lesson.example.2.hint': 'Play the ALOA card on ALOA–BARI.',
  'learn.lesson.example.3.text': 'That cost Black HUNA too: not an island left. Take a card.',
  'learn.lesson.example.3.hint': 'Any card will do, open or from the pile.',
  'learn.lesson.example.3.declined': 'In this story White takes a card. Try again!',
  'learn.lesson.example.4.text':
    'Now change sides: you are Black, and you strike back. Remove the white bridge ELAI–HUNA.',
  'learn.lesson.example.4.hint': 'Touch the bridge ELAI–HUNA. Two HUNA cards will do.',
  'learn.lesson.example.4.other': 'That bridge was not in the way. Take it back and remove ELAI–HUNA.',
  'learn.lesson.example.5.text': 'The line is free. Gain ELAI and HUNA, both with a single bridge!',
  'learn.lesson.example.5.hint': 'Build ELAI–HUNA with the card that you have left.',
  'learn.lesson.example.done':
    'Two islands with one bridge, three white bridges gone, and DUDA with them. White keeps ALOA and BARI. Now you know it all: enjoy the game!',
} as const;

export type LearnKey = keyof typeof en;
