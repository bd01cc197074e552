/** Rules and clocks in words. */
import { t, titled } from '../i18n';
import type { ClockOut, RulesetOut } from '../protocol';
import { CUSTOM } from './wish.svelte';

interface Described {
  ruleset: RulesetOut;
  clock: ClockOut | null;
  allows_knowledge: boolean;
}

/** What was agreed on for a game, in one line. */
export function describe({ ruleset, clock, allows_knowledge }: Described): string {
  const parts = [titled('edition', ruleset.edition, ruleset.edition)];
  if (ruleset.edition === CUSTOM) parts.push(...describeOwn(ruleset));
  if (ruleset.no_trespass) parts.push(t('variant.no_trespass'));
  if (ruleset.open_hands) parts.push(t('variant.open_hands'));
  if (ruleset.handicap_seat) {
    const name = t(`seat.${ruleset.handicap_seat}`);
    parts.push(t('variant.handicap', { n: ruleset.handicap, name }));
  }
  if (clock) parts.push(describeClock(clock));
  if (!allows_knowledge) parts.push(t('knowledge.forbidden'));
  return parts.join(' · ');
}

function describeOwn(ruleset: RulesetOut): string[] {
  const { bridges, stones } = ruleset;
  return [
    t('custom.told', { bridges, stones }),
    `${t('custom.discard')}: ${t(`custom.discard.${ruleset.discard}`)}`,
    `${t('custom.final')}: ${t(`custom.final.${ruleset.final_scoring}`)}`,
  ];
}

export function describeClock(clock: ClockOut): string {
  const isMinutes = clock.seconds >= 60 && clock.seconds % 60 === 0;
  return t(`clock.${clock.kind}_${isMinutes ? 'minutes' : 'seconds'}`, {
    n: isMinutes ? clock.seconds / 60 : clock.seconds,
  });
}
