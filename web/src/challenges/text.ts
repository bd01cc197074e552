/** The texts of the challenges, loaded with them. */
import { t, translator } from '../i18n/translate';
import { hasText } from '../i18n/language.svelte';
import type { GoalOut } from '../net/protocol';

export const challengeText = await translator('challenges');

/** The name of a challenge; its key if this page does not know it. */
export function challengeName(key: string): string {
  const name = `challenge.${key}`;
  return hasText('main', name) ? t(name) : key;
}

/** What a challenge is about; nothing if this page does not know it. */
export function challengeAbout(key: string): string {
  const about = `about.${key}`;
  return hasText('challenges', about) ? challengeText(about) : '';
}

export function goalText({ name, number }: GoalOut): string {
  return challengeText(`goal.${name}`, { n: number });
}
