"""Uniformly random games of the core: what the batch's figures are compared with."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from kahuna.core import (
    SEATS,
    Deal,
    Outcome,
    Over,
    Ruleset,
    Seat,
    apply,
    cards_of,
    expand,
    is_chance,
    resolve,
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
    """One game, every legal action equally likely."""
    ruleset = Ruleset() if ruleset is None else ruleset
    board = ruleset.board
    cards = list(expand(board.deck))
    rng.shuffle(cards)
    dealt = board.dealt
    opened = cards[2 * dealt : 2 * dealt + board.open_places]
    deal = Deal((cards_of(cards[:dealt]), cards_of(cards[dealt : 2 * dealt])), cards_of(opened))
    first = rng.choice(SEATS)
    state = start(ruleset, deal, first=first).state
    num_decisions = 0
    while not isinstance(phase := state.public.phase, Over):
        if is_chance(phase):
            state = resolve(state, rng.choice(expand(state.pile))).state
            continue
        seat = phase.seat
        hand = state.private[seat].hand + state.public.shown[seat]
        # ``legal_for`` only asks whether the pile is empty, which the multiset tells as well.
        state = apply(state, rng.choice(legal_for(ruleset, state.public, hand, state.pile))).state
        num_decisions += 1
    return CoreGame(first, phase.outcome, num_decisions, state.public.turn)
