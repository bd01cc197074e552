/** The texts of the rules screen, loaded with it. */
import type { TextKey } from '../../generated/texts';
import { translator } from '../../i18n/translate';

type RulesKey = TextKey<'rules'>;

export const rulesText = await translator('rules');

export function captionOf(scene: string): string {
  return rulesText(`rules.scene.${scene}` as RulesKey);
}

export function rowTitle(option: string): string {
  return rulesText(`rules.row.${option}` as RulesKey);
}

/** An edition's value of an option in words; numbers stay as they are. */
export function valueOf(value: string | number | boolean): string {
  return typeof value === 'number' ? String(value) : rulesText(`rules.value.${String(value)}` as RulesKey);
}
