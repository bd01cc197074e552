"""Legal actions for all games at once: seven rows of 27 bits per game (see ``constants``).

Shapes: masks and rows are (n,); :func:`legal_masks` is (n, 189) in the order of the catalogue.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from kahuna.batch.arrays import Array, at_least, equal, nonzero, pick, popcount, swap
from kahuna.batch.board import lines_from, lines_of
from kahuna.batch.cards import doubles, kinds, size
from kahuna.batch.constants import (
    ALL_LINES,
    BOARD,
    DECLINE_PLACE,
    FOLDED,
    NO_ROW,
    NUM_ACTIONS,
    NUM_LINES,
    PILE_PLACE,
    PLACES,
    REPLACE_PLACE,
    REST,
)
from kahuna.batch.errors import to_words
from kahuna.batch.ruleset import is_on
from kahuna.batch.state import (
    Clock,
    Phase,
    State,
    TurnActivity,
    black_mask,
    is_phase,
    num_bridges,
    num_games,
    pile,
)
from kahuna.core import Discard

Rows: TypeAlias = tuple[Array, Array, Array, Array, Array, Array, Array]
"""The legal places of each of the seven rows, as bits."""


class Choice(NamedTuple):
    """One action per game, as its row and place; a free bridge has a place of its own."""

    row: Array
    place: Array


def legal_rows(states: State) -> Rows:
    """Return the legal actions by row; none at a chance node and at the end."""
    clock = states.clock
    is_black = black_mask(states)
    is_turn = is_phase(states, Phase.TURN)
    own, opposing = swap(is_black, states.bridges)
    _, their_islands = swap(is_black, states.held)
    cards, _ = swap(is_black, states.cards)
    activity = Clock.ACTIVITY.of(clock)
    is_instead = is_on(states.rules, "discard", Discard.INSTEAD)
    may_play = is_turn & ~(is_instead & equal(activity, TurnActivity.BURIED))
    may_bury = is_turn & ~(is_instead & equal(activity, TurnActivity.PLAYED))

    free = ~(own | opposing) & ALL_LINES
    closed = lines_of(their_islands) & is_on(states.rules, "no_trespass")
    has_bridge = ~at_least(popcount(own), num_bridges(states))
    buildable = free & ~closed & has_bridge & may_play
    removable = opposing & may_play
    lower, upper = lines_from(kinds(cards))
    twice_lower, twice_upper = lines_from(doubles(cards))
    # The bit before line 0 stands for no line cleared.
    can_replace = (buildable << 1) >> Clock.CLEARED.of(clock) & 1

    is_last = nonzero(Clock.LAST_TURNS.of(clock))
    may_draw = is_turn & ~is_last & ~at_least(size(cards), BOARD.hand_limit)
    may_decline = is_turn & (is_last | ~nonzero(Clock.MUST_DRAW.of(clock)))
    rest = (
        (kinds(states.open_cards) & may_draw)
        | (kinds(cards) << 1 & may_bury)
        | (nonzero(pile(states)) & may_draw & 1) << PILE_PLACE
        | (may_decline & 1) << DECLINE_PLACE
        | can_replace << REPLACE_PLACE
    )
    return (
        buildable & lower,
        buildable & upper,
        free & is_phase(states, Phase.HANDICAP),
        removable & twice_lower,
        removable & lower & upper,
        removable & twice_upper,
        rest,
    )


def legal_masks(states: State) -> Array:
    """Return which actions of the catalogue are legal: booleans of shape (n, 189)."""
    n = num_games(states)
    space = states.clock.__array_namespace__()
    rows = space.stack(list(legal_rows(states)), axis=1)  # (n, 7)
    bits = rows[:, :, None] >> space.arange(NUM_LINES, dtype=space.uint32) & 1  # (n, 7, 27)
    return bits.reshape(n, -1)[:, space.asarray(FOLDED)] != 0


def choice_of(states: State, actions: Array) -> Choice:
    """Turn action numbers into choices; numbers outside the catalogue are in no row."""
    actions = to_words("actions", actions, (num_games(states),))
    space = actions.__array_namespace__()
    is_known = ~at_least(actions, NUM_ACTIONS)
    number = actions & is_known
    rows, places = (
        space.asarray(column, dtype=space.uint32) for column in zip(*PLACES, strict=True)
    )
    return Choice(pick(is_known, rows[number], (actions & 0) + NO_ROW), places[number])


def is_legal(states: State, choice: Choice) -> Array:
    """Return the mask of the games in which the choice is legal."""
    legal = choice.row & 0
    for number, places in enumerate(legal_rows(states)):
        legal = legal | (places & equal(choice.row, number))
    return nonzero(legal >> choice.place & 1)


def line_of(states: State, choice: Choice) -> Array:
    """Return the line of a choice; for the free bridge, the line just cleared. [R12.2]"""
    is_replace = equal(choice.row, REST) & equal(choice.place, REPLACE_PLACE)
    return pick(is_replace, Clock.CLEARED.of(states.clock) - 1, choice.place)
