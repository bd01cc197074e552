// Written by tools/make_protocol_types.py from src/kahuna/server. Do not edit: change the messages
// there and run it again.

/** Do an action in answer to the version that was seen. */
export interface Act {
  type: "act";
  key: string;
  version: number;
  action: string;
}

export type ActionKind = "build" | "remove" | "replace" | "bury" | "take" | "draw" | "decline" | "handicap";

/** Accept or decline the other player's offer. */
export interface AnswerDraw {
  type: "answer_draw";
  accept: boolean;
}

/** What a block is. */
export type BlockKind = "text" | "remark" | "list" | "steps" | "table";

/** Text and remarks have spans, lists have items, tables have rows. */
export interface BlockOut {
  kind: BlockKind;
  spans: SpanOut[];
  items: ItemOut[];
  /** The first is the head. */
  rows: SpanOut[][][];
}

/** Something in sight that the viewer, being to move, may not do now. */
export interface BlockedAction {
  action: string;
  kind: ActionKind;
  cards: Letter[];
  reason: Reason;
  /** Of RULES.md. */
  paragraph: string | null;
}

/** A bot to play against. */
export interface BotOut {
  key: string;
  name: string;
  /** How it plays, in words. */
  about: string;
  /** Its place on the ladder of opponents; the weakest is on 1. */
  level: number;
}

/** A finished game is played on from one of its positions, against a bot. */
export interface BranchGame {
  /** How many plies of the finished game the new one begins with. */
  ply: number;
  /** Where the one who asks sits. */
  seat: SeatName;
  bot: string;
  name?: string;
}

/** A seat put a bridge on a line. */
export interface BridgeBuiltOut {
  type: "bridge_built";
  seat: SeatName;
  line: LineName;
  cause: BuildCause;
}

/** A seat's bridge went back to it. */
export interface BridgeRemovedOut {
  type: "bridge_removed";
  seat: SeatName;
  line: LineName;
  cause: RemovalCause;
}

/** What put a bridge on the board. */
export type BuildCause = "card" | "removal" | "handicap";

/** A card was discarded face down; `card` is null for those who did not see it. */
export interface CardBuriedOut {
  type: "card_buried";
  seat: SeatName;
  card: Letter | null;
  was_shown: boolean;
}

/** A card was drawn from the pile; `card` is null for those who did not see it. */
export interface CardDrawnOut {
  type: "card_drawn";
  seat: SeatName;
  card: Letter | null;
}

/** One card for a bridge, or two for a removal. */
export interface CardsPlayedOut {
  type: "cards_played";
  seat: SeatName;
  cards: Letter[];
}

/** What there is to choose from. */
export interface Catalogue {
  app_version: string;
  editions: EditionOut[];
  /** The rules where nothing else is wanted. */
  usual: RulesetOut;
  choices: ChoicesOut;
  bots: BotOut[];
  islands: IslandOut[];
}

/** The game has changed: the log is its first `keep` entries as before, then `news`. */
export interface Changed {
  type: "changed";
  state: GameOut;
  keep: number;
  news: GameEvent[];
  /** The key of the request that this answers; only the connection that asked gets it. */
  key: string | null;
}

/** A chapter of the rules. */
export interface ChapterOut {
  /** Its number, or a word for chapters that are no rules. */
  key: string;
  title: string;
  paragraphs: ParagraphOut[];
}

/** What custom rules can choose from; handicaps are also for the editions that offer them. */
export interface ChoicesOut {
  least_supply: number;
  most_supply: number;
  discards: Discard[];
  final_scorings: FinalScoring[];
  variants: VariantKey[];
  handicaps: number[];
}

export type ClientMessage = Hello | Act | Undo | Preview | Look | Resign | OfferDraw | AnswerDraw | Rematch | Ping;

/** So many seconds for every turn, or for all turns of a seat. */
export interface ClockIn {
  kind: "turn" | "game";
  seconds: number;
}

