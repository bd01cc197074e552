"""Play like a beginner: look at single plays, and err as beginners do."""

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
    """How a beginner errs."""

    overlooks: float = 0.0
    """Probability of not noticing a play."""
    misjudges: float = 0.0
    """Standard deviation of the error in its evaluations, in the units of `evaluate`."""
    removes: bool = True
    """Whether it uses two cards to remove a bridge."""
    plays_one_card: bool = False
    """Whether it ends its turn after the first play."""
    never_declines: bool = False
    """Whether it always draws, even if it has to discard a card to make room."""


class BeginnerBot:
    """Evaluate plays one by one, with errors."""

    def __init__(self, name: str, errors: BeginnerErrors, rng: Random) -> None:
        self.name = name
        self._errors = errors
        self._rng = rng

    def decide(self, view: View) -> Action:
        """Return the best play that it notices, or a draw if none looks like an improvement."""
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
