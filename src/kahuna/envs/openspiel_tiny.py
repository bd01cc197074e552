"""A tiny Kahuna for OpenSpiel's exact algorithms, registered as ``python_kahuna_tiny_v0``.

Three islands, three lines and one card of each island; a hand holds one card. The rules are those
of the core. ``rounds`` says how many of the three rounds are played: one round has a few hundred
nodes, two have thousands, three millions. White begins, and chance opens the first card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kahuna.core import (
    Board,
    Island,
    Ruleset,
    Seat,
    Setup,
    apply,
    catalogue,
    resolve,
    state_of,
    view_of,
)
from kahuna.envs.extras import from_extra
from kahuna.envs.openspiel import CoreGameState, game_info, game_type
from kahuna.envs.openspiel_state import GameSnapshot
from kahuna.record import format_action

with from_extra("openspiel"):
    import pyspiel

SHORT_NAME: Final = "python_kahuna_tiny_v0"
BOARD: Final = Board(
    names=("ALOA", "BARI", "COCO"),
    ends=((Island(0), Island(1)), (Island(0), Island(2)), (Island(1), Island(2))),
    copies=1,
    dealt=0,
    open_places=1,
    hand_limit=1,
)
MAX_ROUNDS: Final = 3
_ACTIONS: Final = catalogue(BOARD)

_GAME_TYPE: Final = game_type(SHORT_NAME, "Kahuna on three islands", {"rounds": 1}, tensors=False)
_GAME_INFO: Final = game_info(BOARD, 60)


class TinyKahunaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game: makes states and observers."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.ruleset = Ruleset(board=BOARD)
        self.rounds = int((params or {}).get("rounds", 1))
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise ValueError(f"rounds must be 1 to {MAX_ROUNDS}, not {self.rounds}")
        super().__init__(_GAME_TYPE, _GAME_INFO, params or {})

    def new_initial_state(self) -> TinyKahunaState:
        """Return the start, before a card is opened."""
        return TinyKahunaState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401
        params: dict[str, Any] | None = None,
    ) -> TinyKahunaObserver:
        """Return the observer that OpenSpiel asks for."""
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return TinyKahunaObserver(has_recall=bool(kind.perfect_recall))


class TinyKahunaState(CoreGameState):
    """A state of the game; OpenSpiel copies it for every node that it visits."""

    def __init__(self, game: TinyKahunaGame) -> None:
        super().__init__(game, GameSnapshot(first=Seat.WHITE))
        self._round = MAX_ROUNDS + 1 - game.rounds

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            card = Island(action)
            position = state_of(_setup(self._round, card))
            self.moment = replace(self.moment, dealt=(card,), state=position)
            return
        if self.is_chance_node():
            position, events = resolve(self.position, Island(action))
        else:
            position, events = apply(self.position, _ACTIONS[action])
        self.moment = replace(self.moment, state=position, events=(*self.moment.events, *events))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None or player == pyspiel.PlayerId.CHANCE:
            return BOARD.names[action]
        return format_action(_ACTIONS[action], self.position.public.phase, BOARD)

    def __str__(self) -> str:
        """Return everything that has happened, with all secrets."""
        return " ".join((_first_card(self), *map(repr, self.moment.events)))


class TinyKahunaObserver:
    """Describes what a player sees now and, with perfect recall, all it has seen."""

    def __init__(self, *, has_recall: bool) -> None:
        self._has_recall = has_recall
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: TinyKahunaState, player: int) -> None:
        """Write nothing: there are no tensors."""

    def string_from(self, state: TinyKahunaState, player: int) -> str:
        """Describe what a player sees of a state."""
        seat = Seat(player)
        if state.position is None:
            return seat.name
        view = view_of(state.position, seat)
        now = f"{seat.name} {view.own!r} {view.public!r}"
        if not self._has_recall:
            return now
        return f"{now} {_first_card(state)} {' '.join(map(repr, state.moment.seen_by(seat)))}"


def _first_card(state: TinyKahunaState) -> str:
    return "".join(BOARD.names[card] for card in state.moment.dealt)


def _setup(number: int, card: Island) -> Setup:
    """Return the start of a round on an empty board, White to move."""
    return Setup(
        ruleset=Ruleset(board=BOARD),
        open_cards=(card,),
        points=((0, 0),) * (number - 1),
        round=number,
    )


pyspiel.register_game(_GAME_TYPE, TinyKahunaGame)