/** The clock that was agreed on: so many seconds for every turn, or for all turns of a seat. */
export interface ClockOut {
  kind: "turn" | "game";
  seconds: number;
}

/** A seat gained an island. */
export interface ControlGainedOut {
  type: "control_gained";
  seat: SeatName;
  island: Letter;
}

/** A seat lost an island. */
export interface ControlLostOut {
  type: "control_lost";
  seat: SeatName;
  island: Letter;
}

/** When a card may be put face down under the discards. [R7.2, R7.3] */
export type Discard = "free" | "instead";

/** The turn ended without a draw. */
export interface DrawDeclinedOut {
  type: "draw_declined";
  seat: SeatName;
}

/** A rulebook as a preset: the options that it fixes, and the variants that it offers. */
export interface EditionOut {
  key: string;
  title: string;
  who_starts: string;
  bridges: number;
  stones: number;
  discard: Discard;
  final_scoring: FinalScoring;
  offers: OfferKey[];
}

export type Fault = "invalid" | "not_found" | "unknown_token" | "conflict" | "too_large" | "too_many" | "unavailable";

/** Why a request was not answered. */
export interface FaultOut {
  code: Fault;
  /** In English, for people. */
  problems: string[];
  /** For a record that is refused. */
  flaw: FlawOut | null;
}

/** How the third scoring is written down. [R10.3] */
export type FinalScoring = "difference" | "own_stones";

/** What is wrong with a record, roughly: for those who say it in another language. */
export type Flaw = "no_json" | "no_record" | "unknown_version" | "content" | "one_sided" | "ply" | "outcome";

/** What is wrong with a record, and where. */
export interface FlawOut {
  kind: Flaw;
  /** Of the text that was sent, if it is known. */
  line: number | null;
  /** For `ply`: which one. */
  ply: number | null;
}

/** The board at one moment. */
export interface FrameOut {
  white: SideOut;
  black: SideOut;
  /** The line on which something was just done. */
  line: LineName | null;
}

/** The game is over. */
export interface GameEndedOut {
  type: "game_ended";
  outcome: OutcomeOut;
}

export type GameEvent = GameStartedOut | TurnStartedOut | PlyOut | CardsPlayedOut | BridgeBuiltOut | BridgeRemovedOut | ControlGainedOut | ControlLostOut | CardBuriedOut | OpenCardTakenOut | OpenCardTurnedOut | CardDrawnOut | DrawDeclinedOut | RoundScoredOut | PileRenewedOut | GameEndedOut;

/** What everybody may know of a game without watching it. */
export interface GameFacts {
  game: string;
  mode: Mode;
  /** In UTC, ISO 8601. */
  created_at: string;
  ruleset: RulesetOut;
  clock: ClockOut | null;
  allows_knowledge: boolean;
  players: PlayersOut;
  can_join: boolean;
  round: number;
  turn: number;
  to_move: SeatName | null;
  outcome: OutcomeOut | null;
  rematch: string | null;
}

/** A game as one viewer sees it now. */
export interface GameOut {
  game: string;
  mode: Mode;
  /** Grows with every change that the viewer can see; an action names the one it answers. */
  version: number;
  /** From whose eyes this is; with both seats held, those of the seat to move. */
  viewer: ViewerName;
  /** The seats that this connection may play. */
  holds: SeatName[];
  ruleset: RulesetOut;
  clock: ClockOut | null;
  seats: SeatsOut;
  /** The viewer's own cards; null for a spectator. */
  own: OwnOut | null;
  /** Whether this game lets its players have `knowledge`. */
  allows_knowledge: boolean;
  /** Null for a spectator, and where the game forbids it. */
  knowledge: KnowledgeOut | null;
  open_cards: Letter[];
  pile_size: number;
  /** Cards discarded in sight of all since the pile was renewed. */
  discards: Letter[];
  /** The points of each round that was scored. */
  rounds: Numbers[];
  round: number;
  turn: number;
  phase: PhaseOut;
  to_move: SeatName | null;
  can_undo: boolean;
  legal: LegalAction[];
  blocked: BlockedAction[];
  /** Who has offered a draw that is not answered yet. */
  draw_offer: SeatName | null;
  rematch: RematchOut;
  outcome: OutcomeOut | null;
  /** The whole game with every card, once it is over. */
  record: RecordOut | null;
}

