/** The words of the screen of the rules, loaded with it. */
import { translator } from '../../i18n/translate';
import { de } from '../../i18n/messages/rules/de';
import { en, type RulesKey } from '../../i18n/messages/rules/en';
import { it } from '../../i18n/messages/rules/it';
import { nl } from '../../i18n/messages/rules/nl';

export const say = translator<RulesKey>({ en, de, nl, it });

export function captionOf(scene: string): string {
  return say(`rules.scene.${scene}` as RulesKey);
}

export function rowTitle(option: string): string {
  return say(`rules.row.${option}` as RulesKey);
}

/** What an edition says to an option; numbers need no words. */
export function valueOf(value: string | number | boolean): string {
  return typeof value === 'number' ? String(value) : say(`rules.value.${String(value)}` as RulesKey);
}
