"""Everything about a game except its position: players, rules and agreements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias

from kahuna.core import Deal, Ruleset, Seat
from kahuna.hosting.play.clocks import TimeControl
from kahuna.hosting.play.names import Mode

PlayerKind: TypeAlias = Literal["human", "bot"]
FirstChoice: TypeAlias = Literal["white", "black", "random"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a person, or a bot given by its key."""

    name: str | None
    """``None`` for a person who gave none."""
    bot: str | None = None

    @property
    def kind(self) -> PlayerKind:
        """Whether this is a person or a bot."""
        return "human" if self.bot is None else "bot"


_DERIVED: Final = frozenset(("revision", "deadline", "bot_to_move"))
"""The last fields of :class:`GameMetadata`, which are derived and set by every write."""


@dataclass(frozen=True, slots=True)
class GameMetadata:
    """A game without its changes. Times are seconds since the epoch."""

    id: str
    created_at: float
    mode: Mode
    ruleset: Ruleset
    first: Seat
    first_choice: FirstChoice
    deal: Deal
    players: tuple[Player, Player]
    time_control: TimeControl | None = None
    started_at: float | None = None
    """When the clocks were started; they wait for all players to be present."""
    invite_hash: str | None = None
    """The hash of the invitation until it is used."""
    draw_offer: Seat | None = None
    """The seat that has offered a draw."""
    rematch_wanted: tuple[Seat, ...] = ()
    rematch: str | None = None
    """The id of the next game between the same players."""
    is_over: bool = False
    allows_knowledge: bool = True
    """Whether players see the table of what they can know about the cards."""
    assisted: tuple[Seat, ...] = ()
    """The seats whose players have asked the coach for help."""
    revision: int = 0
    """Counts the writes to this game; each write names the revision it replaces."""
    deadline: float | None = None
    """When the seat to move runs out of time; derived from the changes, stored for searching."""
    bot_to_move: str | None = None
    """The key of the bot to move; derived from the changes, stored for searching."""

    def next_revision(self, deadline: float | None, bot_to_move: str | None) -> GameMetadata:
        """Return the metadata that the next write stores.

        Every move needs this, and ``dataclasses.replace`` would take three times as long.
        """
        values: tuple[Any, ...] = decided_fields(self)
        return GameMetadata(*(*values, self.revision + 1, deadline, bot_to_move))


decided_fields: Final[Callable[[GameMetadata], tuple[object, ...]]] = attrgetter(
    *(field.name for field in fields(GameMetadata) if field.name not in _DERIVED)
)
"""Return all fields except derived ones, to compare two states of a game."""
