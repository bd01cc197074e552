"""Positions and moves in letters: lines are "AB AD", cards are "AAC"."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from kahuna.core import (
    ARCHIPELAGO,
    EDITIONS,
    Action,
    Build,
    Bury,
    Deal,
    IllegalActionError,
    Island,
    Over,
    PlaceHandicap,
    Reason,
    Remove,
    Ruleset,
    Seat,
    Setup,
    Step,
    TakeOpen,
    apply,
    cards_of,
    expand,
    is_chance,
    legal_actions,
    mover,
    resolve,
    start,
    state_of,
    view_of,
    why_illegal,
)
from kahuna.core.events import (
    BridgeBuilt,
    BridgeRemoved,
    BuildCause,
    CardsPlayed,
    ControlGained,
    ControlLost,
    RemovalCause,
)
from kahuna.core.state import turn_of

WHITE, BLACK = Seat.WHITE, Seat.BLACK
BOARD = ARCHIPELAGO
LETTERS = "ABCDEFGHIJKL"
RULES = (Path(__file__).parents[2] / "RULES.md").read_text(encoding="utf-8")

BASE = Ruleset()
INSTEAD = EDITIONS["rio-grande-1998"].ruleset()
NO_TRESPASS = Ruleset(no_trespass=True)
OPEN_HANDS = Ruleset(open_hands=True)
ALL_EDITIONS = [edition.ruleset() for edition in EDITIONS.values()]


# Names.


def island(letter):
    return Island(LETTERS.index(letter))


def islands(letters):
    return tuple(island(letter) for letter in letters)


def cards(letters):
    return cards_of(islands(letters))


def letters_of(multiset):
    return "".join(LETTERS[card] for card in expand(multiset))


def line(name):
    return BOARD.line_of[island(name[0]), island(name[1])]


def lines(names):
    return sum(1 << line(name) for name in names.split())


def names_of(mask):
    """The names of a set of lines."""
    ends = [ends for number, ends in enumerate(BOARD.ends) if mask >> number & 1]
    return " ".join(LETTERS[a] + LETTERS[b] for a, b in ends)


def lines_at(letter, num=None):
    """The names of the first so many lines at an island."""
    return " ".join(names_of(BOARD.lines_at[island(letter)]).split()[:num])


# Positions.


def position(
    white="",
    black="",
    *,
    hands=("", ""),
    open_cards=None,
    pile=None,
    shown=("", ""),
    buried=("", ""),
    number=1,
    points=None,
    to_move=WHITE,
    must_draw=False,
    last_turns=0,
    rules=BASE,
):
    """A validated position.

    Without ``pile`` nothing has been discarded yet; with it, the rest of the cards are discards.
    Without ``open_cards`` three cards lie open that are nowhere else, late letters first.
    """
    unplaced = sorted(LETTERS * 2)
    placed = [*hands, *shown, *buried, open_cards or "", pile or ""]
    for letter in "".join(placed):
        unplaced.remove(letter)
    if open_cards is None:
        if last_turns:
            open_cards = pile = ""
        else:
            open_cards, unplaced = "".join(unplaced[-3:]), unplaced[:-3]
    setup = Setup(
        ruleset=rules,
        bridges=(lines(white), lines(black)),
        hands=(islands(hands[0]), islands(hands[1])),
        shown=(islands(shown[0]), islands(shown[1])),
        buried=(islands(buried[0]), islands(buried[1])),
        open_cards=islands(open_cards),
        discards=() if pile is None else islands(unplaced),
        points=((0, 0),) * (number - 1) if points is None else points,
        round=number,
        phase=turn_of(to_move, must_draw, last_turns=last_turns),
    )
    return state_of(setup)


def dealt(hands=("ABC", "DEF"), open_cards="GHI", *, first=WHITE, rules=BASE):
    """The first step of a game."""
    return start(rules, Deal((cards(hands[0]), cards(hands[1])), cards(open_cards)), first=first)


# Moves.


def build(name, card):
    return Build(line(name), island(card))


def remove(name, pair):
    first, second = islands(pair)
    return Remove(line(name), (first, second))


def bury(card):
    return Bury(island(card))


def take(card):
    return TakeOpen(island(card))


def handicap(name):
    return PlaceHandicap(line(name))


def play(state, *moves):
    """Actions, and letters for the cards that chance turns up, one after the other."""
    events = []
    for move in moves:
        if isinstance(move, str):
            for letter in move:
                state, told = resolve(state, island(letter))
                events += told
        else:
            assert is_legal(state, move)
            state, told = apply(state, move)
            events += told
    return Step(state, tuple(events))


def after(state, *moves):
    """The state after these moves."""
    return play(state, *moves).state


# What came of it.


def view(state):
    """The view of the seat to move."""
    return view_of(state, mover(state.public.phase))


def legal(state):
    return legal_actions(view(state))


def is_legal(state, action):
    """Whether an action is legal; all ways to ask must agree."""
    is_listed = action in legal(state)
    assert is_listed == (why_illegal(view(state), action) is None)
    return is_listed


def assert_illegal(state, action: Action, reason: Reason):
    """An action is refused for exactly this reason, whoever is asked."""
    assert action not in legal(state)
    assert why_illegal(view(state), action) is reason
    with pytest.raises(IllegalActionError) as refusal:
        apply(state, action)
    assert refusal.value.reason is reason


def held(state, seat):
    """The letters of the islands that a seat controls."""
    mask = BOARD.held(state.public.bridges[seat])
    return "".join(letter for number, letter in enumerate(LETTERS) if mask >> number & 1)


def bridges(state, seat):
    """The names of the lines under a seat's bridges."""
    return names_of(state.public.bridges[seat])


