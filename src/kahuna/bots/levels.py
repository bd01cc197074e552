"""Named opponents in even steps, who err as people do.

The lower ones look at single plays and overlook some of them, misjudge what they see, forget that
bridges can be removed, or play one card a turn; the higher ones think on sampled worlds, longer and
longer. How far apart they are is for the arena to say: ``kahuna arena pua kimo leilani …``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from kahuna.bots.greedy import GreedyBot, best_end
from kahuna.bots.search import SearchBot
from kahuna.bots.worth import worth
from kahuna.core import (
    Action,
    Build,
    Did,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    Turn,
    View,
    any_world,
    apply,
    legal_actions,
)
from kahuna.match import Agent


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How a careless player errs."""

    overlooks: float = 0.0
    """The part of its plays that it does not notice."""
    misjudges: float = 0.0
    """How far off its estimates are, in the units of `worth`."""
    removes: bool = True
    """Whether it knows that two cards remove a bridge."""
    plays_one_card: bool = False
    never_declines: bool = False


class CarelessBot:
    """Looks at its plays one by one, and errs by its habits."""

    def __init__(self, name: str, habits: Habits, rng: Random) -> None:
        self.name = name
        self._habits = habits
        self._rng = rng

    def decide(self, view: View) -> Action:
        """The best play that it notices, by an estimate that may be off; else a draw."""
        habits, rng = self._habits, self._rng
        legal = list(legal_actions(view))
        rng.shuffle(legal)
        state, seat = any_world(view), view.viewer
        assert isinstance(seat, Seat)
        best, chosen = worth(state, seat), None
        for action in legal:
            if self._notices(view, action):
                value = worth(apply(state, action).state, seat) + rng.gauss(0, habits.misjudges)
                if value > best or isinstance(action, PlaceHandicap):
                    best, chosen = value, action
        if chosen is not None:
            return chosen
        return best_end(state, legal, never_decline=habits.never_declines)

    def _notices(self, view: View, action: Action) -> bool:
        phase, habits = view.public.phase, self._habits
        if isinstance(action, PlaceHandicap):
            return True
        if not isinstance(action, Build | Remove | Replace):
            return False
        has_played = isinstance(phase, Turn) and phase.did is Did.PLAYED
        if has_played and habits.plays_one_card and not isinstance(action, Replace):
            return False
        if isinstance(action, Remove) and not habits.removes:
            return False
        return self._rng.random() >= habits.overlooks


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent with a name and a character."""

    key: str
    name: str
    about: str
    make: Callable[[Random], Agent]


def _careless(name: str, habits: Habits) -> Callable[[Random], Agent]:
    return lambda rng: CarelessBot(name, habits, rng)


def _thinking(simulations: int) -> Callable[[Random], Agent]:
    return lambda rng: SearchBot(rng, simulations=simulations)


LEVELS: Final[dict[str, Level]] = {
    level.key: level
    for level in (
        Level(
            "pua",
            "Pua",
            "plays for the first time: one card a turn, often the wrong one",
            _careless(
                "pua",
                Habits(
                    overlooks=0.7,
                    misjudges=10,
                    removes=False,
                    plays_one_card=True,
                    never_declines=True,
                ),
            ),
        ),
        Level(
            "kimo",
            "Kimo",
            "builds what he likes and has not heard of removing bridges",
            _careless("kimo", Habits(overlooks=0.5, misjudges=7, removes=False)),
        ),
        Level(
            "leilani",
            "Leilani",
            "knows all the rules, and overlooks every other move",
            _careless("leilani", Habits(overlooks=0.45, misjudges=4)),
        ),
        Level(
            "makoa",
            "Makoa",
            "takes the island in front of him, if he sees it",
            _careless("makoa", Habits(overlooks=0.2, misjudges=2)),
        ),
        Level("noelani", "Noelani", "plays what looks best this turn", GreedyBot),
        Level("keanu", "Keanu", "thinks of your answer, briefly", _thinking(12)),
        Level("mahina", "Mahina", "remembers what you took and weighs her turns", _thinking(40)),
        Level("kanaloa", "Kanaloa", "thinks twice about everything", _thinking(160)),
    )
}
