"""What a viewer knows of a game, by selection. [R15]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kahuna.core.cards import size
from kahuna.core.letters import format_cards
from kahuna.core.scoring import count_stones
from kahuna.core.seats import SEATS, Seat, Viewer, viewer_of
from kahuna.core.spelling import readable
from kahuna.core.state import Private, Public, State, buried_sizes, hand_sizes, mover

if TYPE_CHECKING:
    from kahuna.core.board import Island
    from kahuna.core.cards import Cards
    from kahuna.core.events import SeenEvent
    from kahuna.core.ruleset import Ruleset
    from kahuna.core.scoring import Pair

NOTHING_OWN = Private(0, 0)
"""The private zone of a spectator."""


@readable
class View(NamedTuple):
    """A game as one viewer sees it, with that viewer's history."""

    viewer: Viewer
    ruleset: Ruleset
    public: Public
    own: Private
    hand_sizes: Pair
    """Hidden cards of each hand; open ones of variant 2 are in ``public.shown``."""
    buried_sizes: Pair
    pile_size: int
    history: tuple[SeenEvent, ...]

    @property
    def cards(self) -> Cards:
        """Return the cards that the viewer can play; in variant 2 also those in front. [R13.2]"""
        if isinstance(self.viewer, Seat):
            return self.own.hand + self.public.shown[self.viewer]
        return self.own.hand

    @property
    def hand(self) -> str:
        """Return the letters of the cards that the viewer can play."""
        return format_cards(self.cards)

    @property
    def open_cards(self) -> str:
        """Return the letters of the open cards. [R2.2]"""
        return format_cards(self.public.open_cards)

    @property
    def is_to_move(self) -> bool:
        """Return whether it is the viewer's decision."""
        return mover(self.public.phase) is self.viewer

    @property
    def stones(self) -> Pair:
        """Return the stones of each seat. [R5.1, R1.5]"""
        return count_stones(self.ruleset, self.public.bridges)

    def controller(self, island: Island) -> Seat | None:
        """Return the seat that controls an island. [R5.1]"""
        held = self.ruleset.board.held
        return next((seat for seat in SEATS if held(self.public.bridges[seat]) >> island & 1), None)

    def num_missing(self, island: Island, seat: Seat) -> int:
        """Return how many more bridges a seat needs to control an island; 0 if it does. [R5.1]"""
        board = self.ruleset.board
        placed = (self.public.bridges[seat] & board.lines_at[island]).bit_count()
        return max(board.majority[island] - placed, 0)


def view_of(state: State, viewer: Viewer, *, history: tuple[SeenEvent, ...] = ()) -> View:
    """Select what a viewer sees of a state; ``history`` is that viewer's log of the game."""
    if not isinstance(viewer, Seat):
        viewer = viewer_of(viewer)
    own = state.private[viewer] if isinstance(viewer, Seat) else NOTHING_OWN
    return View(
        viewer,
        state.ruleset,
        state.public,
        own,
        hand_sizes(state),
        buried_sizes(state),
        size(state.pile),
        history,
    )
