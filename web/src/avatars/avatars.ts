/** The portraits of the opponents, by the keys of their bots. */
const files = import.meta.glob<string>('./*.svg', { eager: true, query: '?url', import: 'default' });

const AVATARS: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, url]) => [path.slice('./'.length, -'.svg'.length), url]),
);

/** Who plays under a plain key is one of the opponents, and looks like it. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['champion', 'kanaloa'],
  ['greedy', 'noelani'],
]);

/** Where the portrait of a bot lies; nothing for bots without a face. */
export function avatarOf(bot: string | null): string | undefined {
  return bot === null ? undefined : AVATARS.get(NAMES.get(bot) ?? bot);
}
