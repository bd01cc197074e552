/** The choices of the new-game form, stored in this browser. */
import { SEATS } from './picture';
import type { Catalogue, ClockOut, Discard, FinalScoring, NewGame, RulesetIn, RulesetOut, SeatChoice, SeatName, VariantKey } from '../net/protocol';

export interface Chosen {
  mode: NewGame['mode'];
  bot: string;
  edition: string;
  variants: Partial<Record<VariantKey, boolean>>;
  handicap: number;
  handicapSeat: SeatName;
  seat: SeatChoice;
  first: SeatChoice;
  /** Index of the clock; -1 for none. */
  clock: number;
  secondName: string;
  knowledge: boolean;
  /** Whether the coach helps against the computer. */
  coach: boolean;
  /** Custom rules. */
  bridges: number;
  stones: number;
  discard: Discard;
  finalScoring: FinalScoring;
}

const ONE_DAY = 24 * 3600;

/** Time controls to choose from. The choice is kept as an index, so add new ones at the end. */
export const CLOCKS: readonly ClockOut[] = [
  { kind: 'turn', seconds: 60, increment: 0 },
  { kind: 'turn', seconds: 180, increment: 0 },
  { kind: 'game', seconds: 600, increment: 0 },
  { kind: 'game', seconds: 1200, increment: 0 },
  { kind: 'game', seconds: 3600, increment: 0 },
  { kind: 'game', seconds: 300, increment: 5 },
  { kind: 'game', seconds: 600, increment: 10 },
  { kind: 'turn', seconds: ONE_DAY, increment: 0 },
  { kind: 'turn', seconds: 3 * ONE_DAY, increment: 0 },
];

/** Days per turn make sense only for players who are not at the page at the same time. */
export function isClockOffered(clock: ClockOut, mode: NewGame['mode']): boolean {
  return mode === 'online' || clock.seconds < ONE_DAY;
}

/** The edition that may combine any options. */
export const CUSTOM = 'custom';

const KEY = 'kahuna.wish';

/** The part of the server's catalogue that the form offers. */
type Offered = Pick<Catalogue, 'modes' | 'bots' | 'editions' | 'usual' | 'choices'>;
type Test = (value: unknown) => boolean;
const isOneOf = (values: readonly unknown[]): Test => (value) => values.includes(value);
const isFlag: Test = (value) => typeof value === 'boolean';
const isFlags: Test = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isFlag);
const isText: Test = (value) => typeof value === 'string';
const isCount = (least: number, most: number): Test => (value) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** Return the default choices. */
export function usual({ bots, usual: rules }: Offered): Chosen {
  return {
    mode: 'bot',
    bot: bots[Math.floor(bots.length / 5)]?.key ?? '',
    edition: rules.edition,
    variants: {},
    handicap: rules.handicap,
    handicapSeat: 'white',
    seat: 'random',
    first: 'random',
    clock: -1,
    secondName: '',
    knowledge: true,
    coach: false,
    bridges: rules.bridges,
    stones: rules.stones,
    discard: rules.discard,
    finalScoring: rules.final_scoring,
  };
}

/** Read stored choices; replace whatever is malformed or no longer offered by the default. */
export function read(text: string | null, offered: Offered): Chosen {
  const { choices } = offered;
  const isSupply = isCount(choices.least_supply, choices.most_supply);
  const tests: Record<keyof Chosen, Test> = {
    mode: isOneOf(offered.modes),
    bot: isOneOf(offered.bots.map((bot) => bot.key)),
    edition: isOneOf([...offered.editions.map((edition) => edition.key), CUSTOM]),
    variants: isFlags,
    handicap: isOneOf(choices.handicaps),
    handicapSeat: isOneOf(SEATS),
    seat: isOneOf([...SEATS, 'random']),
    first: isOneOf([...SEATS, 'random']),
    clock: isOneOf([-1, ...CLOCKS.keys()]),
    secondName: isText,
    knowledge: isFlag,
    coach: isFlag,
    bridges: isSupply,
    stones: isSupply,
    discard: isOneOf(choices.discards),
    finalScoring: isOneOf(choices.final_scorings),
  };
  const kept = parsed(text);
  const names = (Object.keys(tests) as (keyof Chosen)[]).filter((name) => tests[name](kept[name]));
  return { ...usual(offered), ...Object.fromEntries(names.map((name) => [name, kept[name]])) };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '')) as Record<string, unknown>;
  } catch {
    return {}; // nothing yet, or not our data
  }
}

/** Return the request for the same rules; an edition is named, and only its options are listed. */
export function asWanted(ruleset: RulesetOut): RulesetIn {
  const own = { bridges: null, stones: null, discard: null, final_scoring: null };
  return ruleset.edition === CUSTOM ? { ...ruleset } : { ...ruleset, ...own };
}

/** List the variants that a ruleset has. */
export function variantsOf(ruleset: RulesetOut): VariantKey[] {
  const keys = Object.keys(ruleset) as (keyof RulesetOut)[];
  return keys.filter((key): key is VariantKey => ruleset[key] === true);
}

export function keptChoice(offered: Offered): Chosen {
  try {
    return read(localStorage.getItem(KEY), offered);
  } catch {
    return usual(offered); // private browsing
  }
}

export function keepChoice(chosen: Chosen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
