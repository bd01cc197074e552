/** Describe rulesets, clocks and flawed records. */
import { t, listedText, codeText } from './translate';
import type { ClockOut, FlawOut, RulesetOut } from '../net/protocol';
import { CUSTOM, variantsOf } from '../model/newGame';

interface Described {
  ruleset: RulesetOut;
  clock: ClockOut | null;
  allows_knowledge: boolean;
}

/** Describe a game's options in one line. */
export function describe(agreed: Described): string {
  return [describeEdition(agreed.ruleset), ...describeOptions(agreed)].join(' · ');
}

export function describeEdition({ edition }: RulesetOut): string {
  return listedText('edition', edition, edition);
}

export function describeOptions({ ruleset, clock, allows_knowledge }: Described): string[] {
  const parts: string[] = [];
  if (ruleset.edition === CUSTOM) parts.push(...describeNumbers(ruleset));
  for (const variant of variantsOf(ruleset)) parts.push(t(`variant.${variant}`));
  if (ruleset.handicap_seat) {
    const name = t(`seat.${ruleset.handicap_seat}`);
    parts.push(t('variant.handicap', { n: ruleset.handicap, name }));
  }
  if (clock) parts.push(describeClock(clock));
  if (!allows_knowledge) parts.push(t('knowledge.forbidden'));
  return parts;
}

/** Say what an edition decides apart from its variants. */
export function describeNumbers(ruleset: RulesetOut): string[] {
  const { bridges, stones } = ruleset;
  return [
    t('custom.told', { bridges, stones }),
    `${t('custom.discard')}: ${t(`custom.discard.${ruleset.discard}`)}`,
    `${t('custom.final')}: ${t(`custom.final.${ruleset.final_scoring}`)}`,
  ];
}

const ONE_DAY = 24 * 3600;

export function describeClock({ kind, seconds, increment }: ClockOut): string {
  if (kind === 'turn' && seconds % ONE_DAY === 0) return t('clock.turn_days', { n: seconds / ONE_DAY });
  const isMinutes = seconds >= 60 && seconds % 60 === 0;
  const time = t(`clock.${kind}_${isMinutes ? 'minutes' : 'seconds'}`, {
    n: isMinutes ? seconds / 60 : seconds,
  });
  return increment > 0 ? t('clock.increment', { time, n: increment }) : time;
}

/** Say why a record is refused, and where to look. */
export function describeFlaw({ kind, line, ply }: FlawOut): string {
  const words = codeText('record', kind, 'record.content', { ply: ply ?? '' });
  return line === null ? words : `${words} ${t('record.line', { line })}`;
}
