/** Dramatic moments: a scoring until it is dismissed, a chain reaction for a few seconds. */
import { chainReaction, countStones, haveSameStones, lastScoring, type ChainReaction, type Scoring } from '../model/drama';
import { fold, type Picture } from '../model/picture';
import type { Letter, LineName } from '../net/protocol';
import type { PlayableGame } from './game.svelte';

/** How long the badge of a chain reaction stays, in milliseconds. */
const NAMED_FOR = 2600;
/** The fewest bridges that make a chain reaction. */
const LEAST_SWEPT = 2;

export class Scenes {
  /** The first entries of the log that count as news; null until the game has loaded. */
  #newScoring: number | null = $state(null);
  #newChain: number | null = $state(null);

  constructor(readonly game: PlayableGame) {
    $effect(() => {
      const { chain } = this;
      if (!chain || game.playback.isRunning) return;
      const timer = setTimeout(() => (this.#newChain = chain.index + 1), NAMED_FOR);
      return () => clearTimeout(timer);
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
    return this.#newScoring === null ? null : lastScoring(playback.log, playback.at, this.#newScoring);
  });

  readonly chain: ChainReaction | null = $derived.by(() => {
    const { playback } = this.game;
    if (playback.isStanding || this.#newChain === null) return null;
    const chain = chainReaction(playback.log, playback.at, this.#newChain);
    return chain && chain.swept.length >= LEAST_SWEPT ? chain : null;
  });

  /** The stones that are or were counted, numbered; none once the board has changed. */
  readonly counted: ReadonlyMap<Letter, number> = $derived.by(() => {
    const { picture, playback } = this.game;
    if (!picture) return NOBODY;
    if (playback.isCounting) return countStones(picture.stones);
    const isUnchanged = this.scoring && haveSameStones(pictureAt(playback.log, this.scoring.index), picture);
    return isUnchanged ? countStones(picture.stones) : NOBODY;
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

function pictureAt(log: Parameters<typeof fold>[0], index: number): Picture {
  return fold(log.slice(0, index)).at(-1)!;
}
