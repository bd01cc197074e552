/** The opponents' lines at the start, at a chain reaction and at the end, and what they remember. */
import type { Remark } from '../model/remark';
import { hasText } from './language.svelte';
import { translator } from './translate';

export type Occasion = 'start' | 'chain' | 'won' | 'lost';

/** Bots with a plain key speak like the opponent that plays the same way. */
const SPEAKERS: ReadonlyMap<string, string> = new Map([
  ['champion', 'kanaloa'],
  ['champion-1', 'kanaloa'],
  ['champion-2', 'kanaloa'],
  ['greedy', 'noelani'],
]);

/** What a bot says about earlier games with the player; nothing for bots that do not speak. */
export async function memory(bot: string, remark: Remark): Promise<string | null> {
  const say = await translator('voices');
  if (!hasText('voices', `voice.${SPEAKERS.get(bot) ?? bot}.start`)) return null;
  return say(`memory.${remark.kind}`, 'n' in remark ? { n: remark.n } : {});
}

/** The line of a bot; nothing for bots that do not speak. */
export async function voice(bot: string, occasion: Occasion): Promise<string | null> {
  const say = await translator('voices');
  const key = `voice.${SPEAKERS.get(bot) ?? bot}.${occasion}`;
  return hasText('voices', key) ? say(key) : null;
}
