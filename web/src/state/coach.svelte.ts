/** The coach of a game against the computer: hints, a check of the last turn, the chance to win. */
import { isCoached, setCoached } from '../browser/coachedGames';
import { hasCoach } from '../browser/host.svelte';
import { currentLanguage } from '../i18n/language.svelte';
import { endsOf } from '../model/islands';
import type { LineKind } from '../model/legalActions';
import { lineKindOf } from '../model/notation';
import { api, ApiError } from '../net/api';
import type { AdviceOut, CheckOut, Letter, LineName, RankedMoveOut } from '../net/protocol';
import type { Game } from './game.svelte';

/** How much a hint tells: nothing, where to look, the kind of move, the move. */
export type HintStep = 0 | 1 | 2 | 3;

/** Milliseconds before asking for advice: players who go on at once need none. */
const PAUSE = 300;

export class Coach {
  /** Whether the player wants the coach. */
  isOn = $state(false);
  advice: AdviceOut | null = $state.raw(null);
  step: HintStep = $state(0);
  checked: CheckOut | null = $state.raw(null);
  isChecking = $state(false);
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

  /** The lines that a hint highlights. */
  readonly litLines: ReadonlyMap<LineName, LineKind> = $derived.by(() => {
    const move = this.step === 3 ? this.best?.move : null;
    return move?.line ? new Map([[move.line, lineKindOf(move.notation)]]) : new Map();
  });

  readonly litIslands: readonly Letter[] = $derived.by(() => {
    const move = this.best?.move;
    if (!move || this.step === 0) return [];
    if (move.line) return this.step < 3 ? endsOf(move.line) : [];
    return this.step === 3 ? move.cards : [];
  });

  turn(isOn: boolean): void {
    this.isOn = isOn;
    this.fault = null;
    setCoached(this.game.id, isOn);
  }

  tellMore(): void {
    if (this.best && this.step < 3) this.step = (this.step + 1) as HintStep;
    else if (!this.best && this.#toMove !== null && !this.isThinking) void this.#ask(this.#toMove);
  }

  hide(): void {
    this.step = 0;
  }

  /** Ask whether the last turn was good. */
  async check(): Promise<void> {
    if (this.isChecking || !this.game.token) return;
    this.isChecking = true;
    await this.#try(async (token) => {
      this.checked = await api.check(this.game.id, token, currentLanguage().language);
    });
    this.isChecking = false;
  }

  async takeBack(): Promise<void> {
    this.checked = null;
    await this.#try((token) => api.takeBack(this.game.id, token));
  }

  async #ask(version: number): Promise<void> {
    if (this.advice?.version === version) return;
    await this.#try(async (token) => {
      const advice = await api.advice(this.game.id, token, currentLanguage().language);
      if (this.#toMove !== null && advice.version === this.#toMove) this.advice = advice;
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
