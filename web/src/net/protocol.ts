// Written by tools/make_protocol_types.py from src/kahuna/server. Do not edit: change the messages
// there and run it again.

/** Take an action in answer to the version that was seen. */
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

/** The kind of a block. */
export type BlockKind = "text" | "remark" | "list" | "steps" | "table";

/** A block: text and remarks have spans, lists have items, tables have rows. */
export interface BlockOut {
  kind: BlockKind;
  spans: SpanOut[];
  items: ItemOut[];
  /** The first row is the header. */
  rows: SpanOut[][][];
}

/** A draw or discard that is not legal now. */
export interface BlockedAction {
  action: string;
  kind: ActionKind;
  cards: Letter[];
  reason: Reason;
  /** The paragraph of RULES.md. */
  paragraph: string | null;
}

/** A bot to play against. */
export interface BotOut {
  key: string;
  name: string;
  /** A description in English. */
  about: string;
  /** Its rank among the opponents; 1 is the weakest. */
  level: number;
}

/** A request to continue a finished game from one of its positions, against a bot. */
export interface BranchGame {
  /** The number of plies to keep. */
  ply: number;
  /** The seat of whoever asks. */
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

/** A seat's bridge was taken off the board. */
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

/** A seat played one card for a bridge, or two for a removal. */
export interface CardsPlayedOut {
  type: "cards_played";
  seat: SeatName;
  cards: Letter[];
}

/** Everything that a new game can choose from. */
export interface Catalogue {
  app_version: string;
  editions: EditionOut[];
  /** The default rules. */
  usual: RulesetOut;
  choices: ChoicesOut;
  bots: BotOut[];
  islands: IslandOut[];
}

/** The game has changed. Keep the first `keep` entries of the log and append `news`. */
export interface Changed {
  type: "changed";
  state: GameOut;
  keep: number;
  news: GameEvent[];
  /** The key of the request that this answers; only the connection that asked receives it. */
  key: string | null;
}

/** A chapter of the rules. */
export interface ChapterOut {
  /** Its number, or a word for a chapter without rules. */
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

/** A time control: seconds for each turn, or for all turns of a seat together. */
export interface ClockIn {
  kind: "turn" | "game";
  seconds: number;
}

/** The time control: seconds for each turn, or for all turns of a seat together. */
export interface ClockOut {
  kind: "turn" | "game";
  seconds: number;
}

/** A seat gained control of an island. */
export interface ControlGainedOut {
  type: "control_gained";
  seat: SeatName;
  island: Letter;
}

/** A seat lost control of an island. */
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

/** Why a request failed. */
export interface FaultOut {
  code: Fault;
  /** In English, for people. */
  problems: string[];
  /** What is wrong with an imported record. */
  flaw: FlawOut | null;
}

/** How the third scoring is written down. [R10.3] */
export type FinalScoring = "difference" | "own_stones";

/** The kind of an error, for interfaces that translate it. */
export type Flaw = "no_json" | "no_record" | "unknown_version" | "content" | "one_sided" | "ply" | "outcome";

/** What is wrong with a record, and where. */
export interface FlawOut {
  kind: Flaw;
  /** The line of the text, if known. */
  line: number | null;
  /** The number of the ply, if `kind` is `ply`. */
  ply: number | null;
}

/** One frame of an illustration. */
export interface FrameOut {
  white: SideOut;
  black: SideOut;
  /** The line of the latest action. */
  line: LineName | null;
}

/** The game is over. */
export interface GameEndedOut {
  type: "game_ended";
  outcome: OutcomeOut;
}

export type GameEvent = GameStartedOut | TurnStartedOut | PlyOut | CardsPlayedOut | BridgeBuiltOut | BridgeRemovedOut | ControlGainedOut | ControlLostOut | CardBuriedOut | OpenCardTakenOut | OpenCardTurnedOut | CardDrawnOut | DrawDeclinedOut | RoundScoredOut | PileRenewedOut | GameEndedOut;

/** What everybody may know of a game. */
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
  /** Whose view this is; with both seats held, that of the seat to move. */
  viewer: ViewerName;
  /** The seats that this connection may play. */
  holds: SeatName[];
  ruleset: RulesetOut;
  clock: ClockOut | null;
  seats: SeatsOut;
  /** The viewer's own cards; null for a spectator. */
  own: OwnOut | null;
  /** Whether this game offers `knowledge` to its players. */
  allows_knowledge: boolean;
  /** Null for a spectator, and in a game that does not offer it. */
  knowledge: KnowledgeOut | null;
  open_cards: Letter[];
  pile_size: number;
  /** Cards discarded face up since the pile was renewed. */
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
  /** The seat whose draw offer is still open. */
  draw_offer: SeatName | null;
  rematch: RematchOut;
  outcome: OutcomeOut | null;
  /** The complete game with every card, once it is over. */
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

/** Whether the server works. */
export interface Health {
  status: "ok" | "unavailable";
  version: string;
}

/** Open the session with a seat's token, or watch without one. */
export interface Hello {
  type: "hello";
  token?: string | null;
}

/** A request to import a record: for replay, or to continue an unfinished one at one device. */
export interface ImportGame {
  /** A JSON object, or the text of a file in either form. */
  record: Record<string, unknown> | string;
}

/** An island of the board. */
export interface IslandOut {
  letter: Letter;
  name: string;
  lines: LineName[];
  majority: number;
}

/** An item of a list with its sub-items. */
export interface ItemOut {
  spans: SpanOut[];
  below: SpanOut[][];
}

/** A request to take the free seat of an online game. */
export interface JoinGame {
  invite: string;
  name?: string;
}

/** What a seat can know of the cards: a count for each island, in the order of the letters. */
export interface KnowledgeOut {
  /** In the seat's own hand, including cards that lie open in front of it. */
  hand: number[];
  /** Discarded face up since the pile was renewed. */
  discarded: number[];
  open: number[];
  /** Discarded face down by the seat itself. */
  buried: number[];
  /** Taken face up by the opponent, who may still hold them. They count as unseen as well, unless they lie open in front of the opponent. */
  taken: number[];
  /** In the pile, in the opponent's hidden hand or among its face-down discards. */
  unseen: number[];
  /** Cards that the opponent has discarded face down since; any of `taken` may be among them. */
  doubt: number;
}

export type Language = "en" | "de" | "nl" | "it";

/** An action that the viewer may take now. */
export interface LegalAction {
  /** In notation, as the client sends it back. */
  action: string;
  kind: ActionKind;
  line: LineName | null;
  /** The cards it costs, or the open card it takes. */
  cards: Letter[];
}

/** All actions of the learner so far, in order. */
export interface LessonActions {
  actions?: string[];
}

/** A lesson in the list. */
export interface LessonFacts {
  key: string;
  tasks: number;
  /** The chapter or paragraph of RULES.md that it teaches. */
  rule: string;
}

/** A lesson after some actions, as the learner sees it. */
export interface LessonOut {
  key: string;
  tasks: number;
  /** The current task, counted from 0; equal to `tasks` when all are done. */
  task: number;
  /** How many actions came before the current task; a new attempt begins there. */
  begun: number;
  stage: Stage;
  /** The code of the feedback on the last action. */
  feedback: string | null;
  /** One way to solve the current task from its start. */
  solution: string[];
  state: GameOut;
  /** Everything since the lesson began. */
  log: GameEvent[];
}

/** A question what an action would do after the others. */
export interface LessonQuestion {
  actions?: string[];
  action: string;
}

/** All lessons in order. */
export interface Lessons {
  lessons: LessonFacts[];
}

export type Letter = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L";

export type LineName = "AB" | "AD" | "AH" | "BC" | "BD" | "BE" | "BF" | "CF" | "CG" | "CK" | "DE" | "DH" | "EF" | "EH" | "EI" | "EJ" | "FG" | "FJ" | "GJ" | "GK" | "HI" | "HL" | "IJ" | "IK" | "IL" | "JK" | "KL";

/** A further token for the same seats. */
export interface Link {
  game: string;
  token: string;
  /** Path of the page; the token follows `#`, so that browsers do not send it. */
  path: string;
}

/** A request for a further token for the same seats, for another device. */
export interface LinkWanted {
  game: string;
  token: string;
}

/** Ask for the board after a number of entries of your log. */
export interface Look {
  type: "look";
  at: number;
}

/** The board after a number of entries of the log. */
export interface Looked {
  type: "looked";
  at: number;
  white: SideOut;
  black: SideOut;
  open_cards: Letter[];
}

/** The formatting of a span. */
export type Mark = "plain" | "strong" | "emphasis" | "code" | "rule";

export type Mode = "bot" | "hotseat" | "online" | "replay";

/** A finished game after a number of plies. */
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

/** A request to list the games of these tokens. */
export interface MyTokens {
  tokens: string[];
}

/** A request to create a game. */
export interface NewGame {
  mode: "bot" | "hotseat" | "online";
  ruleset?: RulesetIn;
  /** The seat of whoever creates the game. */
  seat?: SeatChoice;
  first?: SeatChoice;
  name?: string;
  /** The other player's name, for a game at one device. */
  second_name?: string;
  bot?: string | null;
  clock?: ClockIn | null;
  /** Whether players are shown what they can know of the cards. */
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

/** A card from the pile was turned face up. */
export interface OpenCardTurnedOut {
  type: "open_card_turned";
  card: Letter;
}

/** Everything that a seat has, in a finished game. */
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
  /** The sum over all scorings. */
  points: Numbers;
}

/** The game has ended. */
export interface OverOut {
  kind: "over";
}

/** What a seat sees of its own cards. */
export interface OwnOut {
  /** Hidden cards; the open cards of variant 2 are listed with the seat. */
  hand: Letter[];
  buried: Letter[];
}

/** A numbered rule with its remarks; introductory text has no number. */
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

/** Ask for a pong. */
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

/** Both players. */
export interface PlayersOut {
  white: PlayerOut;
  black: PlayerOut;
}

/** One action: the events up to the next ply or turn are its effects. */
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

/** Ask what an action would do, or why it is not legal. */
export interface Preview {
  type: "preview";
  action: string;
}

/** What an action would do. */
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
  /** Hashes of the position after some plies. */
  hashes?: Record<string, string>;
}

/** A player in a record. */
export interface RecordSeat {
  name: string;
}

/** Why the server refuses a request. */
export type Refusal = "bad_message" | "hello_first" | "unknown_game" | "unknown_token" | "not_a_player" | "not_your_turn" | "stale_version" | "key_reused" | "illegal_action" | "nothing_to_undo" | "too_many_steps" | "game_over" | "not_over" | "no_offer" | "already_offered" | "no_opponent" | "too_fast" | "unavailable";

/** A request was refused, and nothing has changed. */
export interface Refused {
  type: "refused";
  code: Refusal;
  /** The type of the refused message, if it had one. */
  about: string | null;
  key: string | null;
  action: string | null;
  /** For `illegal_action`: the rule that forbids it. */
  reason: Reason | null;
  /** The paragraph of RULES.md. */
  paragraph: string | null;
}

/** Ask for another game with seats swapped; it begins when both players have asked. */
export interface Rematch {
  type: "rematch";
}

/** Who wants another game, and its id once it exists. */
export interface RematchOut {
  wanted_by: SeatName[];
  game: string | null;
}

/** What took a bridge off the board. */
export type RemovalCause = "cards" | "control";

/** A finished game, position by position, with both hands. */
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

/** The rules, complete or for one edition. */
export interface RulesOut {
  /** The language of the text: English if there is no translation. */
  language: Language;
  /** The edition to which the text is limited. */
  edition: string | null;
  chapters: ChapterOut[];
}

/** An edition with variants; edition `custom` allows any combination of options. */
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

/** An illustration in several frames. */
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
  /** The key of the bot. */
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
  /** Time left when the message was sent, in milliseconds. */
  clock_ms: number | null;
}

