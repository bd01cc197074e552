"""A game with random cards in this process, shared by the adapters for one game."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from kahuna.core import (
    ACTIONS,
    SEATS,
    Action,
    Lines,
    Outcome,
    Over,
    Recollection,
    Ruleset,
    Seat,
    SeenEvent,
    Step,
    View,
    advance,
    mover,
    random_deal,
    random_draw,
    recollect,
    seen,
    start,
    view_of,
)
from kahuna.core.events import Event
from kahuna.encoding import (
    HIGHS,
    MEMORY_HIGHS,
    Memory,
    encode_view,
    encode_with_memory,
    legal_mask,
    remember,
)

Observation = dict[str, npt.NDArray[np.uint8] | npt.NDArray[np.int8] | npt.NDArray[np.float32]]
"""``observation`` is the row of ``kahuna.encoding``; ``action_mask`` is 1 where legal."""


MEMORY_BOUNDS: Final = np.array((*HIGHS, *MEMORY_HIGHS), np.float32)
"""Upper bounds of observations with memory; estimates may exceed them a little, and are cut off."""


class LocalGame:
    """A game from its deal to its end, with seeded chance."""

    def __init__(
        self, ruleset: Ruleset, rng: Random, *, first: Seat | None = None, memory: bool = False
    ) -> None:
        """Deal a game; with ``memory``, observations include what a seat remembers."""
        self._draw = random_draw(rng)
        deal = random_deal(ruleset, rng)
        first = rng.choice(SEATS) if first is None else first
        self._memory = Memory.at_start((0, 0))
        self._has_memory = memory
        self._recollections: dict[Seat, Recollection] = {}
        self._histories: dict[Seat, list[SeenEvent]] = {seat: [] for seat in SEATS}
        self._take_in(start(ruleset, deal, first=first))

    @property
    def seat(self) -> Seat | None:
        """Return the seat to move; ``None`` when the game is over."""
        return mover(self._state.public.phase)

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, if it has."""
        phase = self._state.public.phase
        return phase.outcome if isinstance(phase, Over) else None

    @property
    def bridges(self) -> tuple[Lines, Lines]:
        """Return the bridges of each seat, which everybody sees."""
        return self._state.public.bridges

    def view(self, seat: Seat) -> View:
        """Return what a seat sees, with its history."""
        return view_of(self._state, seat, history=tuple(self._histories[seat]))

    def observe(self, seat: Seat) -> Observation:
        """Return what a seat knows and may do now, as arrays."""
        view = view_of(self._state, seat)
        return {
            "observation": self._encode(seat, view),
            "action_mask": legal_mask(view).astype(np.int8),
        }

    def _encode(self, seat: Seat, view: View) -> npt.NDArray[np.uint8] | npt.NDArray[np.float32]:
        if not self._has_memory:
            return encode_view(view, memory=self._memory)
        recollection = self._recollections[seat]
        row = encode_with_memory(view, memory=self._memory, recollection=recollection)
        return np.minimum(row, MEMORY_BOUNDS)

    def play(self, action: Action) -> None:
        """Play a legal action and draw the cards that follow."""
        self._take_in(advance(self._state, action, self._draw))

    def play_number(self, number: int) -> None:
        """Play the legal action of this number."""
        self.play(ACTIONS[number])

    def reward(self, seat: Seat) -> float:
        """Return 1 for a win, -1 for a loss, and 0 for a draw or an unfinished game."""
        if self.outcome is None or self.outcome.winner is None:
            return 0.0
        return 1.0 if self.outcome.winner is seat else -1.0

    def _take_in(self, step: Step) -> None:
        events: tuple[Event, ...]
        self._state, events = step
        self._memory = remember(self._state.ruleset, events, self._memory)
        for seat in SEATS:
            news = [seen(event, seat) for event in events]
            self._histories[seat] += news
            if seat in self._recollections:
                self._recollections[seat] = self._recollections[seat].after(news)
            elif self._has_memory:
                self._recollections[seat] = recollect(self.view(seat))
