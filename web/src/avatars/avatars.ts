/** The portraits of the opponents, by bot key. */
const files = import.meta.glob<string>('./*.svg', { eager: true, query: '?url', import: 'default' });

const AVATARS: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, url]) => [path.slice('./'.length, -'.svg'.length), url]),
);

/** Bots without a portrait of their own share one. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['champion', 'kanaloa'],
  ['champion-1', 'kanaloa'],
  ['champion-2', 'kanaloa'],
  ['greedy', 'noelani'],
]);

/** Return the URL of a bot's portrait, if it has one. */
export function avatarOf(bot: string | null): string | undefined {
  return bot === null ? undefined : AVATARS.get(NAMES.get(bot) ?? bot);
}
