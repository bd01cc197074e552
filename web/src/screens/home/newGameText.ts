/** Summarize the new-game form in one line. */
import { describeEdition, describeOptions } from '../../i18n/optionText';
import { t } from '../../i18n/translate';
import type { NewGameForm } from './newGameForm.svelte';

/** List the choices that differ from the defaults. */
export function describeForm(form: NewGameForm): string {
  const { ruleset, clock } = form;
  const { mode, seat, first, knowledge, coach } = form.chosen;
  const parts = describeOptions({ ruleset, clock, allows_knowledge: knowledge });
  if (ruleset.edition !== form.catalogue.usual.edition) parts.unshift(describeEdition(ruleset));
  if (seat !== 'random') parts.push(`${t('options.seat')}: ${t(`options.${seat}`)}`);
  if (first !== 'random') parts.push(`${t('options.first')}: ${t(`seat.${first}`)}`);
  if (mode === 'bot' && coach) parts.push(t('coach.option'));
  return parts.join(' · ');
}
