/** What has been touched at the table and waits for a second touch. */
import { untrack } from 'svelte';
import { effectsOf, type Effects } from '../model/effects';
import { atLine, openLines, withKind, type LineKind } from '../model/legalActions';
import type { PlayableGame } from './game.svelte';
import { endsOf } from '../model/islands';
import type { ActionKind, BlockedAction, LegalAction, Letter, LineName, SeatName } from '../net/protocol';
import { settings } from '../browser/settings.svelte';
import type { Before } from './keymap';

export interface HandCard {
  letter: Letter;
  isShown: boolean;
  key: string;
}

/** A way to end the turn. */
export interface Ending {
  kind: 'take' | 'draw' | 'decline';
  card: Letter | null;
}

export class Selection {
  /** The card of the hand that was touched, by its key. */
  chosenKey: string | null = $state(null);
  /** The line that was touched, then others that may have been meant. */
  lines: LineName[] = $state.raw([]);
  #ending: Ending | null = $state.raw(null);
  /** The key pressed just before, if it waits for another one. */
  before: Before = null;
  /** The end of the turn that waits for a yes. */
  toConfirm: LegalAction | null = $state.raw(null);

  constructor(readonly game: PlayableGame) {
    // Another card of the same island that is turned up later was never touched.
    $effect(() => {
      const open = this.game.state?.open_cards ?? [];
      const card = untrack(() => this.#ending?.card);
      if (card && !open.includes(card)) this.#ending = null;
    });
  }

  /** The end of the turn that was touched, as long as its card lies there. */
  readonly ending: Ending | null = $derived.by(() => {
    const card = this.#ending?.card;
    return card && !this.game.picture?.openCards.includes(card) ? null : this.#ending;
  });

  readonly cards: HandCard[] = $derived.by(() => {
    const { state, me } = this.game;
    if (!state?.own || !me) return [];
    const numbered = (letters: readonly Letter[], isShown: boolean): HandCard[] =>
      letters.map((letter, i) => {
        const before = letters.slice(0, i).filter((other) => other === letter).length;
        return { letter, isShown, key: `${isShown ? 'shown' : 'own'}-${letter}-${before}` };
      });
    return [...numbered(state.seats[me].shown, true), ...numbered(state.own.hand, false)];
  });

  readonly held: ReadonlySet<Letter> = $derived(new Set(this.cards.map((card) => card.letter)));
  readonly card: Letter | null = $derived(
    this.cards.find((card) => card.key === this.chosenKey)?.letter ?? null,
  );
  readonly line: LineName | null = $derived(this.lines[0] ?? null);
  readonly legal: readonly LegalAction[] = $derived.by(() =>
    this.game.isMyMove ? (this.game.state?.legal ?? []) : [],
  );

  /** What can be done with the line that was touched. */
  readonly choices: LegalAction[] = $derived(
    this.line ? atLine(this.legal, this.line, this.card) : [],
  );

  readonly litLines: Map<LineName, LineKind> = $derived.by(() => {
    if (this.line) return new Map();
    if (this.card) return openLines(this.legal, this.card);
    return new Map([...openLines(this.legal, null)].filter(([, kind]) => LOUD.has(kind)));
  });

  readonly litIslands: Letter[] = $derived.by(() => {
    if (this.card) return [this.card];
    if (this.ending?.card) return [this.ending.card];
    return [];
  });

  /** The cards that can pay for what was touched. */
  readonly payers: ReadonlySet<Letter> = $derived(
    new Set(this.choices.flatMap((choice) => choice.cards)),
  );

  readonly effects: Effects | null = $derived.by(() => {
    const preview = this.game.preview;
    const isMine = this.choices.some((choice) => choice.action === preview?.action);
    return preview && isMine && !preview.refused ? effectsOf(preview.events) : null;
  });

  /** Whether what was asked about the touched line has been answered; a spectator asks nothing. */
  readonly isAnswered: boolean = $derived.by(
    () => this.line !== null && (this.game.preview !== null || this.game.me === null),
  );

  chooseCard(key: string): void {
    this.lines = [];
    this.#ending = null;
    this.chosenKey = this.chosenKey === key ? null : key;
  }

  chooseLine(lines: LineName[]): void {
    if (lines[0] === this.line) {
      this.lines = [];
      return;
    }
    this.#ending = null;
    this.lines = lines;
    const question = this.choices[0]?.action ?? this.#probe(lines[0]);
    if (question && this.game.me) this.game.askPreview(question);
  }

  isChosen(ending: Ending): boolean {
    return this.ending?.kind === ending.kind && this.ending.card === ending.card;
  }

  /** A spectator ends no turn. */
  chooseEnding(ending: Ending): void {
    if (!this.game.me) return;
    this.lines = [];
    this.chosenKey = null;
    this.#ending = this.isChosen(ending) ? null : ending;
  }

  /** What ending the turn so would be, if it may. */
  endingAction(ending: Ending): LegalAction | null {
    return withKind(this.legal, ending.kind, ending.card);
  }

  /** Why something in sight may not be done. */
  blocked(kind: ActionKind, card: Letter | null = null): BlockedAction | null {
    const blocked = this.game.state?.blocked ?? [];
    return blocked.find((each) => each.kind === kind && (!card || each.cards[0] === card)) ?? null;
  }

  readonly bury: LegalAction | null = $derived(
    this.card ? withKind(this.legal, 'bury', this.card) : null,
  );

  act(action: LegalAction): void {
    if (settings.confirms && ENDS.has(action.kind) && this.toConfirm !== action) {
      this.toConfirm = action;
      return;
    }
    this.clear();
    this.game.act(action.action);
  }

  readonly canUndo: boolean = $derived.by(
    () => this.game.isMyMove && (this.game.state?.can_undo ?? false),
  );

  undo(): void {
    if (!this.canUndo) return;
    this.clear();
    this.game.undo();
  }

  clear(): void {
    this.lines = [];
    this.chosenKey = null;
    this.#ending = null;
    this.before = null;
    this.toConfirm = null;
  }

  /** What to ask the server about a line with which nothing can be done, to hear why. */
  #probe(line: LineName | undefined): string | null {
    if (!line) return null;
    const [a, b] = endsOf(line);
    const holder: SeatName | undefined = this.game.picture?.bridges.get(line);
    const card = this.card && line.includes(this.card) ? this.card : a;
    return holder && holder !== this.game.me ? `-${line}/${a}${b}` : `+${line}/${card}`;
  }
}

/** Offers that need no card are lit without being asked for. */
const LOUD: ReadonlySet<LineKind> = new Set(['replace', 'handicap']);

/** What ends a turn for good. */
const ENDS: ReadonlySet<ActionKind> = new Set(['take', 'draw', 'decline']);