/** The cards were dealt; a viewer sees its own. */
export interface GameStartedOut {
  type: "game_started";
  own_hand: Letter[];
  hand_sizes: Numbers;
  open_cards: Letter[];
  pile_size: number;
}

/** The game was deleted; the connection is closed. */
export interface Gone {
  type: "gone";
}

/** The weaker player places bridges before the first turn. */
export interface HandicapOut {
  kind: "handicap";
  seat: SeatName;
  left: number;
  first: SeatName;
}

/** Whether the server can do its work. */
export interface Health {
  status: "ok" | "unavailable";
  version: string;
}

/** The first message: a seat's token, or none to watch. */
export interface Hello {
  type: "hello";
  token?: string | null;
}

/** A record, to be looked at or, if it is unfinished, to be played on at one device. */
export interface ImportGame {
  /** As an object; or as it was read from a file: JSON, or the form for people. */
  record: Record<string, unknown> | string;
}

/** An island of the board. */
export interface IslandOut {
  letter: Letter;
  name: string;
  lines: LineName[];
  majority: number;
}

/** A point of a list, and the points below it. */
export interface ItemOut {
  spans: SpanOut[];
  below: SpanOut[][];
}

/** Take the free seat of an online game. */
export interface JoinGame {
  invite: string;
  name?: string;
}

/** What a seat can know of the cards: numbers by island, in the order of the letters. */
export interface KnowledgeOut {
  /** In the seat's own hand, cards that lie open in front of it included. */
  hand: number[];
  /** Discarded in sight of all since the pile was renewed. */
  discarded: number[];
  open: number[];
  /** Discarded face down by the seat itself. */
  buried: number[];
  /** Taken openly by the opponent, who may still hold them; they count as unseen too, unless they lie open in front of the opponent. */
  taken: number[];
  /** In the pile, in the opponent's hidden hand or among its face-down discards. */
  unseen: number[];
  /** Cards that the opponent has discarded face down since: any of `taken` may be among them. */
  doubt: number;
}

export type Language = "en" | "de" | "nl" | "it";

/** Something that the viewer may do now. */
export interface LegalAction {
  /** In notation: what to send back. */
  action: string;
  kind: ActionKind;
  line: LineName | null;
  /** The cards that it costs, or the open card that is taken. */
  cards: Letter[];
}

/** Everything that the learner has done in a lesson so far, in order. */
export interface LessonActions {
  actions?: string[];
}

/** A lesson to choose. */
export interface LessonFacts {
  key: string;
  tasks: number;
  /** The chapter or paragraph of RULES.md that it is about. */
  rule: string;
}

/** A lesson after some actions, as the learner sees it. */
export interface LessonOut {
  key: string;
  tasks: number;
  /** The task to be done now, from 0; as many as there are when all are done. */
  task: number;
  /** How many actions had been taken when it was set: a new try begins there. */
  begun: number;
  stage: Stage;
  /** The code of what is to be said to the last action. */
  feedback: string | null;
  /** One way to reach the goal of the task, from where it was set. */
  solution: string[];
  state: GameOut;
  /** Everything since the lesson began; the position before it is that of no actions. */
  log: GameEvent[];
}

/** What an action would do after those that were done. */
export interface LessonQuestion {
  actions?: string[];
  action: string;
}

/** All lessons in their order. */
export interface Lessons {
  lessons: LessonFacts[];
}

