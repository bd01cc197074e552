/** What waits for a returning player, the most important first: today's goal and the rest. */
import { avatarOf } from '../../avatars/avatars';
import { achieved as achievedHere } from '../../browser/achieved';
import { challengeGames } from '../../browser/challengeGames';
import { daysLeft, keptCards, solvedDays, today } from '../../browser/practice';
import { keptResults } from '../../browser/results';
import { addressOf } from '../../browser/router.svelte';
import { missingText } from '../../finds/text';
import { durationText } from '../../i18n/duration';
import { namesOf } from '../../i18n/eventText';
import { currentLanguage } from '../../i18n/language.svelte';
import { listedText, t } from '../../i18n/translate';
import { goalsReached } from '../../model/challenges';
import { dueCards } from '../../model/leitner';
import { otherSeat } from '../../model/picture';
import { ownSeat } from '../../model/seats';
import { nextStop } from '../../model/statistics';
import { streakOf } from '../../model/streak';
import { nextFind, type Goal } from '../../model/treasures';
import { to } from '../../net/address';
import { api } from '../../net/api';
import type { BotOut, MyGame, PuzzleOut, Termination } from '../../net/protocol';
import type { GameList } from '../../state/gameList.svelte';
import type { IconName } from '../../ui/Icon.svelte';

export interface Task {
  href: string;
  title: string;
  hints: readonly string[];
  /** An icon, the address of a portrait, or the stars won. */
  sign: { icon: IconName } | { face: string } | { stars: number };
}

interface Weekly {
  key: string;
  /** How many stars are won, out of how many. */
  won: number;
  of: number;
}

/** Games shown here, waiting for the player and for others; the list of games has all of them. */
const MOST_WAITING = 3;
const MOST_AWAITED = 1;
/** Wins before the last scoring: the points up to there do not tell why. */
const EARLY: readonly Termination[] = ['wipeout', 'resignation', 'timeout'];

export class DailyTasks {
  /** The puzzle of the day; null if it cannot be had, undefined while it is loading. */
  daily: PuzzleOut | null | undefined = $state.raw();
  #weekly: Weekly | null = $state.raw(null);

  readonly #results = keptResults();
  readonly #achieved = achievedHere();
  readonly #solved = solvedDays();
  readonly #due = dueCards(keptCards(), today()).length;

  constructor(
    readonly list: GameList,
    readonly bots: () => readonly BotOut[],
  ) {}

  /** Load the puzzle of the day and the challenge of the week. */
  async load(): Promise<void> {
    await Promise.all([this.#loadDaily(), this.#loadWeekly()]);
  }

  async #loadDaily(): Promise<void> {
    this.daily = await api.puzzle('daily', [], currentLanguage().language, false).catch(() => null);
  }

  async #loadWeekly(): Promise<void> {
    const found = await api.challenges().catch(() => null);
    if (!found) return; // Its row then only leads to all challenges.
    const of = found.challenges.find(({ key }) => key === found.weekly)?.goals.length ?? 0;
    const won = goalsReached(challengeGames(), found.weekly, of).filter(Boolean).length;
    this.#weekly = { key: found.weekly, won, of };
  }

  /** Whether the player has neither won nor solved anything: the first opponent and the lessons come before puzzles. */
  readonly isBeginner: boolean = this.#solved.length === 0 && !this.#results.some(({ result }) => result === 'won');

  /** Whether it is known what comes first. */
  readonly isReady: boolean = $derived.by(() => this.list.games !== null || this.list.error !== null);

  /** Whether the challenge of the week has stars left, as far as it is known. */
  readonly #isWeekOpen: boolean = $derived.by(() => !this.#weekly || this.#weekly.won < this.#weekly.of);

  readonly all: readonly Task[] = $derived.by(() => {
    const waiting = this.list.running.filter((game) => game.is_my_turn).slice(0, MOST_WAITING);
    const awaited = this.list.running.filter((game) => !game.is_my_turn).slice(0, MOST_AWAITED);
    const weekly = this.#challenge();
    const onward = [...this.#practice(), this.#voyage()];
    return [
      ...waiting.map(gameTask),
      // Unless it is the goal, the chart says enough about it.
      ...(waiting.length === 0 && !this.isBeginner ? this.#puzzle() : []),
      ...(this.isBeginner ? onward.reverse() : onward),
      ...(this.#isWeekOpen ? [weekly] : []),
      ...awaited.map(gameTask),
      ...this.#lookBack(),
      ...(this.#isWeekOpen ? [] : [weekly]),
    ];
  });

  #puzzle(): Task[] {
    if (this.daily === null || this.#solved.includes(today())) return [];
    const href = to(this.daily ? `/puzzles/${this.daily.facts.id}` : '/puzzles');
    const hints = [t('today.solve_hint', { n: streakOf(this.#solved, today()) + 1 })];
    return [{ href, title: t('today.solve'), hints, sign: { icon: 'puzzle' } }];
  }

  #practice(): Task[] {
    if (this.#due === 0) return [];
    const title = t('today.practise', { n: this.#due });
    return [{ href: to('/puzzles/practice'), title, hints: [t('today.practise_hint')], sign: { icon: 'retry' } }];
  }

  #voyage(): Task {
    const bots = this.bots();
    const key = nextStop(this.#results, bots.map((bot) => bot.key));
    const next = bots.find((bot) => bot.key === key);
    const face = next && avatarOf(next.key);
    const lures = this.#lure('beaten');
    return {
      href: to('/voyage'),
      title: t('now.voyage'),
      hints: [...(next ? [t('today.next', { name: next.name })] : []), ...(lures.length > 0 ? lures : this.#lure('voyageStars'))],
      sign: face ? { face } : { icon: 'flag' },
    };
  }

  #challenge(): Task {
    const { key, won } = this.#weekly ?? { key: null, won: 0 };
    const name = key === null ? '…' : listedText('challenge', key, key);
    const hints = [name, ...(this.#isWeekOpen ? this.#lure('stars') : [t('today.next_challenge', { n: daysLeft() })])];
    return { href: to('/challenges'), title: t('today.challenge'), hints, sign: { stars: won } };
  }

  #lookBack(): Task[] {
    const last = this.#results.at(-1);
    if (!last) return [];
    const result = t(`today.${last.result}`, { name: last.opponent });
    const isScored = last.result !== 'drawn' && !(last.termination && EARLY.includes(last.termination));
    const title = isScored ? t('today.score', { result, own: last.points, others: last.others }) : result;
    return [{ href: addressOf(last.game, 'review'), title, hints: [t('today.review')], sign: { icon: 'film' } }];
  }

  /** What leads to the next treasure, if there is one. */
  #lure(goal: Goal): string[] {
    const treasure = nextFind(goal, this.#achieved);
    return treasure ? [missingText(treasure, this.#achieved[goal])] : [];
  }
}

function gameTask(game: MyGame): Task {
  const { players } = game.facts;
  const seat = otherSeat(game.seats[0]!);
  const name = namesOf(players, ownSeat(game))[seat];
  const face = avatarOf(players[seat].bot ?? '');
  const title = game.is_my_turn ? 'now.continue' : 'now.running';
  const isAwaited = !players[seat].joined;
  return {
    href: addressOf(game.facts.game),
    title: isAwaited ? t('games.awaited') : t(title, { name }),
    hints: isAwaited || game.seconds_left === null ? [] : [t('clock.left', { time: durationText(Math.floor(game.seconds_left)) })],
    sign: face ? { face } : { icon: 'after' },
  };
}
