"""The start of a game, for all games at once. [R2, R14] Shapes: (n,), a pair is two of them."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import reduce
from types import ModuleType
from typing import NamedTuple

import numpy

from kahuna.batch import ruleset as options
from kahuna.batch.arrays import Array, Pair, nonzero, nth_bit, pick
from kahuna.batch.cards import single
from kahuna.batch.chance import advance, below, seeds
from kahuna.batch.constants import BOARD, NUM_CARDS
from kahuna.batch.effects import choose
from kahuna.batch.errors import check_integer, to_seats
from kahuna.batch.ruleset import number
from kahuna.batch.state import Clock, Phase, State, num_games, over_mask
from kahuna.core import Ruleset


class Deal(NamedTuple):
    """The cards dealt at the start. [R2.1, R2.2]"""

    hands: Pair
    open_cards: Array


def new(
    n: int,
    rulesets: Ruleset | str | Sequence[Ruleset | str] | None = None,
    *,
    seed: int = 0,
    first: Array = None,
    space: ModuleType = numpy,
) -> State:
    """Deal ``n`` games at random; ``space`` is ``numpy`` or ``jax.numpy``.

    ``rulesets`` is one for all games or one per game, such as ``"ksr"``. ``first`` is the seat that
    begins, ``"white"`` or 0, ``"black"`` or 1, or an array with one per game; without it, chance
    decides. [R2.4]
    """
    check_integer("the number of games", n, least=1)
    check_integer("seed", seed, least=0)
    words = options.words(Ruleset() if rulesets is None else rulesets, n)
    rules = space.asarray(words, dtype=space.uint32)
    deal, who, chance = deal_by_chance(seeds(n, seed, space))
    if first is not None:
        who = (rules & 0) + to_seats("first", first, n)
    return start(rules, deal, who, chance)


def start(rules: Array, deal: Deal, first: Array, chance: Array) -> State:
    """Start games from a deal; handicap bridges come before the first turn. [R2, R14]"""
    none = rules & 0
    handicap = number(rules, "handicap")
    is_handicap = nonzero(handicap)
    waiting = handicap << Clock.LEFT.shift | Clock.PHASE.at(Phase.HANDICAP)
    phase = pick(is_handicap, waiting, none + Clock.TURN.at(1))
    return State(
        bridges=(none, none),
        held=(none, none),
        cards=deal.hands,
        taken=(none, none),
        buried=(none, none),
        open_cards=deal.open_cards,
        discards=none,
        clock=phase | first | Clock.ROUND.at(1),
        rules=rules,
        chance=chance,
    )


def deal_by_chance(chance: Array) -> tuple[Deal, Array, Array]:
    """Deal hands and open cards and choose who starts; return the new generator states."""
    rest = (chance & 0) + ((1 << NUM_CARDS) - 1)  # One bit per card, two per island.
    sizes = (BOARD.dealt, BOARD.dealt, BOARD.open_places)
    zones = []
    num_left = NUM_CARDS
    for size in sizes:
        cards = []
        for _ in range(size):
            chance = advance(chance)
            place = nth_bit(rest, below(chance, num_left))
            rest = rest ^ 1 << place
            cards.append(single(place >> 1))
            num_left -= 1
        zones.append(reduce(operator.add, cards))
    chance = advance(chance)
    white, black, open_cards = zones
    return Deal((white, black), open_cards), below(chance, 2), chance


def reset(states: State) -> State:
    """Deal a new game with the same ruleset where one is over; leave the others alone."""
    num_games(states)
    deal, first, chance = deal_by_chance(states.chance)
    return choose(over_mask(states), start(states.rules, deal, first, chance), states)
