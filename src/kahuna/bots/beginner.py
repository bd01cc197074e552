"""Somebody who has just learnt the rules: looks at single plays, and errs as beginners do."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from kahuna.bots.evaluation import evaluate
from kahuna.bots.greedy import best_end
from kahuna.core import (
    Action,
    Build,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    Turn,
    TurnActivity,
    View,
    any_world,
    apply,
    legal_actions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginnerErrors:
    """How a careless player errs."""

    overlooks: float = 0.0
    """The part of its plays that it does not notice."""
    misjudges: float = 0.0
    """How far off its estimates are, in the units of `evaluate`."""
    removes: bool = True
    """Whether it knows that two cards remove a bridge."""
    plays_one_card: bool = False
    """Whether it draws after every play."""
    never_declines: bool = False
    """Whether it must always have a card, even if it gives another one up for it."""


class BeginnerBot:
    """Looks at its plays one by one, and errs by its habits."""

    def __init__(self, name: str, errors: BeginnerErrors, rng: Random) -> None:
        self.name = name
        self._errors = errors
        self._rng = rng

    def decide(self, view: View) -> Action:
        """The best play that it notices, by an estimate that may be off; else a draw."""
        errors, rng = self._errors, self._rng
        legal = list(legal_actions(view))
        rng.shuffle(legal)
        state, seat = any_world(view), view.viewer
        assert isinstance(seat, Seat)
        best, chosen = evaluate(state, seat), None
        for action in legal:
            if self._notices(view, action):
                value = evaluate(apply(state, action).state, seat) + rng.gauss(0, errors.misjudges)
                if value > best or isinstance(action, PlaceHandicap):
                    best, chosen = value, action
        if chosen is not None:
            return chosen
        return best_end(state, legal, never_decline=errors.never_declines)

    def _notices(self, view: View, action: Action) -> bool:
        phase, errors = view.public.phase, self._errors
        if isinstance(action, PlaceHandicap):
            return True
        if not isinstance(action, Build | Remove | Replace):
            return False
        has_played = isinstance(phase, Turn) and phase.activity is TurnActivity.PLAYED
        if has_played and errors.plays_one_card and not isinstance(action, Replace):
            return False
        if isinstance(action, Remove) and not errors.removes:
            return False
        return self._rng.random() >= errors.overlooks