/** Your seats, and the token that holds them. Keep it: the server stores only its hash. */
export interface SeatTaken {
  game: string;
  token: string;
  seats: SeatName[];
  /** For an online game: the invitation for the other player. */
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

/** The whole game: the answer to hello, and sent whenever the viewer changes. */
export interface Snapshot {
  type: "snapshot";
  state: GameOut;
  log: GameEvent[];
  /** The key of the request that this answers. */
  key: string | null;
}

/** A piece of text in one style. */
export interface SpanOut {
  text: string;
  mark: Mark;
}

/** The stage of a lesson. */
export type Stage = "playing" | "missed" | "done";

/** How a game ended: by the rules, or by the players of a match. [R10, R11, R17] */
export type Termination = "points" | "third_scoring" | "bridges" | "draw" | "wipeout" | "resignation" | "timeout" | "agreement";

/** What a seat has done in its turn so far; decides whether it may still discard. [R7.3] */
export type TurnActivity = "nothing" | "played" | "buried";

/** A seat plays cards, or ends its turn. */
export interface TurnOut {
  kind: "turn";
  seat: SeatName;
  must_draw: boolean;
  /** Matters where discarding replaces playing. */
  did: TurnActivity;
  /** Variant 1: the line on which a free bridge may be built now. */
  cleared: LineName | null;
  /** 2 and 1 in the last two turns, otherwise 0. */
  last_turns: number;
}

/** It is now this seat's turn. */
export interface TurnStartedOut {
  type: "turn_started";
  seat: SeatName;
  /** The number of the turn, counted from 1. */
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
