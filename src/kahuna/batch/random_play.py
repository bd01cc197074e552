"""Uniformly random play for statistics, rollouts and speed measurements.

Shapes: (n,) throughout.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kahuna.batch.arrays import (
    Array,
    at_least,
    compiled,
    nonzero,
    nth_bit,
    pick,
    popcount,
    repeat,
    repeat_while,
    settle,
)
from kahuna.batch.cards import nth_card, size
from kahuna.batch.chance import advance, below
from kahuna.batch.constants import BOARD, NO_ROW, NUM_LINES, NUMBERS
from kahuna.batch.deal import reset
from kahuna.batch.effects import Step, apply, choose, turn_up_card
from kahuna.batch.errors import check_integer
from kahuna.batch.legality import Choice, choice_of, is_legal, legal_rows
from kahuna.batch.state import State, num_games, over_mask, pile

STRIDE: Final = 8
"""Plies between two checks for finished games; no game is short enough to end twice in between."""


class Played(NamedTuple):
    """The result of random play."""

    states: State
    num_decisions: Array
    """Number of decisions in each game."""
    num_ended: Array
    """Number of games that ended at each index of the batch."""


def random_choice(states: State) -> tuple[Choice, State]:
    """Choose one of the legal actions of every game, each equally likely.

    In games without a decision, the choice is in no row.
    """
    rows = settle(legal_rows(states), first=states.rules)
    chance = advance(states.chance)
    ends = []
    total = chance & 0
    for places in rows:
        total = total + popcount(places)
        ends.append(total)
    rank, *ends = settle((below(chance, total), *ends), first=states.rules)
    row, places, start = total & 0, rows[0], total & 0
    for end, following in zip(ends, rows[1:], strict=False):
        is_past = at_least(rank, end)
        row = row - is_past  # A mask is minus one.
        places = pick(is_past, following, places)
        start = pick(is_past, end, start)
    row, places, start = settle((row, places, start), first=states.rules)
    place = nth_bit(places, rank - start)
    row = pick(nonzero(total), row, (row & 0) + NO_ROW)
    return Choice(row, place), states._replace(chance=chance)


def random_actions(states: State) -> tuple[Array, State]:
    """Return the number of a random legal action of every game; 0 where there is none."""
    num_games(states)
    (row, place), states = random_choice(states)
    numbers = row.__array_namespace__().asarray(NUMBERS, dtype=row.dtype)
    is_some = ~at_least(row, NO_ROW)
    return numbers[(row * NUM_LINES + place) & is_some] & is_some, states


def turn_up(states: State) -> State:
    """Turn up a random card of the pile in games at a chance node."""
    num_games(states)
    return _turn_up(states)


def _turn_up(states: State) -> State:
    cards = pile(states)
    chance = advance(states.chance)
    card = nth_card(cards, below(chance, size(cards)))
    return turn_up_card(states._replace(chance=chance), card)


def act(states: State, actions: Array, *, refuse: bool = True) -> Step:
    """Play one ply in every game like :func:`step`, with cards from the games' generators."""
    choice = choice_of(states, actions)
    is_good = is_legal(states, choice)
    after = apply(states, choice)
    for _ in range(BOARD.open_places):  # A new round turns up this many cards, a draw one.
        after = settle(_turn_up(after), first=states.rules)
    if refuse:
        after = choose(is_good, after, states)
    return Step(after, ~is_good >= 1, over_mask(after) >= 1)


def random_ply(states: State) -> tuple[State, Array]:
    """Play a random decision and its card; also return 1 where there was a decision.

    When a round begins, three cards are turned up; the first one here, the other two in the next
    two plies of that game, which then decides nothing. So no ply needs more than one card.
    """
    choice, states = random_choice(states)
    decided = ~at_least(choice.row, NO_ROW) & 1
    return _turn_up(apply(states, choice)), decided


def step_random(states: State) -> State:
    """Play one random ply in every game; first replace finished games by new ones."""
    num_games(states)
    return random_ply(reset(states))[0]


def random_plies(states: State, num: int) -> tuple[State, Array]:
    """Play random plies in every game without new deals; also count the decisions."""

    def body(value: tuple[State, Array]) -> tuple[State, Array]:
        after, decided = random_ply(value[0])
        return after, value[1] + decided

    return repeat(num, body, (states, states.clock & 0), first=states.clock)


def play_random(states: State, strides: int, stride: int = STRIDE) -> Played:
    """Play many random plies in every game; replace finished games by new ones.

    New games are dealt every ``stride`` plies, which spreads the cost of dealing. JAX
    compiles this once for each size of a batch and each number of plies.
    """
    num_games(states)
    check_integer("strides", strides, least=0)
    check_integer("stride", stride, least=1)
    return compiled(play_strides, states.clock, "strides", "stride")(
        states, strides=strides, stride=stride
    )


def play_strides(states: State, *, strides: int, stride: int) -> Played:
    """Do the same as :func:`play_random`, to be called from compiled code."""
    none = states.clock & 0

    def body(played: Played) -> Played:
        states, decided = random_plies(played.states, stride)
        num_ended = played.num_ended + (over_mask(states) & 1)
        return Played(reset(states), played.num_decisions + decided, num_ended)

    return repeat(strides, body, Played(states, none, none), first=none)


def play_out(states: State) -> tuple[State, Array]:
    """Play every game to its end; also count its decisions. JAX compiles this once per size."""
    num_games(states)
    return compiled(_play_out, states.clock)(states)


def _play_out(states: State) -> tuple[State, Array]:
    def goes_on(value: tuple[State, Array]) -> Array:
        return ~(over_mask(value[0]) >= 1).all()

    def body(value: tuple[State, Array]) -> tuple[State, Array]:
        states, decided = random_plies(value[0], 2 * STRIDE)
        return states, value[1] + decided

    return repeat_while(goes_on, body, (states, states.clock & 0), first=states.clock)
