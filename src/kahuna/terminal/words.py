"""Everything that the terminal game says, in one place, so that it can be translated.

A pair of sentences is one for the reader ("you") and one for somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from kahuna.core import Reason, Termination

Person: TypeAlias = tuple[str, str]
"""A sentence about the reader, and the same about somebody else."""

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
        "{owner} bridge lies on {line} already. Build on a free line; an opposing bridge must be "
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

HELP: Final = """\
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


@dataclass(frozen=True, slots=True)
class Words:
    """The catalogue of one language."""

    seats: tuple[str, str] = ("White", "Black")
    you: str = "you"
    your: str = "Your"
    possessive: str = "{name}'s"
    label: str = "{name} ({seat})"
    nothing: str = "none"
    and_: str = " and "

    # What happened.
    cards_played: Person = ("You play {cards}.", "{who} plays {cards}.")
    built: Person = (
        "You build {line}, from {a} to {b}.",
        "{who} builds {line}, from {a} to {b}.",
    )
    built_free: Person = (
        "You put a free bridge on {line}, from {a} to {b}.",
        "{who} puts a free bridge on {line}, from {a} to {b}.",
    )
    built_handicap: Person = (
        "You place a handicap bridge on {line}, from {a} to {b}.",
        "{who} places a handicap bridge on {line}, from {a} to {b}.",
    )
    removed: Person = ("Your bridge {line} is removed.", "{who}'s bridge {line} is removed.")
    swept: Person = ("Your bridge {line} is swept away.", "{who}'s bridge {line} is swept away.")
    gained: Person = ("You gain {island}!", "{who} gains {island}!")
    lost: Person = ("You lose {island}.", "{who} loses {island}.")
    buried: Person = (
        "You discard {card} face down.",
        "{who} discards {card} face down; it had lain open.",
    )
    buried_known: str = "{who} discards {card} face down."
    buried_hidden: str = "{who} discards a card face down."
    taken: Person = ("You take the open card {card}.", "{who} takes the open card {card}.")
    turned: str = "{card} is turned up."
    drawn: Person = ("You draw {card} from the pile.", "{who} draws {card} from the pile.")
    drawn_hidden: str = "{who} draws a card from the pile."
    declined: Person = ("You end your turn without a draw.", "{who} ends the turn without a draw.")
    scored: str = (
        "Round {round} is scored. Stones: {white} {white_stones}, {black} {black_stones}. {points}"
    )
    scored_points: str = "{who}: {points}."
    scored_nobody: str = "Nobody scores."
    one_point: str = "1 point"
    many_points: str = "{number} points"
    renewed: str = "All discards are shuffled: the new pile has {number} cards."
    started: str = "The cards are dealt. Open: {cards}."
    turn: Person = ("Your turn.", "{who}'s turn.")
    last_turn: Person = (
        "Your last turn: nobody draws any more.",
        "{who}'s last turn: nobody draws any more.",
    )
    ended: str = "The game is over."

    # The result.
    wins: str = "{who} wins {how}."
    draw: str = "The game is a draw: {how}."
    terminations: Mapping[Termination, str] = field(default_factory=lambda: _TERMINATIONS)
    scoring: str = "Scoring {number}: {white} {white_points}, {black} {black_points}."
    total: str = "Points in all: {white} {white_points}, {black} {black_points}."
    final_hand: str = "{who} holds {cards}."

    # The table.
    title: str = "Round {round} of 3, turn {turn}."
    last_turns: str = "Last turns: nobody draws any more."
    handicap: str = "{who} places handicap bridges: {left} to go."
    score: str = (
        "{who}: islands {islands}, bridges {bridges} and {left} left, cards {cards}, "
        "buried {buried}, {points}."
    )
    shown: str = "{who} has lying open: {cards}."
    islands_of: str = "{who} holds {islands}."
    hand: str = "Your hand: {cards}."
    hand_open: str = "Your hand: {cards}; of these lie open: {shown}."
    open_cards: str = "Open cards: {cards}. Pile: {pile}."
    discards: str = "Discards: {cards}."
    log_turn: str = "Turn {number}. "

    # The list of moves.
    list_builds: str = "Build, with {card}: {moves}"
    list_removes: str = "Remove, with two cards: {moves}"
    list_free: str = "Free bridge: {moves}"
    list_buries: str = "Discard face down: {moves}"
    list_draws: str = "End your turn: {moves}"
    list_handicap: str = "Handicap bridge on: {moves}"
    list_key: str = "* changes who holds an island; type why and the move to hear how."
    by_pile: str = "pile"
    by_decline: str = "no draw"
    with_cards: str = "{line} with {cards}"
    say_build: str = "{number}: build {line}, from {a} to {b}, with {card}."
    say_remove: str = "{number}: remove the bridge {line}, {a} to {b}, with {cards}."
    say_replace: str = "{number}: the free bridge on {line}."
    say_bury: str = "{number}: discard {card} face down."
    say_take: str = "{number}: take the open card {card}; ends your turn."
    say_pile: str = "{number}: draw from the pile; ends your turn."
    say_decline: str = "{number}: end your turn without a draw."
    say_handicap: str = "{number}: handicap bridge on {line}, {a} to {b}."
    say_change: str = " It changes who holds an island."

    # Answers.
    prompt: str = "{who}> "
    hint: str = "Type a move such as {move}, a number of the list, or help."
    hint_plain: str = "{count} moves are possible. Type a move such as {move}, moves, or help."
    why_legal: str = "That is allowed:"
    why_turn_ends: str = "That ends your turn."
    why_pile: str = "You get a card of the pile that nobody else sees (R8.2)."
    why_what: str = "Say which move, as in: why {move}."
    reasons: Mapping[Reason, str] = field(default_factory=lambda: _REASONS)
    no_pair: str = (
        "Removing {line} takes two cards that name its ends: {a} and {b}, twice {a}, or twice {b}. "
        "You hold {hand} (R6.1)."
    )
    no_payment: str = "Building {line} takes a card of {a} or of {b}. You hold {hand} (R4.1)."
    no_line: str = "There is no line {line}. {name} has the lines {lines} (R1.2)."
    no_island: str = "There is no island {text}. The islands are {names} (R1.2)."
    no_number: str = "There is no move number {number}; the list goes from 1 to {count}."
    not_a_move: str = (
        "I do not understand {text}. Type a move such as {move}, moves for a list of all, or help."
    )
    only_an_island: str = (
        "{name} alone is no move. Type <{letter} to take the open card, x{letter} to discard it, "
        "a line such as {line} to build, or island {letter} to hear about it."
    )
    ambiguous: str = "That can be done in more than one way. Type one of: {moves}."
    two_draws: str = (
        "Two things are called draw. Type pile to draw a card from the pile, <{letter} to take an "
        "open card, or offer to offer {them} a draw."
    )
    undone: str = "Taken back."
    nothing_to_undo: str = (
        "There is nothing to take back: in this turn you have done nothing yet, and what came "
        "before a drawn card stays."
    )
    saved: str = "Saved in {path}."
    save_where: str = "Say where to, as in: save game.json."
    save_failed: str = (
        "The game could not be saved in {path}: {problem}. Try save and another file."
    )
    resign_sure: str = "Do you really resign? Type yes: "
    resign_not: str = "You play on."
    offer_made: str = "{who} offers a draw. {them}, do you accept? Type yes or no: "
    offer_refused: str = "{them} plays on."
    yes: tuple[str, ...] = ("yes", "y")
    island_which: str = "Say which island, as in: island H."
    rules_which: str = "There is no paragraph {text} in the rules. They go from R1 to R18."
    help: str = HELP

    # Coming and going.
    welcome: str = "Kahuna. White is {white}, Black is {black}. Rules: {rules}."
    welcome_hint: str = "Type help at any time; leave with quit: the game is kept."
    resumed: str = "The game goes on where it was left."
    hide: str = "Press Enter to hide your cards. "
    pass_on: str = "Pass the keyboard to {who}. {name}, press Enter when you alone see the screen. "
    news: str = "What happened since your last turn:"
    goodbye: str = "The game is kept. Go on with:\n  kahuna play --resume {path}"
    goodbye_unsaved: str = "The game could not be kept."
    record_kept: str = "The game is kept. Look at it again with:\n  kahuna replay {path}"
    bot_thinks: str = "{who} is thinking."

    # Looking at a recorded game.
    replay_title: str = "{white} (White) and {black} (Black), {plies} plies. Rules: {rules}."
    replay_ply: str = "Ply {number} of {count}: {token}"
    replay_start: str = "Start of the game, {count} plies to come."
    replay_prompt: str = "Enter: next, b: back, t: next turn, a number: that ply, q: leave > "
    replay_no_ply: str = (
        "There is no ply {text}; type a number from 0 to {count}, or Enter, b, t, q."
    )
    to_move: str = "{who} is to move."
    unknown_hand: str = "{who} holds {number} cards that are not known."
    position: str = "Position: {text}"


ENGLISH: Final = Words()
