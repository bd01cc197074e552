/** The coach of a game against the computer: hints, a check of the last turn, the chance to win. */
import { isCoached, setCoached } from '../browser/coachedGames';
import { hasCoach } from '../browser/host.svelte';
import { currentLanguage } from '../i18n/language.svelte';
import { endsOf } from '../model/islands';
import { markOf, type MoveMark } from '../model/effects';
import { kindOf } from '../model/notation';
import { api, ApiError } from '../net/api';
import type { AdviceOut, CheckOut, Letter, RankedMoveOut } from '../net/protocol';
import type { Game } from './game.svelte';

/** How much a hint tells: nothing, where to look, the kind of move, the move, the reason. */
export type HintStep = 0 | 1 | 2 | 3 | 4;
export const LAST_STEP = 4;

/** Milliseconds before asking for advice: players who go on at once need none. */
const PAUSE = 300;

/** Cards that a hint means. */
export interface HintedCards {
  hand: readonly Letter[];
  open: readonly Letter[];
  pile: boolean;
}

const NO_CARDS: HintedCards = { hand: [], open: [], pile: false };

/** A check of the player's last turn: first verdicts, then refined ones. */
interface TurnCheck {
  /** The number of the player's moves so far; with the next one, the check is outdated. */
  moves: number;
  found: CheckOut | null;
  isRefined: boolean;
}

export class Coach {
  /** Whether the player wants the coach. */
  isOn = $state(false);
  advice: AdviceOut | null = $state.raw(null);
  step: HintStep = $state(0);
  #check: TurnCheck | null = $state.raw(null);
  /** The fault of the last request. */
  fault: ApiError | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly game: Game) {
    this.isOn = isCoached(game.id);
    $effect(() => {
      const version = this.#toMove;
      this.step = 0;
      if (version === null || !this.isOn) return;
      this.#timer = setTimeout(() => void this.#ask(version), PAUSE);
      return () => clearTimeout(this.#timer);
    });
    $effect(() => {
      void this.#numMoves;
      return () => this.closeCheck();
    });
  }

  /** Whether there may be a coach: only in the viewer's own unfinished game against the computer. */
  readonly isAllowed: boolean = $derived.by(() => {
    const state = this.game.state;
    return hasCoach(this.game.id) && state?.mode === 'bot' && state.holds.length === 1 && state.outcome === null && this.game.token !== null;
  });

  readonly isActive: boolean = $derived(this.isOn && this.isAllowed);

  /** The version of the game while the player is to move. */
  readonly #toMove: number | null = $derived.by(() => {
    const state = this.game.state;
    return state && this.isAllowed && state.to_move === this.game.me ? state.version : null;
  });

  readonly isThinking: boolean = $derived(
    this.isActive && this.#toMove !== null && this.advice?.version !== this.#toMove && this.fault === null,
  );

  /** The player's chance to win at their last decision, in percent. */
  readonly chance: number | null = $derived(this.advice?.moves[0]?.value ?? null);

  /** The best move in the current position. */
  readonly best: RankedMoveOut | null = $derived(
    this.advice !== null && this.advice.version === this.#toMove ? (this.advice.moves[0] ?? null) : null,
  );

  /** How often the player has moved. */
  readonly #numMoves: number = $derived.by(() => {
    const { me } = this.game;
    return this.game.playback.log.filter((event) => event.type === 'ply' && event.seat === me).length;
  });

  /** The check of the last turn, until the player moves again. */
  readonly check: TurnCheck | null = $derived(
    this.#check?.moves === this.#numMoves && this.fault === null ? this.#check : null,
  );

  readonly isChecking: boolean = $derived(this.check !== null && !this.check.isRefined);

  /** Whether the hint tells the move. */
  readonly #isTold: boolean = $derived(this.step >= 3);

  /** The move that a hint draws. */
  readonly marks: readonly MoveMark[] = $derived.by(() => {
    const move = this.#isTold ? this.best?.move : null;
    return move && this.game.me ? markOf('suggested', move, this.game.me) : [];
  });

  readonly litIslands: readonly Letter[] = $derived.by(() => {
    const move = this.best?.move;
    if (!move || this.step === 0) return [];
    if (move.line) return this.#isTold ? [] : endsOf(move.line);
    return this.#isTold ? move.cards : [];
  });

  /** The cards that a hint highlights. */
  readonly litCards: HintedCards = $derived.by(() => {
    const move = this.#isTold ? this.best?.move : null;
    if (!move) return NO_CARDS;
    const kind = kindOf(move.notation);
    if (kind === 'draw') return { ...NO_CARDS, pile: true };
    return kind === 'take' ? { ...NO_CARDS, open: move.cards } : { ...NO_CARDS, hand: move.cards };
  });

  turn(isOn: boolean): void {
    this.isOn = isOn;
    this.fault = null;
    setCoached(this.game.id, isOn);
  }

  /** Tell more; while the coach thinks, the first hint waits for the advice. */
  tellMore(): void {
    if (this.best) this.step = Math.min(this.step + 1, LAST_STEP) as HintStep;
    else if (this.#toMove !== null) {
      this.step = 1;
      if (!this.isThinking) void this.#ask(this.#toMove);
    }
  }

  hide(): void {
    this.step = 0;
  }

  /** Ask whether the last turn was good. */
  async askCheck(): Promise<void> {
    if (this.isChecking || !this.game.token) return;
    const moves = this.#numMoves;
    this.fault = null;
    this.#check = { moves, found: null, isRefined: false };
    await this.#try(async (token) => {
      for (const isFirst of [true, false]) {
        const found = await api.check(this.game.id, token, currentLanguage().language, isFirst);
        if (this.#check?.moves !== moves) return;
        this.#check = { moves, found, isRefined: !isFirst };
      }
    });
  }

  closeCheck(): void {
    this.#check = null;
  }

  async takeBack(): Promise<void> {
    this.#check = null;
    await this.#try((token) => api.takeBack(this.game.id, token));
  }

  async #ask(version: number): Promise<void> {
    if (this.advice?.version === version) return;
    await this.#try(async (token) => {
      const advice = await api.advice(this.game.id, token, currentLanguage().language);
      if (this.#toMove === null || advice.version !== this.#toMove) return;
      this.advice = advice;
    });
  }

  async #try(request: (token: string) => Promise<void>): Promise<void> {
    if (!this.game.token) return;
    this.fault = null;
    try {
      await request(this.game.token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.fault = error;
    }
  }
}
