"""Uniformly random games of the core, as a baseline for the batch engine."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from kahuna.core import (
    SEATS,
    Handicap,
    Outcome,
    Over,
    Ruleset,
    Seat,
    Turn,
    advance,
    random_deal,
    random_draw,
    start,
)
from kahuna.core.legality import legal_for


class CoreGame(NamedTuple):
    """A finished game of the core."""

    first: Seat
    outcome: Outcome
    num_decisions: int
    num_turns: int


def random_core_game(rng: Random, ruleset: Ruleset | None = None) -> CoreGame:
    """Play one game in which every legal action is equally likely."""
    ruleset = Ruleset() if ruleset is None else ruleset
    deal = random_deal(ruleset, rng)
    first = rng.choice(SEATS)
    state = start(ruleset, deal, first=first).state
    draw = random_draw(rng)
    num_decisions = 0
    while not isinstance(phase := state.public.phase, Over):
        assert isinstance(phase, Turn | Handicap)
        seat = phase.seat
        hand = state.private[seat].hand + state.public.shown[seat]
        # ``legal_for`` only needs to know whether the pile is empty.
        action = rng.choice(legal_for(ruleset, state.public, hand, state.pile))
        state = advance(state, action, draw).state
        num_decisions += 1
    return CoreGame(first, phase.outcome, num_decisions, state.public.turn)
