"""English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kahuna import chart
from kahuna.core import Reason, Termination
from kahuna.terminal.words.catalogue import Words

_REASONS: Final[Mapping[Reason, str]] = {
    Reason.GAME_OVER: "The game is over; nothing can be played any more (R10.4, R11.1).",
    Reason.CHANCE_PENDING: "A card is just being turned over; play when it lies there (R8.1).",
    Reason.NOT_YOUR_TURN: "It is not your turn; wait until the other player has drawn (R3.3).",
    Reason.UNKNOWN_LINE: "There is no such line. The lines are {all_lines} (R1.2).",
    Reason.UNKNOWN_ISLAND: "There is no such island. The islands are A to L (R1.2).",
    Reason.HANDICAP_FIRST: (
        "The handicap bridges come first: put one on any free line, as in !AB (R14.1)."
    ),
    Reason.HANDICAP_OVER: (
        "The handicap bridges are placed before the first turn only; now a bridge takes a card, "
        "as in +{line}/{a_letter} (R14.1, R4.1)."
    ),
    Reason.CARD_NOT_AT_LINE: (
        "{card} is no end of {line}; only {a} and {b} cards pay for it (R4.1, R6.1)."
    ),
    Reason.CARD_NOT_HELD: "You do not hold {card}. You hold {hand} (R4.1, R7.1).",
    Reason.LINE_TAKEN: (
        "{bridge} lies on {line} already. Build on a free line; an opposing bridge must be "
        "removed first, with two cards (R4.1, R6.1)."
    ),
    Reason.NO_BRIDGE_LEFT: (
        "All your bridges are on the board. You can build again when one comes back to you (R4.3)."
    ),
    Reason.TRESPASS: (
        "Variant 1: {them} holds {trespassed}, and nobody builds at an island of the other player. "
        "Break that majority first (R12.1, R12.3)."
    ),
    Reason.NO_OPPOSING_BRIDGE: (
        "There is no opposing bridge on {line}. Two cards remove a bridge of {them} and nothing "
        "else: {their_lines} (R6.2)."
    ),
    Reason.NOTHING_CLEARED: (
        "A free bridge goes on a line that you have cleared just before with two cards, and only "
        "in variant 1 (R12.2)."
    ),
    Reason.ALREADY_PLAYED: (
        "You have played a card in this turn, so you cannot discard one face down any more: "
        "in this edition it is one or the other. Type undo to change your mind (R7.3)."
    ),
    Reason.ALREADY_BURIED: (
        "You have discarded face down in this turn, so you can only discard more, and then draw "
        "or decline. Type undo to change your mind (R7.3)."
    ),
    Reason.NOT_OPEN: "{card} is not among the open cards. Open: {open} (R8.1).",
    Reason.PILE_EMPTY: "The pile is empty. Take an open card: {open} (R8.2).",
    Reason.HAND_FULL: (
        "You hold five cards, and that is the limit. Play or discard one before you draw (R8.5)."
    ),
    Reason.MUST_DRAW: (
        "{them} has just declined to draw, so you must draw a card: open {open}, or the pile (R8.4)"
        "."
    ),
    Reason.LAST_TURN: "Nobody draws in the last turns. End yours with a dot, . (R10.2).",
}

_TERMINATIONS: Final[Mapping[Termination, str]] = {
    Termination.POINTS: "by points (R10.4)",
    Termination.THIRD_SCORING: "level on points, by the third scoring (R10.5)",
    Termination.BRIDGES: "level on points, by more bridges on the board (R10.6)",
    Termination.DRAW: "everything is level (R10.7)",
    Termination.WIPEOUT: "because the other side has no bridge left on the board (R11.1)",
    Termination.RESIGNATION: "because the other side resigned (R17.1)",
    Termination.TIMEOUT: "because the other side ran out of time (R17.2)",
    Termination.AGREEMENT: "by agreement (R17.3)",
}

_HELP: Final = """\
Moves, in big letters or small ones:
  AB        a bridge on the line from ALOA to BARI, if only one card can pay for it
  +AB/A     a bridge on AB for the ALOA card          (R4)
  -AB/AB    remove the opposing bridge on AB with ALOA and BARI; also -AB/AA, -AB/BB  (R6)
  =AB       variant 1: the free bridge on the line just cleared  (R12.2)
  xC        discard COCO face down                    (R7)
  <H        take the open card HUNA; ends your turn   (R8.1)
  <*        draw from the pile; ends your turn        (R8.2)
  .         end your turn without a draw              (R8.3)
  !AB       a handicap bridge on AB                   (R14)
  12        number 12 of the list