def hand(state, seat):
    """The letters of a seat's hidden cards."""
    return letters_of(state.private[seat].hand)


def outcome(state):
    assert isinstance(state.public.phase, Over)
    return state.public.phase.outcome


def of_type(events, *types):
    return [event for event in events if isinstance(event, types)]


# Events in letters.


def played(seat, letters):
    return CardsPlayed(seat, islands(letters))


def built(seat, name, cause=BuildCause.CARD):
    return BridgeBuilt(seat, line(name), cause)


def swept(seat, name):
    return BridgeRemoved(seat, line(name), RemovalCause.CONTROL)


def removed(seat, name):
    return BridgeRemoved(seat, line(name), RemovalCause.CARDS)


def gained(seat, letter):
    return ControlGained(seat, island(letter))


def lost(seat, letter):
    return ControlLost(seat, island(letter))


# Whole games.


def random_deal(rng):
    deck = sorted(LETTERS * 2)
    rng.shuffle(deck)
    return Deal((cards(deck[:3]), cards(deck[3:6])), cards(deck[6:9]))


def random_game(seed, rules=BASE, first=WHITE):
    """Every step of a uniformly random game: the state before, the move, and what came of it."""
    rng = Random(seed)
    state = start(rules, random_deal(rng), first=first).state
    for _ in range(2000):
        if isinstance(state.public.phase, Over):
            return
        if is_chance(state.public.phase):
            move = rng.choice(expand(state.pile))
            step = resolve(state, move)
        else:
            move = rng.choice(legal(state))
            step = apply(state, move)
        yield state, move, step
        state = step.state
    raise AssertionError("the game does not end")


@cache
def some_random_games(rules=BASE, num=8):
    """Every step of a few random games."""
    return [step for seed in range(num) for step in random_game(seed, rules, Seat(seed % 2))]


# Reading RULES.md.


def tables(text):
    """The tables in a text, each a list of rows by column."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *rows = (
            [cell.strip(" `") for cell in row.strip("|").split("|")] for row in table.splitlines()
        )
        found.append([dict(zip(head, row, strict=True)) for row in rows])
    return found


def chapter(title):
    """The text of a chapter of RULES.md, by its title."""
    (text,) = re.findall(rf"^## {title}$(.*?)(?=^## |\Z)", RULES, re.MULTILINE | re.DOTALL)
    return text
