"""A tiny Kahuna for OpenSpiel's exact algorithms, registered as ``python_kahuna_tiny_v0``.

Three islands, three lines and one card of each island; a hand holds one card. The rules are those
of the core. ``rounds`` says how many of the three rounds are played: one round has a few hundred
nodes, two have thousands, three millions. White begins, and chance opens the first card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from kahuna.core import (
    SEATS,
    Board,
    Island,
    Over,
    Ruleset,
    Seat,
    Setup,
    State,
    action_numbers,
    apply,
    catalogue,
    count,
    kinds,
    legal_actions,
    mover,
    resolve,
    seen,
    size,
    state_of,
    view_of,
)
from kahuna.core.events import Event
from kahuna.envs.extras import from_extra
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
_NUMBERS: Final = action_numbers(BOARD)

_GAME_TYPE: Final = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Kahuna on three islands",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"rounds": 1},
)
_GAME_INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=len(_ACTIONS),
    max_chance_outcomes=len(BOARD.names),
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=60,
)


class TinyKahunaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game: makes states and observers."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
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


@dataclass(frozen=True)
class TinySnapshot:
    """A position of the core and all events that led to it."""

    position: State | None = None
    """``None`` until the first card is open."""
    first_card: str = ""
    events: tuple[Event, ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> TinySnapshot:
        """Return the same snapshot, which is immutable."""
        return self


class TinyKahunaState(pyspiel.State):  # type: ignore[misc]
    """A state of the game; OpenSpiel copies it for every node that it visits."""

    def __init__(self, game: TinyKahunaGame) -> None:
        super().__init__(game)
        self._round = MAX_ROUNDS + 1 - game.rounds
        self.snapshot = TinySnapshot()

    @property
    def position(self) -> State | None:
        """Return the position; ``None`` until the first card is open."""
        return self.snapshot.position

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's chance or terminal player."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = mover(self.position.public.phase)
        return int(pyspiel.PlayerId.CHANCE) if seat is None else int(seat)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        view = view_of(self.position, Seat(player))
        return sorted(_NUMBERS[action] for action in legal_actions(view))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can turn up, with their probabilities."""
        pile = BOARD.deck if self.position is None else self.position.pile
        return [(int(card), count(pile, card) / size(pile)) for card in kinds(pile)]

    def _apply_action(self, action: int) -> None:
        before = self.snapshot
        if before.position is None:
            position = state_of(_setup(self._round, Island(action)))
            self.snapshot = TinySnapshot(position, BOARD.names[action])
            return
        if mover(before.position.public.phase) is None:
            position, events = resolve(before.position, Island(action))
        else:
            position, events = apply(before.position, _ACTIONS[action])
        self.snapshot = replace(before, position=position, events=before.events + events)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return BOARD.names[action]
        assert self.position is not None
        return format_action(_ACTIONS[action], self.position.public.phase, BOARD)

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.position is not None and isinstance(self.position.public.phase, Over)

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; 0 for a draw."""
        if self.position is None or not isinstance(phase := self.position.public.phase, Over):
            return [0.0, 0.0]
        winner = phase.outcome.winner
        return [0.0 if winner is None else 1.0 if winner is seat else -1.0 for seat in SEATS]

    def __str__(self) -> str:
        """Return everything that has happened, with all secrets."""
        return " ".join((self.snapshot.first_card, *map(repr, self.snapshot.events)))


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
        snapshot = state.snapshot
        if snapshot.position is None:
            return seat.name
        view = view_of(snapshot.position, seat)
        now = f"{seat.name} {view.own!r} {view.public!r}"
        if not self._has_recall:
            return now
        log = " ".join(repr(seen(event, seat)) for event in snapshot.events)
        return f"{now} {snapshot.first_card} {log}"


def _setup(number: int, card: Island) -> Setup:
    """Return the start of a round on an empty board, White to move."""
    return Setup(
        ruleset=Ruleset(board=BOARD),
        open_cards=(card,),
        points=((0, 0),) * (number - 1),
        round=number,
    )


pyspiel.register_game(_GAME_TYPE, TinyKahunaGame)
