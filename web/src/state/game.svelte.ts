/** A live game: the server's state, requests, and what the table shows. */
import { api } from '../net/api';
import { Connection, PROTOCOL_VERSION, type ConnectionState } from '../net/connection';
import { transport } from '../net/transports';
import { t } from '../i18n/translate';
import { isOutOfSight, notify } from '../browser/notifications';
import { otherSeat, pictureOf, type Picture } from '../model/picture';
import { Playback } from './playback.svelte';
import { Previews } from './previews.svelte';
import type { ClientMessage, GameEvent, GameOut, GiftOut, ReactionOut, Refused, SeatName, ServerMessage } from '../net/protocol';
import { reloadOnUpdate } from '../browser/reloadOnUpdate';
import { play } from '../browser/sound.svelte';
import { isMuted } from '../browser/muted';
import { keep, keptGame, newKey } from '../browser/tokens';
import { startOfTurnBefore } from '../model/turns';

const REACTION_MS = 6000;

/** What the table needs of a game, live or in a lesson. */
export interface PlayableGame {
  readonly state: GameOut | null;
  readonly me: SeatName | null;
  readonly picture: Picture | null;
  /** The server's state at the position shown, for what a picture does not contain; null if unknown. */
  readonly shown: GameOut | null;
  /** Whether it is the viewer's turn, even while a request is pending. */
  readonly isMyTurn: boolean;
  /** Whether the viewer may act now. */
  readonly isMyMove: boolean;
  /** Whether the server cannot be reached. */
  readonly isOffline: boolean;
  /** Whether the other player at this device may be looking. */
  readonly isCurtained: boolean;
  readonly previews: Previews;
  readonly playback: Playback;
  act(action: string): void;
  undo(): void;
}

export class Game implements PlayableGame {
  state: GameOut | null = $state.raw(null);
  connection: ConnectionState = $state('connecting');
  spectators = $state(0);
  isWaiting = $state(false);
  isGone = $state(false);
  /** Whether the game is gone because the token was revoked. */
  isRevoked = $state(false);
  refusal: Refused | null = $state.raw(null);
  /** Whether the viewer's draw offer has just been declined. */
  isOfferDeclined = $state(false);
  /** Time that somebody has just been given. */
  newGift: GiftOut | null = $state.raw(null);
  /** The last reaction of a player, for a few seconds. */
  reaction: ReactionOut | null = $state.raw(null);
  /** When the state arrived; clocks run from there. */
  heardAt = $state(0);
  /** With two players at one device: the seat whose player has lifted the curtain. */
  lifted: SeatName | null = $state(null);
  readonly playback = new Playback();
  readonly previews = new Previews((action) => this.send({ type: 'preview', action }));
  /** States sent to this viewer, with the length of the log at that time. */
  #states: readonly { state: GameOut; length: number }[] = $state.raw([]);
  /** Whether the viewer's turn has begun without being announced yet. */
  #isTurnUntold = $state(false);
  /** Whether the curtain was lifted and the cards have not arrived yet. */
  #isLifting = false;
  /** The action that was sent and is not shown yet. */
  #pending: string | null = null;
  /** The token that was refused last. */
  #refusedToken: string | null = null;
  #reactionTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #connection: Connection;

