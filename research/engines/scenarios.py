"""Unusual rulesets and one-sided playing styles, for situations that random play rarely reaches."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from kahuna.core import (
    EDITIONS,
    OPTIONS,
    SEATS,
    Action,
    Build,
    Bury,
    Decline,
    Discard,
    DrawPile,
    FinalScoring,
    PlaceHandicap,
    Remove,
    Replace,
    Ruleset,
    TakeOpen,
    custom,
)

ActionWeights = Mapping[type[Action], float]
"""Weights of the kinds of actions; kinds that are not named have weight 1."""

STYLES: Final[dict[str, ActionWeights]] = {
    "even": {},
    "builder": {Build: 8.0, Remove: 2.0, Decline: 0.1, Bury: 0.05},
    "hoarder": {Build: 0.02, Remove: 0.02, Bury: 0.02, Decline: 3.0},
    "remover": {Remove: 40.0, Replace: 40.0, Build: 0.3, Bury: 0.02},
    "burier": {Bury: 8.0, Build: 0.2, TakeOpen: 4.0},
    "idler": {Build: 0.002, Remove: 0.002, Replace: 0.002},
    "decliner": {Decline: 20.0, DrawPile: 0.3},
    "open": {TakeOpen: 30.0, Bury: 3.0},
}
"""Together they reach full hands, bridge shortage, early ends, ties, declining and reshuffles."""

StylePair = tuple[str, str]
"""The styles of White and Black."""


def random_styles(rng: Random) -> StylePair:
    """Choose two playing styles; half of the time both are the same."""
    names = list(STYLES)
    one = rng.choice(names)
    return one, one if rng.random() < 0.5 else rng.choice(names)


def random_ruleset(rng: Random) -> Ruleset:
    """Return an edition sometimes, otherwise any combination of options. [R16]"""
    if rng.random() < 0.25:
        return EDITIONS[rng.choice(list(EDITIONS))].ruleset()
    handicap = rng.choice((0, 0, 0, 1, 2, 3))
    return custom(
        Ruleset(),
        bridges=rng.choice((3, 5, 8, 25, 30)),
        stones=rng.choice((1, 2, 10, 25)),
        discard=rng.choice(list(Discard)),
        final_scoring=rng.choice(list(FinalScoring)),
        **{option.key: rng.random() < 0.5 for option in OPTIONS if option.is_flag},
        handicap=handicap,
        handicap_seat=rng.choice(SEATS) if handicap else None,
    )


def choose_weighted(actions: tuple[Action, ...], weights: ActionWeights, rng: Random) -> Action:
    """Choose an action with the weight of its kind."""
    if not weights or isinstance(actions[0], PlaceHandicap):
        return rng.choice(actions)
    return rng.choices(actions, [weights.get(type(action), 1.0) for action in actions])[0]