export type Letter = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L";

export type LineName = "AB" | "AD" | "AH" | "BC" | "BD" | "BE" | "BF" | "CF" | "CG" | "CK" | "DE" | "DH" | "EF" | "EH" | "EI" | "EJ" | "FG" | "FJ" | "GJ" | "GK" | "HI" | "HL" | "IJ" | "IK" | "IL" | "JK" | "KL";

/** A further token for the same seats. */
export interface Link {
  game: string;
  token: string;
  /** Where to open it; the token is behind `#`, so that no server sees it in an address. */
  path: string;
}

/** A further token for the same seats is wanted, for another device. */
export interface LinkWanted {
  game: string;
  token: string;
}

/** Ask how the board looked after so many entries of one's log. */
export interface Look {
  type: "look";
  at: number;
}

/** The board as it was after so many entries of the log. */
export interface Looked {
  type: "looked";
  at: number;
  white: SideOut;
  black: SideOut;
  open_cards: Letter[];
}

/** How a few words are set. */
export type Mark = "plain" | "strong" | "emphasis" | "code" | "rule";

export type Mode = "bot" | "hotseat" | "online" | "replay";

/** A finished game after so many plies. */
export interface MomentOut {
  number: number;
  ply: string | null;
  /** Who played the ply. */
  seat: SeatName | null;
  events: GameEvent[];
  round: number;
  turn: number;
  to_move: SeatName | null;
  white: OpenSide;
  black: OpenSide;
  open_cards: Letter[];
  pile_size: number;
  discards: Letter[];
  rounds: Numbers[];
}

/** A game in which one of the tokens holds a seat. */
export interface MyGame {
  facts: GameFacts;
  seats: SeatName[];
  is_my_turn: boolean;
}

/** The games of some tokens, the newest first. */
export interface MyGames {
  games: MyGame[];
}

/** The tokens of the games to be listed. */
export interface MyTokens {
  tokens: string[];
}

/** A game to be made. */
export interface NewGame {
  mode: "bot" | "hotseat" | "online";
  ruleset?: RulesetIn;
  /** Where the one who makes the game sits. */
  seat?: SeatChoice;
  first?: SeatChoice;
  name?: string;
  /** The other player's name at the same device. */
  second_name?: string;
  bot?: string | null;
  clock?: ClockIn | null;
  /** Whether the players may be told what they can know of the cards. */
  knowledge?: boolean;
}

/** A number for each seat. */
export interface Numbers {
  white: number;
  black: number;
}

/** Offer a draw to the other player. */
export interface OfferDraw {
  type: "offer_draw";
}

export type OfferKey = "no_trespass" | "open_hands" | "handicap";

/** An open card was taken. */
export interface OpenCardTakenOut {
  type: "open_card_taken";
  seat: SeatName;
  card: Letter;
}

/** A card of the pile was turned over and now lies open. */
export interface OpenCardTurnedOut {
  type: "open_card_turned";
  card: Letter;
}

/** Everything of a seat, in a game that is over. */
export interface OpenSide {
  bridges: LineName[];
  control: Letter[];
  stones: number;
  hand: Letter[];
  shown: Letter[];
  buried: Letter[];
}

/** How a game ended. */
export interface OutcomeOut {
  winner: SeatName | null;
  termination: Termination;
  /** The points of each scoring that took place. */
  scores: Numbers[];
  /** Their sums. */
  points: Numbers;
}

/** The game has ended. */
export interface OverOut {
  kind: "over";
}

/** What a seat sees of its own cards. */
export interface OwnOut {
  /** Hidden cards; the shown ones of variant 2 are with the seat. */
  hand: Letter[];
  buried: Letter[];
}

/** A rule with its remarks; what comes before the first has no number. */
export interface ParagraphOut {
  number: string | null;
  blocks: BlockOut[];
  scene: SceneOut | null;
}

export type PhaseOut = TurnOut | HandicapOut | OverOut;