Words do as well: build AB with A, remove AB, discard C, take H, pile, decline.

Commands:
  moves     all your moves, with numbers (m)
  why MOVE  what a move would do, or why it is not allowed
  undo      take back your last step, until you have drawn (u)
  board     the board; island H says everything about HUNA
  hand, open, score     your cards; the open cards; islands, bridges and points
  log       what has happened so far; log 3 for the last three turns
  save FILE the game into a file; it is saved all the time anyway
  offer     offer a draw; resign gives up
  quit      leave; the game is kept (q)
  rules R8  paragraphs of the rules, here R8
"""

WORDS: Final = Words(
    language="en",
    seats=("White", "Black"),
    own_bridge="Your bridge",
    other_bridge="{name}'s bridge",
    label="{name} ({seat})",
    nothing="none",
    and_=" and ",
    # What happened.
    cards_played=("You play {cards}.", "{who} plays {cards}."),
    built=(
        "You build {line}, from {a} to {b}.",
        "{who} builds {line}, from {a} to {b}.",
    ),
    built_free=(
        "You put a free bridge on {line}, from {a} to {b}.",
        "{who} puts a free bridge on {line}, from {a} to {b}.",
    ),
    built_handicap=(
        "You place a handicap bridge on {line}, from {a} to {b}.",
        "{who} places a handicap bridge on {line}, from {a} to {b}.",
    ),
    removed=("Your bridge {line} is removed.", "{who}'s bridge {line} is removed."),
    swept=("Your bridge {line} is swept away.", "{who}'s bridge {line} is swept away."),
    gained=("You gain {island}!", "{who} gains {island}!"),
    lost=("You lose {island}.", "{who} loses {island}."),
    buried=(
        "You discard {card} face down.",
        "{who} discards {card} face down; it had lain open.",
    ),
    buried_known="{who} discards {card} face down.",
    buried_hidden="{who} discards a card face down.",
    taken=("You take the open card {card}.", "{who} takes the open card {card}."),
    turned="{card} is turned up.",
    drawn=("You draw {card} from the pile.", "{who} draws {card} from the pile."),
    drawn_hidden="{who} draws a card from the pile.",
    declined=("You end your turn without a draw.", "{who} ends the turn without a draw."),
    scored=(
        "Round {round} is scored. Stones: {white} {white_stones}, {black} {black_stones}. {points}"
    ),
    scored_points="{who}: {points}.",
    scored_nobody="Nobody scores.",
    points=("1 point", "{number} points"),
    renewed="All discards are shuffled: the new pile has {number} cards.",
    started="The cards are dealt. Open: {cards}.",
    turn=("Your turn.", "{who}'s turn."),
    last_turn=(
        "Your last turn: nobody draws any more.",
        "{who}'s last turn: nobody draws any more.",
    ),
    ended="The game is over.",
    # The result.
    wins="{who} wins {how}.",
    draw="The game is a draw: {how}.",
    terminations=_TERMINATIONS,
    scoring="Scoring {number}: {white} {white_points}, {black} {black_points}.",
    total="Points in all: {white} {white_points}, {black} {black_points}.",
    final_hand="{who} holds {cards}.",
    # The table.
    title="Round {round} of 3, turn {turn}.",
    last_turns="Last turns: nobody draws any more.",
    handicap="{who} places handicap bridges: {left} to go.",
    score=(
        "{who}: islands {islands}, bridges {bridges} and {left} left, cards {cards}, "
        "buried {buried}, {points}."
    ),
    shown="{who} has lying open: {cards}.",
    islands_of="{who} holds {islands}.",
    hand="Your hand: {cards}.",
    hand_open="Your hand: {cards}; of these lie open: {shown}.",
    open_cards="Open cards: {cards}. Pile: {pile}.",
    discards="Discards: {cards}.",
    log_turn="Turn {number}. ",
    map=chart.ENGLISH,
    # The list of moves.
    list_builds="Build, with {card}: {moves}",
    list_removes="Remove, with two cards: {moves}",
    list_free="Free bridge: {moves}",
    list_buries="Discard face down: {moves}",
    list_draws="End your turn: {moves}",
    list_handicap="Handicap bridge on: {moves}",
    list_key="* changes who holds an island; type why and the move to hear how.",
    by_pile="pile",
    by_decline="no draw",
    with_cards="{line} with {cards}",
    say_build="{number}: build {line}, from {a} to {b}, with {card}.",
    say_remove="{number}: remove the bridge {line}, {a} to {b}, with {cards}.",
    say_replace="{number}: the free bridge on {line}.",
    say_bury="{number}: discard {card} face down.",
    say_take="{number}: take the open card {card}; ends your turn.",
    say_pile="{number}: draw from the pile; ends your turn.",
    say_decline="{number}: end your turn without a draw.",
    say_handicap="{number}: handicap bridge on {line}, {a} to {b}.",
    say_change=" It changes who holds an island.",
    # Answers.
    prompt="{who}> ",
    hint="Type a move such as {move}, a number of the list, or help.",
    hint_plain="Possible moves: {count}. Type a move such as {move}, moves, or help.",
    why_legal="That is allowed:",
    why_turn_ends="That ends your turn.",
    why_pile="You get a card of the pile that nobody else sees (R8.2).",
    why_what="Say which move, as in: why {move}.",
    reasons=_REASONS,
    no_pair=(
        "Removing {line} takes two cards that name its ends: {a} and {b}, twice {a}, or twice {b}. "
        "You hold {hand} (R6.1)."
    ),
    no_payment="Building {line} takes a card of {a} or of {b}. You hold {hand} (R4.1).",
    no_line="There is no line {line}. {name} has the lines {lines} (R1.2).",
    no_island="There is no island {text}. The islands are {names} (R1.2).",
    no_number="There is no move number {number}; the list goes from 1 to {count}.",
    not_a_move=(
        "I do not understand {text}. Type a move such as {move}, moves for a list of all, or help."
    ),
    only_an_island=(
        "{name} alone is no move. Type <{letter} to take the open card, x{letter} to discard it, "
        "a line such as {line} to build, or island {letter} to hear about it."
    ),
    ambiguous="That can be done in more than one way. Type one of: {moves}.",
    two_draws=(
        "Two things are called draw. Type pile to draw a card from the pile, <{letter} to take an "
        "open card, or offer to offer {them} a draw."
    ),
    undone="Taken back.",
    nothing_to_undo=(
        "There is nothing to take back: in this turn you have done nothing yet, and what came "
        "before a drawn card stays."
    ),
    saved="Saved in {path}.",
    save_where="Say where to, as in: save game.json.",
    save_failed=("The game could not be saved in {path}: {problem}. Try save and another file."),
    save_exists="{path} exists already and is not overwritten. Try save and another file.",
    resign_sure="Do you really resign? Type yes: ",
    resign_not="You play on.",
    offer_made="{who} offers a draw. {them}, do you accept? Type yes or no: ",
    offer_refused="{them} plays on.",
    yes=("yes", "y"),
    island_which="Say which island, as in: island H.",
    rules_which="There is no paragraph {text} in the rules. They go from R1 to R18.",
    log_which=(
        "{text} is no number of turns. Type log for everything, or log 3 for the last three turns."
    ),
    help=_HELP,
    # Coming and going.
    welcome="Kahuna. White is {white}, Black is {black}. Rules: {rules}.",
    welcome_hint="Type help at any time; leave with quit: the game is kept.",
    resumed="The game goes on where it was left.",
    hide="Press Enter to hide your cards. ",
    pass_on="Pass the keyboard to {who}. {name}, press Enter when you alone see the screen. ",
    news="What happened since your last turn:",
    goodbye="The game is kept. Go on with:\n  kahuna play --resume {path}",
    goodbye_unsaved="The game could not be kept.",
    record_kept="The game is kept. Look at it again with:\n  kahuna replay {path}",
    bot_thinks="{who} is thinking.",
    bot_failed="{who} cannot go on and loses the game: {problem}",
    # Looking at a recorded game.
    replay_title="{white} (White) and {black} (Black), plies: {plies}. Rules: {rules}.",
    replay_ply="Ply {number} of {count}: {token}",
    replay_start="Start of the game; plies to come: {count}.",
    replay_prompt="Enter: next, b: back, t: next turn, a number: that ply, q: leave > ",
    replay_no_ply=("There is no ply {text}; type a number from 0 to {count}, or Enter, b, t, q."),
    to_move="{who} is to move.",
    unknown_hand="Cards of {who} that are not known: {number}.",
    position="Position: {text}",
    # What may be typed, besides what English has.
    commands={},
    verbs={},
    fillers=frozenset(),
)
