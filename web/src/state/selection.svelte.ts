/** What the player has chosen at the table, and the previews of it. */
import { untrack } from 'svelte';
import { effectsOf, type Effects } from '../model/effects';
import { handAfter } from '../model/hand';
import { atLine, openLines, withKind, type LineKind } from '../model/legalActions';
import type { PlayableGame } from './game.svelte';
import type { PreviewResult } from './previews.svelte';
import { endsOf } from '../model/islands';
import type { ActionKind, BlockedAction, LegalAction, Letter, LineName, SeatName } from '../net/protocol';
import { afterPaint } from '../browser/afterPaint.svelte';
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
  /** The chosen card of the hand, by its key. */
  chosenKey: string | null = $state(null);
  /** The chosen line, then others that a touch may have meant. */
  lines: LineName[] = $state.raw([]);
  /** The line under the pointer. */
  peeked: LineName | null = $state(null);
  #ending: Ending | null = $state.raw(null);
  /** The key pressed just before, if it waits for another one. */
  before: Before = null;
  /** The end of the turn that waits for confirmation. */
  toConfirm: LegalAction | null = $state.raw(null);
  /** What the player decided while the answer to the action before was awaited. */
  #next: { action: string; turn: number; version: number } | null = null;

  constructor(readonly game: PlayableGame) {
    // Forget a chosen card that was taken; another card of its island may be turned up later.
    $effect(() => {
      const open = this.game.state?.open_cards ?? [];
      const card = untrack(() => this.#ending?.card);
      if (card && !open.includes(card)) this.#ending = null;
    });
    $effect(() => {
      const isWaiting = this.game.isMyTurn && !this.game.isMyMove;
      if (!isWaiting) untrack(() => this.#actNext());
    });
    $effect(() => {
      if (!this.game.me) return;
      for (const action of this.#questions) this.game.previews.ask(action);
    });
  }

  /** The chosen end of the turn, as long as its card is available. */
  readonly ending: Ending | null = $derived.by(() => {
    const card = this.#ending?.card;
    return card && !this.game.picture?.openCards.includes(card) ? null : this.#ending;
  });

  readonly cards: HandCard[] = $derived.by(() => {
    const { state, me, playback } = this.game;
    if (!state?.own || !me) return [];
    const hand = handAfter({ shown: state.seats[me].shown, hidden: state.own.hand }, playback.expected, me);
    const numbered = (letters: readonly Letter[], isShown: boolean): HandCard[] =>
      letters.map((letter, i) => {
        const before = letters.slice(0, i).filter((other) => other === letter).length;
        return { letter, isShown, key: `${isShown ? 'shown' : 'own'}-${letter}-${before}` };
      });
    return [...numbered(hand.shown, true), ...numbered(hand.hidden, false)];
  });

  readonly held: ReadonlySet<Letter> = $derived(new Set(this.cards.map((card) => card.letter)));
  readonly card: Letter | null = $derived(
    this.cards.find((card) => card.key === this.chosenKey)?.letter ?? null,
  );
  readonly line: LineName | null = $derived(this.lines[0] ?? null);
  readonly legal: readonly LegalAction[] = $derived.by(() =>
    this.game.isMyTurn ? (this.game.state?.legal ?? []) : [],
  );

  /** What can be done with the chosen line; a second click does the first of these. */
  readonly choices: LegalAction[] = $derived(
    this.line ? atLine(this.legal, this.line, this.card) : [],
  );

  readonly #peekedAction: LegalAction | null = $derived.by(() => {
    if (this.line || !this.peeked) return null;
    return atLine(this.legal, this.peeked, this.card)[0] ?? null;
  });

  readonly #endingChoice: LegalAction | null = $derived.by(() =>
    this.ending ? this.endingAction(this.ending) : null,
  );

  /** Actions to preview in advance, so that the answer is there before the player decides. */
  readonly #questions: readonly string[] = $derived.by(() => {
    const actions = [...this.choices, this.#peekedAction, this.#endingChoice, this.bury];
    const legal = actions.flatMap((choice) => (choice ? [choice.action] : []));
    const probe = this.line && this.choices.length === 0 ? this.#probe(this.line) : null;
    return probe ? [...legal, probe] : legal;
  });

  /** The preview of the chosen line, or of the one under the pointer. */
  readonly preview: PreviewResult | null = $derived.by(() => {
    if (!this.line) return this.game.previews.of(this.#peekedAction?.action);
    return this.game.previews.of(this.choices[0]?.action ?? this.#probe(this.line));
  });

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

  /** The cards that can pay for what was chosen. */
  readonly payers: ReadonlySet<Letter> = $derived(
    new Set(this.choices.flatMap((choice) => choice.cards)),
  );

  readonly effects: Effects | null = $derived.by(() => {
    const isPossible = this.choices.length > 0 || this.#peekedAction !== null;
    return this.preview && isPossible && !this.preview.refused ? effectsOf(this.preview.events) : null;
  });

  /** Whether the preview of the chosen line has arrived; spectators need none. */
  readonly isAnswered: boolean = $derived.by(
    () => this.line !== null && (this.preview !== null || this.game.me === null),
  );

  chooseCard(key: string): void {
    this.#next = null;
    this.lines = [];
    this.#ending = null;
    this.chosenKey = this.chosenKey === key ? null : key;
  }

  /** Choose a line; the second time, act on it. */
  chooseLine(lines: LineName[]): void {
    if (lines[0] === this.line) {
      if (this.choices[0]) this.act(this.choices[0]);
      else this.lines = [];
      return;
    }
    this.#showPresent();
    this.#next = null;
    this.#ending = null;
    this.lines = lines;
  }

  /** Choose the dragged card, so that its lines are highlighted. */
  dragCard(key: string): void {
    this.clear();
    this.chosenKey = key;
  }

  /** Preview what the dragged card would do on a line; return whether it can be played there. */
  dragOver(line: LineName | null): boolean {
    this.peeked = line && this.litLines.has(line) ? line : null;
    return this.peeked !== null;
  }

  /** Drop the dragged card on a line: choose the line, or play at once if the player prefers that. */
  dropOnLine(line: LineName | null): void {
    const choices = line && this.dragOver(line) ? atLine(this.legal, line, this.card) : [];
    this.peeked = null;
    if (settings.dropPlays && choices.length === 1) this.act(choices[0]!);
    else if (line) this.chooseLine([line]);
  }

  /** Take a card that was dragged into the hand, or explain why it cannot be taken. */
  dropIntoHand(ending: Ending): void {
    if (!this.isChosen(ending)) this.chooseEnding(ending);
    const choice = this.endingAction(ending);
    if (choice) this.act(choice);
  }

  isChosen(ending: Ending): boolean {
    return this.ending?.kind === ending.kind && this.ending.card === ending.card;
  }

  /** Choose how to end the turn; the second time, end it. */
  chooseEnding(ending: Ending): void {
    if (!this.game.me) return;
    if (this.isChosen(ending)) {
      if (this.#endingChoice) this.act(this.#endingChoice);
      else this.#ending = null;
      return;
    }
    this.#showPresent();
    this.#next = null;
    this.lines = [];
    this.chosenKey = null;
    this.#ending = ending;
  }

  /** Return the legal action that ends the turn in this way, if there is one. */
  endingAction(ending: Ending): LegalAction | null {
    return withKind(this.legal, ending.kind, ending.card);
  }

  /** Return why an action is blocked. */
  blocked(kind: ActionKind, card: Letter | null = null): BlockedAction | null {
    const blocked = this.game.state?.blocked ?? [];
    return blocked.find((each) => each.kind === kind && (!card || each.cards[0] === card)) ?? null;
  }

  readonly bury: LegalAction | null = $derived(
    this.card ? withKind(this.legal, 'bury', this.card) : null,
  );

  act(action: LegalAction): void {
    const { state, isMyTurn, isMyMove } = this.game;
    if (!state || !isMyTurn) return;
    if (!isMyMove) {
      this.#next = { action: action.action, turn: state.turn, version: state.version };
      return;
    }
    if (settings.confirms && ENDS.has(action.kind) && this.toConfirm !== action) {
      this.toConfirm = action;
      return;
    }
    this.clear();
    this.game.act(action.action);
  }

  /** Act on what was decided in the meantime, unless the action before was refused or ended the turn. */
  #actNext(): void {
    const next = this.#next;
    const { state } = this.game;
    this.#next = null;
    if (!next || next.turn !== state?.turn || next.version === state.version) return;
    const action = this.legal.find((each) => each.action === next.action);
    if (action) this.act(action);
  }

  readonly canUndo: boolean = $derived.by(
    () => this.game.isMyTurn && (this.game.state?.can_undo ?? false),
  );

  undo(): void {
    if (!this.canUndo || !this.game.isMyMove) return;
    this.clear();
    this.game.undo();
  }

  clear(): void {
    this.lines = [];
    this.chosenKey = null;
    this.peeked = null;
    this.#ending = null;
    this.before = null;
    this.toConfirm = null;
    this.#next = null;
  }

  /** Skip the playback when the player acts, after the response to the tap has been painted. */
  #showPresent(): void {
    const { playback, isMyMove } = this.game;
    if (!playback.isRunning || !isMyMove) return;
    const { log } = playback;
    afterPaint(() => {
      // Do not skip changes that arrived in the meantime.
      if (playback.isRunning && playback.log === log) playback.catchUp();
    });
  }

  /** Return an action to ask about, to learn why nothing can be done with a line. */
  #probe(line: LineName): string {
    const [a, b] = endsOf(line);
    const holder: SeatName | undefined = this.game.picture?.bridges.get(line);
    const card = this.card && line.includes(this.card) ? this.card : a;
    return holder && holder !== this.game.me ? `-${line}/${a}${b}` : `+${line}/${card}`;
  }
}

/** Actions that need no card are highlighted without a choice. */
const LOUD: ReadonlySet<LineKind> = new Set(['replace', 'handicap']);

/** Actions that end a turn and cannot be undone. */
const ENDS: ReadonlySet<ActionKind> = new Set(['take', 'draw', 'decline']);