/** All discards were shuffled into a new pile. */
export interface PileRenewedOut {
  type: "pile_renewed";
  pile_size: number;
}

/** Answered by pong. */
export interface Ping {
  type: "ping";
}

/** Who sits at a seat. */
export interface PlayerOut {
  name: string;
  kind: "human" | "bot";
  bot: string | null;
  joined: boolean;
}

/** Who sits where. */
export interface PlayersOut {
  white: PlayerOut;
  black: PlayerOut;
}

/** What follows, up to the next ply or turn, came of this one action. */
export interface PlyOut {
  type: "ply";
  seat: SeatName;
  /** In notation, such as `+AB/A` or `<H=K`; unknown cards are left out or `?`. */
  ply: string;
}

/** The answer to ping. */
export interface Pong {
  type: "pong";
}

/** Who is connected. */
export interface Presence {
  type: "presence";
  white: boolean;
  black: boolean;
  spectators: number;
}

/** Ask what an action would do, or why it is not allowed. */
export interface Preview {
  type: "preview";
  action: string;
}

/** What an action would do, in order. */
export interface Previewed {
  type: "previewed";
  action: string;
  events: GameEvent[];
}

/** Why an action is illegal now, with the paragraph of RULES.md that says so, if one does. */
export type Reason = "game_over" | "chance_pending" | "not_your_turn" | "unknown_line" | "unknown_island" | "handicap_first" | "handicap_over" | "card_not_at_line" | "card_not_held" | "line_taken" | "no_bridge_left" | "trespass" | "no_opposing_bridge" | "nothing_cleared" | "already_played" | "already_buried" | "not_open" | "pile_empty" | "hand_full" | "must_draw" | "last_turn";

/** A record: see docs/record-format.md. */
export interface RecordOut {
  format: "kahuna-record";
  version: number;
  ruleset: Record<string, string | number | boolean | null>;
  seats: RecordSeat[];
  first: number;
  deal: Record<string, string | string[]>;
  plies: string[];
  outcome: Record<string, string | number | number[][] | null> | null;
  /** Checks of the position after some plies. */
  hashes?: Record<string, string>;
}

/** A player in a record. */
export interface RecordSeat {
  name: string;
}

/** Why the server does not do what it was asked. */
export type Refusal = "bad_message" | "hello_first" | "unknown_game" | "unknown_token" | "not_a_player" | "not_your_turn" | "stale_version" | "key_reused" | "illegal_action" | "nothing_to_undo" | "too_many_steps" | "game_over" | "not_over" | "no_offer" | "already_offered" | "no_opponent" | "too_fast" | "unavailable";

/** What was asked is not done, and nothing has changed. */
export interface Refused {
  type: "refused";
  code: Refusal;
  /** The type of the message that is refused, if it had one. */
  about: string | null;
  key: string | null;
  action: string | null;
  /** For `illegal_action`: which rule. */
  reason: Reason | null;
  /** Of RULES.md. */
  paragraph: string | null;
}

/** Ask for another game with seats swapped; it begins when both players have asked. */
export interface Rematch {
  type: "rematch";
}

/** Who wants another game, and which one it became. */
export interface RematchOut {
  wanted_by: SeatName[];
  game: string | null;
}

/** What took a bridge off the board. */
export type RemovalCause = "cards" | "control";

/** A finished game, position by position, both hands open. */
export interface ReplayOut {
  facts: GameFacts;
  moments: MomentOut[];
}

/** Give up. */
export interface Resign {
  type: "resign";
}

/** A round was scored. */
export interface RoundScoredOut {
  type: "round_scored";
  round: number;
  stones: Numbers;
  points: Numbers;
}

/** The rules to read. */
export interface RulesOut {
  /** The one they are written in: English, if there is no translation. */
  language: Language;
  /** The one they are cut down to. */
  edition: string | null;
  chapters: ChapterOut[];
}

