/** What the person at this device likes, and being told that it is their turn. */
export const en = {
  'settings.page': 'The page',
  'settings.look': 'Look',
  'settings.system': 'like the device',
  'settings.left': 'Left-handed',
  'settings.left_hint': 'Cards to take and buttons are on the left.',
  'settings.play': 'At the table',
  'settings.confirms': 'Ask before a turn ends',
  'settings.notation': 'Course of the game in',
  'settings.notation.both': 'letters and words',
  'settings.notation.letters': 'letters, as in +AB/A',
  'settings.notation.names': 'words, with the islands’ names',
  'settings.knowledge': 'Show what I can know',
  'settings.knowledge_hint': 'A table of the cards; without it you remember for yourself.',
  'settings.notices': 'When it is your turn',
  'settings.sounds_hint': 'Everything that is heard can be seen too.',
  'settings.notifications': 'Notification of the browser',
  'settings.notifications_hint': 'While the page is in the background.',
  'settings.notifications_denied': 'This browser does not allow it for this page.',
  'settings.kept': 'Kept in this browser.',
} as const;

export type SettingsKey = keyof typeof en;
