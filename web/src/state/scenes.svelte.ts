/** Dramatic moments: a scoring until it is dismissed, a chain reaction for a few seconds. */
import { chainReaction, countStones, lastScoring, type ChainReaction, type Scoring } from '../model/drama';
import type { Letter, LineName, Numbers } from '../net/protocol';
import { paced, wantsStillness } from '../browser/settings.svelte';
import { COUNTING_STEP } from '../ui/durations';
import type { PlayableGame } from './game.svelte';

/** How long the badge of a chain reaction stays, in milliseconds. */
const NAMED_FOR = 2600;
/** The fewest bridges that make a chain reaction. */
const LEAST_SWEPT = 2;

/** A scoring whose result is not shown yet. */
export interface Counting {
  /** Where in the log. */
  index: number;
  round: number;
  /** The stones counted so far. */
  stones: Numbers;
}

export class Scenes {
  /** The first entries of the log that count as news; null until the game has loaded. */
  #newScoring: number | null = $state(null);
  #newChain: number | null = $state(null);
  /** How far the stones are counted. */
  #step = $state(0);

  constructor(readonly game: PlayableGame) {
    $effect(() => {
      const { chain } = this;
      if (!chain || game.playback.isRunning) return;
      const timer = setTimeout(() => (this.#newChain = chain.index + 1), NAMED_FOR);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (!game.playback.isCounting) return;
      this.#step = 0;
      const timer = setInterval(() => (this.#step += 1), paced(COUNTING_STEP));
      return () => clearInterval(timer);
    });
    // Events before the page was opened are no news.
    $effect(() => {
      if (this.#newChain === null && game.state) this.#newScoring = this.#newChain = game.playback.log.length;
    });
  }

  /** The scoring to show. */
  readonly scoring: Scoring | null = $derived.by(() => {
    const { playback, state } = this.game;
    if (playback.isStanding || !state || (state.outcome && !playback.isRunning)) return null;
    if (this.#newScoring === null) return null;
    // A result that is being shown again is news, too.
    const isNow = playback.isRunning && playback.current?.type === 'round_scored';
    return lastScoring(playback.log, playback.at, isNow ? 0 : this.#newScoring);
  });

  readonly counting: Counting | null = $derived.by(() => {
    const { playback } = this.game;
    const next = playback.isCounting ? playback.log[playback.at] : undefined;
    if (next?.type !== 'round_scored') return null;
    const reached = (stones: number): number => (wantsStillness() ? stones : Math.min(stones, this.#step));
    const stones = { white: reached(next.stones.white), black: reached(next.stones.black) };
    return { index: playback.at, round: next.round, stones };
  });

  /** Whether a scoring has the stage, before the game goes on. */
  readonly isStaged = $derived.by(() => {
    const { playback } = this.game;
    const now = playback.current?.type;
    return playback.isCounting || (playback.isRunning && (now === 'round_scored' || now === 'pile_renewed'));
  });

  readonly chain: ChainReaction | null = $derived.by(() => {
    const { playback } = this.game;
    if (playback.isStanding || this.#newChain === null) return null;
    const chain = chainReaction(playback.log, playback.at, this.#newChain);
    return chain && chain.swept.length >= LEAST_SWEPT ? chain : null;
  });

  /** The stones that are being counted, numbered, until the result was shown. */
  readonly counted: ReadonlyMap<Letter, number> = $derived.by(() => {
    const { picture } = this.game;
    return picture && this.isStaged ? countStones(picture.stones) : NOBODY;
  });

  /** Lines where a bridge has just sunk. */
  readonly splashes: readonly LineName[] = $derived(this.chain?.swept ?? []);

  /** Whether only one card is left in this round. */
  readonly isLastCard = $derived.by(() => {
    const { picture, state } = this.game;
    return picture !== null && !state?.outcome && picture.turn > 0 && picture.openCards.length + picture.pile === 1;
  });

  dismiss(): void {
    if (this.scoring) this.#newScoring = this.scoring.index + 1;
  }
}

const NOBODY: ReadonlyMap<Letter, number> = new Map();
