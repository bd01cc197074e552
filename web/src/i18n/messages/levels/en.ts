/** English: the opponents. */
export const en = {
  'levels.rung': 'Level {level} of {of}',
  'bot.pua': 'Plays for the first time: one card a turn, often the wrong one.',
  'bot.kimo': 'Builds what he likes and has not heard of removing bridges.',
  'bot.leilani': 'Knows all the rules, and overlooks two moves out of three.',
  'bot.keoni': 'Sees most moves, and plays the prettiest.',
  'bot.makoa': 'Takes the island in front of him, if he sees it.',
  'bot.noelani': 'Plays what looks best this turn.',
  'bot.nalu': 'Has good ideas, and is content with the first one.',
  'bot.keanu': 'Builds cleverly, and seldom thinks of removing.',
  'bot.hoku': 'Sees far ahead, but does not count the cards.',
  'bot.mahina': 'Remembers every card you took, and overlooks many a move.',
  'bot.ikaika': 'Guesses what you hold, and overlooks a move now and then.',
  'bot.kanaloa': 'The champion: has learnt by playing against itself, and plays by feel.',
  'bot.namaka': 'Dives deep: plays her best ideas out in her head before she chooses.',
};