  constructor(readonly id: string) {
    this.playback.listener = () => (this.state?.holds.length === 1 ? this.me : null);
    this.#connection = new Connection((listener) => transport.connect(id, listener), () => this.token, {
      heard: (message) => this.#hear(message),
      became: (state) => (this.connection = state),
    });
    $effect(() => {
      if (!this.#isTurnUntold || !this.isCalled) return;
      this.#isTurnUntold = false;
      play('turn');
      void notify(t('notice.your_turn'), this.id);
    });
  }

  /** The picture to draw. */
  readonly picture: Picture | null = $derived.by(() => {
    if (!this.state) return null;
    const isElsewhere = this.playback.isBehind || this.playback.isAhead;
    return isElsewhere ? (this.playback.picture ?? null) : pictureOf(this.state);
  });

  readonly shown: GameOut | null = $derived.by(() => {
    const known = this.#states.findLast(({ length }) => length <= this.playback.at);
    return this.playback.isBehind ? (known?.state ?? null) : this.state;
  });

  readonly me: SeatName | null = $derived(
    this.state && this.state.viewer !== 'spectator' ? this.state.viewer : null,
  );

  /** Whether the opponent asks for another game. */
  readonly isAskedAgain = $derived.by(() => {
    const { game, wanted_by } = this.state?.rematch ?? { game: null, wanted_by: [] };
    return game === null && this.me !== null && wanted_by.includes(otherSeat(this.me));
  });

  readonly isOffline = $derived(this.connection === 'lost');

  /** Whether two players share this device and the one to move has not lifted the curtain yet. */
  readonly isCurtained = $derived(
    this.state !== null &&
      this.state.holds.length === 2 &&
      this.state.outcome === null &&
      this.state.to_move !== null &&
      (this.lifted !== this.state.to_move || this.me === null),
  );

  /**
   * Whether it is visibly the viewer's turn. A hidden page does not wait for animations, and those of
   * the viewer's own moves change nothing. Before the opponent has joined, nobody can move.
   */
  readonly isCalled = $derived(
    this.state !== null &&
      this.state.to_move !== null &&
      this.state.to_move === this.me &&
      this.state.legal.length > 0 &&
      !this.isCurtained &&
      (!this.playback.isRunning || this.playback.isOwn || isOutOfSight()),
  );

  readonly isMyTurn = $derived(
    this.state !== null &&
      this.state.legal.length > 0 &&
      !this.playback.isStanding &&
      !this.isCurtained &&
      this.connection === 'open',
  );

  readonly isMyMove = $derived(this.isMyTurn && !this.isWaiting);

  /** Send an action. If the server has previewed it, show its effects at once. */
  act(action: string): void {
    if (!this.state || this.isWaiting) return;
    this.isWaiting = true;
    this.playback.catchUp();
    this.#pending = action;
    this.#expect();
    this.#connection.request({ type: 'act', key: newKey(), version: this.state.version, action });
  }

  /** Show the effects of the pending action as soon as its preview has arrived. */
  #expect(): void {
    const preview = this.previews.of(this.#pending);
    if (!preview || preview.refused) return;
    this.playback.expect(preview.events);
    this.#pending = null;
  }

  undo(): void {
    if (!this.state || this.isWaiting) return;
    this.isWaiting = true;
    this.#connection.request({ type: 'undo', key: newKey(), version: this.state.version });
  }

  /** The token of this browser's seats, which another tab may have renewed. */
  get token(): string | null {
    return keptGame(this.id)?.token ?? null;
  }

  /** Replace this browser's token; the old one becomes invalid. */
  async renewLink(): Promise<void> {
    const kept = keptGame(this.id);
    if (!kept) return;
    // The server closes the connection of the old token.
    this.#connection.suspend();
    try {
      const { token } = await api.renewLink(this.id, kept.token);
      keep({ ...kept, token });
    } finally {
      this.#connection.resume();
    }
  }

  /** Try to reach the server now, not after the next pause. */
  reconnect(): void {
    this.#connection.resume();
  }

  send(message: ClientMessage): void {
    this.#connection.send(message);
  }

  /**
   * The player to move has taken the device: request the cards, which the server held back. A player
   * who has watched the other's turn need not see it again.
   */
  lift(hasWatched = false): void {
    this.lifted = this.state?.to_move ?? null;
    this.#isLifting = !hasWatched;
    this.send({ type: 'reveal' });
  }

  /** Once the cards have arrived, play back what the other player did. */
  #reveal(state: GameOut): void {
    if (state.holds.length !== 2 || state.to_move === null || this.lifted !== state.to_move) return;
    if (state.viewer === 'spectator') {
      // A new connection, after the curtain was lifted.
      this.send({ type: 'reveal' });
    } else if (this.#isLifting) {
      this.#isLifting = false;
      const before = startOfTurnBefore(this.playback.log);
      if (before >= 0) this.playback.again(before);
    }
  }

  close(): void {
    clearTimeout(this.#reactionTimer);
    this.playback.stop();
    this.#connection.close();
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        if (message.protocol !== PROTOCOL_VERSION) void reloadOnUpdate();
        this.#see(message.state, message.log, this.#seenOf(message.state, message.log));
        this.#reveal(message.state);
        break;
      case 'changed': {
        if (!this.state) break;
        const log = [...this.playback.log.slice(0, message.keep), ...message.news];
        this.#see({ ...this.state, ...message.state }, log, { isOwn: message.key !== null });
        break;
      }
      case 'presence':
        this.spectators = message.spectators;
        if (this.state) {
          const { white, black } = this.state.seats;
          const seats = {
            white: { ...white, present: message.white },
            black: { ...black, present: message.black },
          };
          this.state = { ...this.state, seats };
        }
        break;
      case 'previewed':
        this.previews.add({ action: message.action, events: message.events, refused: null });
        this.#expect();
        break;
      case 'refused':
        this.#refuse(message);
        break;
      case 'gone':
        this.isGone = true;
        this.#connection.close();
        break;
      case 'pong':
        break;
    }
    this.isWaiting = this.#connection.isWaiting;
  }

  #refuse(message: Refused): void {
    if (message.about === 'preview') {
      this.previews.add({ action: message.action ?? '', events: [], refused: message });
    } else if (message.code === 'unknown_token' && this.state && this.#refusedToken !== this.token) {
      // Another tab may have renewed the token: reconnect with the stored one.
      this.#refusedToken = this.token;
    } else if (message.code === 'unknown_game' || message.code === 'unknown_token') {
      this.isGone = true;
      this.isRevoked = message.code === 'unknown_token';
      this.#connection.close();
    } else {
      this.#pending = null;
      this.playback.revert();
      this.refusal = message;
      play('refuse');
    }
  }

  /** Decide where to begin after a reconnect, so that only new entries are played. */
  #seenOf(state: GameOut, log: readonly GameEvent[]): { from?: number } {
    const isSame = this.state?.viewer === state.viewer;
    return !this.state || (!isSame && state.holds.length === 2) ? { from: log.length } : {};
  }

  #see(state: GameOut, log: readonly GameEvent[], how: { from?: number; isOwn?: boolean }): void {
    const wasMine = this.state?.to_move === this.me && this.state?.to_move !== null;
    const isOwnOffer = this.state?.draw_offer != null && this.state.draw_offer === this.me;
    if (state.draw_offer !== null) this.isOfferDeclined = false;
    else if (isOwnOffer && !state.outcome && state.mode === 'online') this.isOfferDeclined = true;
    if (this.state && state.gifts.length > this.state.gifts.length) this.newGift = state.gifts.at(-1)!;
    const earlier = this.#states.filter(({ length }) => length < log.length);
    this.#states = [...(this.state?.viewer === state.viewer ? earlier : []), { state, length: log.length }];
    this.#noteReactions(state);
    // A host that could not store a move sends the game again: say why until the game goes on.
    if (this.state?.version !== state.version) this.refusal = null;
    this.state = state;
    this.heardAt = performance.now();
    this.previews.clear();
    this.#pending = null;
    this.playback.follow(log, how);
    const isMine = state.to_move !== null && state.to_move === state.viewer;
    this.#isTurnUntold = isMine && (this.#isTurnUntold || !wasMine);
    this.#revealSeed(state);
  }

  /** Show a reaction that was not seen here yet, unless the opponent is muted. */
  #noteReactions({ reactions, seats, viewer }: GameOut): void {
    const before = this.state?.reactions ?? [];
    const kept = keptGame(this.id);
    for (const shown of reactions) {
      const isOwn = shown.seat === viewer;
      const isKnown = before.some(({ seat, at }) => seat === shown.seat && at === shown.at);
      if (isKnown || (isOwn ? !this.state : shown.at <= (kept?.reactedAt ?? 0))) continue;
      if (!isOwn && kept) keep({ ...kept, reactedAt: shown.at });
      if (!isOwn && isMuted(seats[shown.seat].account ?? this.id)) continue;
      this.reaction = shown;
      clearTimeout(this.#reactionTimer);
      this.#reactionTimer = setTimeout(() => (this.reaction = null), REACTION_MS);
    }
  }

  /** Once everybody has committed to a seed, remember the commitments and reveal this browser's seed. */
  #revealSeed({ fair_cards: fair, viewer }: GameOut): void {
    const kept = keptGame(this.id);
    if (!fair || !kept || viewer === 'spectator' || !fair.awaited.includes(viewer)) return;
    const { server, white, black } = fair;
    keep({ ...kept, commitments: kept.commitments ?? { server, white, black } });
    this.send({ type: 'reveal_seed', seed: kept.seed ?? null });
  }
}
