/** Rules and clocks in words. */
import { t, titled } from '../i18n';
import type { ClockOut, RulesetOut } from '../protocol';

export function describe(ruleset: RulesetOut, clock: ClockOut | null = null): string {
  const parts = [titled('edition', ruleset.edition, ruleset.edition)];
  if (ruleset.no_trespass) parts.push(t('variant.no_trespass'));
  if (ruleset.open_hands) parts.push(t('variant.open_hands'));
  if (ruleset.handicap_seat) {
    const name = t(`seat.${ruleset.handicap_seat}`);
    parts.push(t('variant.handicap', { n: ruleset.handicap, name }));
  }
  if (clock) parts.push(describeClock(clock));
  return parts.join(' · ');
}

export function describeClock(clock: ClockOut): string {
  const isMinutes = clock.seconds >= 60 && clock.seconds % 60 === 0;
  return t(`clock.${clock.kind}_${isMinutes ? 'minutes' : 'seconds'}`, {
    n: isMinutes ? clock.seconds / 60 : clock.seconds,
  });
}
