/** The words of the screen of the rules, loaded with it. */
import { wordsOf } from '../i18n';
import { de } from '../messages/rules/de';
import { en, type RulesKey } from '../messages/rules/en';
import { it } from '../messages/rules/it';
import { nl } from '../messages/rules/nl';

export const say = wordsOf<RulesKey>({ en, de, nl, it });

export function captionOf(scene: string): string {
  return say(`rules.scene.${scene}` as RulesKey);
}

export function rowTitle(option: string): string {
  return say(`rules.row.${option}` as RulesKey);
}

/** What an edition says to an option; numbers speak for themselves. */
export function valueOf(value: string | number | boolean): string {
  return typeof value === 'number' ? String(value) : say(`rules.value.${String(value)}` as RulesKey);
}
