"""Kahuna for OpenSpiel: a Python game with explicit chance, registered as ``python_kahuna_v0``.

Before the first turn, chance says who begins and deals nine cards one by one. After that every
card of the pile is a chance node of its own. Parameters are an edition with its variants, or
``rules``: the whole ruleset in one word as positions write it, with handicaps and custom options.
A :class:`Ruleset` can be given to :class:`KahunaGame` directly. With ``memory``, observations also
have what the player remembers. Actions are strings in notation.

Version history: v0, the first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kahuna.core import (
    ARCHIPELAGO,
    EDITIONS,
    OPTIONS,
    SEATS,
    Belief,
    Board,
    Over,
    Ruleset,
    Seat,
    State,
    View,
    action_numbers,
    believe,
    catalogue,
    count,
    kinds,
    legal_actions,
    mover,
    size,
    view_of,
    world,
)
from kahuna.encoding import MEMORY_SIZE, MEMORY_SLICES, SIZE, SLICES, encode_view
from kahuna.encoding.inputs import memory_features
from kahuna.envs.extras import from_extra
from kahuna.envs.openspiel_state import LOG_SIZE, NOTATIONS, NOTHING_YET, TOKENS, GameSnapshot
from kahuna.record import parse_ruleset, ruleset_of

with from_extra("openspiel"):
    import pyspiel

SHORT_NAME: Final = "python_kahuna_v0"
_MAX_GAME_LENGTH: Final = 400
"""Decisions; 70 cards can be used, in 132 turns, so no game comes near it."""
_FLAGS: Final = tuple(option.key for option in OPTIONS if option.is_flag)
_DEFAULTS: Final = {
    "edition": "kosmos-2015",
    **dict.fromkeys(_FLAGS, False),
    "rules": "",
    "memory": False,
}


def game_type(
    name: str, title: str, parameters: dict[str, Any], *, tensors: bool
) -> pyspiel.GameType:
    """Describe a game of the core to OpenSpiel."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=tensors,
        provides_observation_string=True,
        provides_observation_tensor=tensors,
        parameter_specification=parameters,
    )


def game_info(board: Board, max_game_length: int) -> pyspiel.GameInfo:
    """Return the sizes that OpenSpiel asks for."""
    return pyspiel.GameInfo(
        num_distinct_actions=len(catalogue(board)),
        max_chance_outcomes=len(board.names),
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=max_game_length,
    )


_GAME_TYPE: Final = game_type(SHORT_NAME, "Kahuna", _DEFAULTS, tensors=True)
_GAME_INFO: Final = game_info(ARCHIPELAGO, _MAX_GAME_LENGTH)


class KahunaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game: makes states and observers."""

    def __init__(
        self, params: dict[str, Any] | None = None, *, ruleset: Ruleset | str | None = None
    ) -> None:
        options = {**_DEFAULTS, **(params or {})}
        super().__init__(_GAME_TYPE, _GAME_INFO, params or {})
        self.ruleset = _ruleset_of(options) if ruleset is None else ruleset_of(ruleset)
        self._has_memory = bool(options["memory"])

    def new_initial_state(self) -> KahunaState:
        """Return the start, before chance has chosen who begins."""
        return KahunaState(self)

    def state_of(self, view: View) -> KahunaState:
        """Return a state that looks to a player like this view; it can be resampled for it."""
        return KahunaState(self, GameSnapshot.of(view))

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401
        params: dict[str, Any] | None = None,
    ) -> KahunaObserver:
        """Return the observer that OpenSpiel asks for."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return KahunaObserver(kind, params, memory=self._has_memory)


def _ruleset_of(options: dict[str, Any]) -> Ruleset:
    if options["rules"]:
        keys = (key for key in _DEFAULTS if key not in ("rules", "memory"))
        others = [key for key in keys if options[key] != _DEFAULTS[key]]
        if others:
            raise ValueError(f"`rules` sets all options; leave out {', '.join(others)}")
        return parse_ruleset(str(options["rules"]))
    edition = EDITIONS.get(str(options["edition"]))
    if edition is None:
        known = ", ".join(EDITIONS)
        raise ValueError(f"there is no edition {options['edition']!r}; there are {known}")
    return edition.ruleset(**{key: bool(options[key]) for key in _FLAGS})