/** An edition with the variants wanted; any options at all with edition `custom`. */
export interface RulesetIn {
  edition?: string;
  bridges?: number | null;
  stones?: number | null;
  discard?: "free" | "instead" | null;
  final_scoring?: "difference" | "own_stones" | null;
  no_trespass?: boolean;
  open_hands?: boolean;
  handicap?: number;
  handicap_seat?: SeatName | null;
}

/** Every option of the rules. */
export interface RulesetOut {
  edition: string;
  bridges: number;
  stones: number;
  discard: Discard;
  final_scoring: FinalScoring;
  no_trespass: boolean;
  open_hands: boolean;
  handicap: number;
  handicap_seat: SeatName | null;
}

/** Pictures of something that is done, one after the other. */
export interface SceneOut {
  key: string;
  frames: FrameOut[];
}

export type SeatChoice = "white" | "black" | "random";

export type SeatName = "white" | "black";

/** What everybody sees of a seat. */
export interface SeatOut {
  name: string;
  kind: "human" | "bot";
  /** Which bot. */
  bot: string | null;
  /** Whether somebody has taken the seat. */
  joined: boolean;
  /** Whether the player is connected now. */
  present: boolean;
  bridges: LineName[];
  /** The islands that the seat controls. */
  control: Letter[];
  /** Stones on the board. */
  stones: number;
  bridges_left: number;
  stones_left: number;
  /** All cards in hand, the shown ones included. */
  hand_size: number;
  /** Variant 2: cards that lie open in front of the player. */
  shown: Letter[];
  buried_size: number;
  /** What is left on the clock at the moment of sending. */
  clock_ms: number | null;
}

/** A seat, or both, and the token that holds it. Keep the token: it is not stored here. */
export interface SeatTaken {
  game: string;
  token: string;
  seats: SeatName[];
  /** For an online game: what the friend needs to join. */
  invite: string | null;
}

/** Both seats. */
export interface SeatsOut {
  white: SeatOut;
  black: SeatOut;
}

export type ServerMessage = Snapshot | Changed | Presence | Previewed | Looked | Refused | Gone | Pong;

/** One seat's pieces on the board. */
export interface SideOut {
  bridges: LineName[];
  control: Letter[];
}

/** The whole game for this viewer; the answer to hello, and whenever the viewer changes. */
export interface Snapshot {
  type: "snapshot";
  state: GameOut;
  log: GameEvent[];
  /** The key of the request that this answers. */
  key: string | null;
}

/** A few words set alike. */
export interface SpanOut {
  text: string;
  mark: Mark;
}

/** How far a lesson has come. */
export type Stage = "playing" | "missed" | "done";

/** How a game ended: by the rules, or by the players of a match. [R10, R11, R17] */
export type Termination = "points" | "third_scoring" | "bridges" | "draw" | "wipeout" | "resignation" | "timeout" | "agreement";

/** What a seat has done in its turn so far, where discards come instead of play. [R7.3] */
export type TurnActivity = "nothing" | "played" | "buried";

/** A seat plays cards, or ends its turn. */
export interface TurnOut {
  kind: "turn";
  seat: SeatName;
  must_draw: boolean;
  /** Counts where discards come instead of play. */
  did: TurnActivity;
  /** Variant 1: the line on which a free bridge may lie now. */
  cleared: LineName | null;
  /** 2 and 1 in the two last turns, else 0. */
  last_turns: number;
}

/** It is now this seat's turn. */
export interface TurnStartedOut {
  type: "turn_started";
  seat: SeatName;
  /** The number of the turn, from 1. */
  turn: number;
  is_last: boolean;
}

/** Take back the last step of the turn in progress. */
export interface Undo {
  type: "undo";
  key: string;
  version: number;
}

export type VariantKey = "no_trespass" | "open_hands";

export type ViewerName = "white" | "black" | "spectator";
