"""Play like a beginner: look at single plays, and err as beginners do."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from kahuna.bots.evaluation import evaluate, num_cards
from kahuna.bots.greedy import best_end, has_declined, last_turn
from kahuna.core import (
    Action,
    Build,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    State,
    Turn,
    TurnActivity,
    View,
    any_world,
    apply,
    legal_actions,
)
from kahuna.core.events import CardBuried


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
    """Whether it discards from a full hand to draw; next time it plays any card, or declines."""


class BeginnerBot:
    """Evaluate plays one by one, with errors."""

    is_memoryless: Literal[True] = True

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
                value = self._estimate(state, action, seat)
                if value > best or isinstance(action, PlaceHandicap):
                    best, chosen = value, action
        if chosen is not None:
            return chosen
        is_full = num_cards(state, seat) == state.ruleset.board.hand_limit
        builds = [action for action in legal if isinstance(action, Build)]
        if errors.never_declines and is_full and builds and self._has_buried(view):
            return rng.choice(builds)
        makes_room = has_declined(view) or (errors.never_declines and not self._has_buried(view))
        return best_end(state, legal, makes_room=makes_room)

    @staticmethod
    def _has_buried(view: View) -> bool:
        """Return whether it discarded a card in its previous turn."""
        return any(isinstance(event, CardBuried) for event in last_turn(view))

    def _estimate(self, state: State, action: Action, seat: Seat) -> float:
        """Evaluate the position after an action, with an error."""
        error = self._rng.gauss(0, self._errors.misjudges)
        return evaluate(apply(state, action).state, seat) + error

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