class CoreGameState(pyspiel.State):  # type: ignore[misc]
    """What the core answers when OpenSpiel asks about a state, on any board."""

    def __init__(self, game: pyspiel.Game, moment: GameSnapshot = NOTHING_YET) -> None:
        super().__init__(game)
        self.moment = moment
        self._ruleset = game.ruleset

    @property
    def position(self) -> State | None:
        """Return the position of the core; ``None`` until all cards are dealt."""
        return self.moment.state

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's chance or terminal player."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = None if self.position is None else mover(self.position.public.phase)
        return int(pyspiel.PlayerId.CHANCE) if seat is None else int(seat)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        numbers = action_numbers(self._ruleset.board)
        view = view_of(self.position, Seat(player))
        return sorted(numbers[action] for action in legal_actions(view))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible starters or cards, with their probabilities."""
        if self.moment.first is None:
            return [(int(seat), 1 / len(SEATS)) for seat in SEATS]
        pile = self.moment.pile(self._ruleset)
        return [(int(card), count(pile, card) / size(pile)) for card in kinds(pile)]

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.position is not None and isinstance(self.position.public.phase, Over)

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; 0 for a draw."""
        if self.position is None or not isinstance(phase := self.position.public.phase, Over):
            return [0.0, 0.0]
        winner = phase.outcome.winner
        return [0.0 if winner is None else 1.0 if winner is seat else -1.0 for seat in SEATS]


class KahunaState(CoreGameState):
    """A state: a moment of a game of the core, or of its deal."""

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action, self._ruleset)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return NOTATIONS[action]
        is_dealt = self.moment.first is not None
        return ARCHIPELAGO.names[action] if is_dealt else f"{Seat(action).name} begins"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KahunaState:
        """Sample a state that fits everything a player has seen. [R15]

        What the other player has drawn and buried is dealt anew, so that player's own past is
        unknown there; everything from now on is not.
        """
        seat = Seat(player)
        moment = self.moment
        if moment.state is None:
            raise ValueError("there is nothing to resample before the deal")
        hidden = _belief(moment, seat).sample(Random(int(sampler() * (1 << 52))))
        view = view_of(moment.state, seat, history=moment.seen_by(seat))
        fitting: KahunaState = self.clone()
        fitting.moment = moment.as_seen_by(seat, world(view, hidden))
        return fitting

    def __str__(self) -> str:
        """Return the full log of the game, with all secrets."""
        return " ".join(TOKENS[private] for _, _, private in self.moment.log)


@lru_cache(maxsize=64)
def _belief(moment: GameSnapshot, seat: Seat) -> Belief:
    """Return what a seat believes, cached, because many copies of a state ask for it."""
    assert moment.state is not None
    return believe(view_of(moment.state, seat, history=moment.seen_by(seat)))


class KahunaObserver:
    """Writes down what a player sees now, and with perfect recall also all it has seen."""

    def __init__(
        self,
        iig_obs_type: Any,  # noqa: ANN401
        params: dict[str, Any] | None,
        *,
        memory: bool,
    ) -> None:
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        self._has_recall = bool(iig_obs_type.perfect_recall)
        self._has_memory = memory
        self._size = SIZE + memory * MEMORY_SIZE
        size_of_log = LOG_SIZE if self._has_recall else 0
        self.tensor: npt.NDArray[np.float32] = np.zeros(self._size + size_of_log, np.float32)
        slices = {**SLICES, **(MEMORY_SLICES if memory else {})}
        self.dict = {name: self.tensor[place] for name, place in slices.items()}
        if self._has_recall:
            self.dict["log"] = self.tensor[self._size :]

    def set_from(self, state: KahunaState, player: int) -> None:
        """Write what a player sees of a state into the tensor."""
        self.tensor.fill(0)
        seat, moment = Seat(player), state.moment
        if moment.state is not None:
            view = view_of(moment.state, seat)
            self.tensor[:SIZE] = encode_view(view, memory=moment.memory)
            if self._has_memory:
                remembered = memory_features(view, moment.recollection(seat))
                self.tensor[SIZE : self._size] = remembered
        if self._has_recall:
            codes = moment.codes_for(seat)
            self.tensor[self._size : self._size + len(codes)] = codes

    def string_from(self, state: KahunaState, player: int) -> str:
        """Describe what a player sees of a state."""
        seat, moment = Seat(player), state.moment
        log = " ".join(TOKENS[code] for code in moment.codes_for(seat))
        if moment.state is None:
            return f"{seat.name} {log}"
        row = encode_view(view_of(moment.state, seat), memory=moment.memory)
        pieces = " ".join(
            f"{name}={','.join(map(str, row[place].tolist()))}"
            for name, place in SLICES.items()
            if row[place].any()
        )
        return f"{seat.name} {pieces}" + (f" log: {log}" if self._has_recall else "")


pyspiel.register_game(_GAME_TYPE, KahunaGame)
