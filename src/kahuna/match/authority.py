"""The authority: the one place that owns the state of a game.

Others get views and logs. A turn in progress is a draft that only its player sees: it can be undone
step by step until a card is drawn, and taking something back tells the opponent nothing. When the
turn ends it is published: each viewer's log grows by what that viewer may see, masked then and
there, so no reader of a log needs to be trusted.

Every change (a ply, an undo, the end by resignation and the like) is kept in order; their number is
the version of the game, and a game can be restored from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from kahuna.core import (
    VIEWERS,
    Action,
    Deal,
    Event,
    Handicap,
    Island,
    Outcome,
    Over,
    Ruleset,
    Seat,
    SeenEvent,
    State,
    Step,
    Termination,
    View,
    Viewer,
    expand,
    mover,
    seen,
    start,
    view_of,
)
from kahuna.core.events import GameEnded
from kahuna.match.chance import ChanceSource
from kahuna.match.errors import (
    GameOverError,
    NothingToUndoError,
    NotYourTurnError,
    StaleVersionError,
)
from kahuna.record import GameRecord, Ply, play, position_hash, replay_ply


@dataclass(frozen=True, slots=True)
class Undone:
    """The last ply of the turn in progress was taken back."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The players ended the match. [R17]"""

    winner: Seat | None
    termination: Termination


Change: TypeAlias = Ply | Undone | Ending
"""What moves a game from one version to the next."""


class _Drafted(NamedTuple):
    """A step of the turn in progress."""

    ply: Ply
    before: State
    events: tuple[Event, ...]


class Authority:
    """A game in progress, and who may know what of it."""

    def __init__(
        self,
        ruleset: Ruleset,
        chance: ChanceSource,
        *,
        first: Seat | None = None,
        players: tuple[str, str] = ("White", "Black"),
        deal: Deal | None = None,
    ) -> None:
        self._chance = chance
        self._players = players
        self._first = chance.first() if first is None else first
        self._deal = chance.deal(ruleset) if deal is None else deal
        self._state, events = start(ruleset, self._deal, first=self._first)
        self._published = self._state
        self._draft: list[_Drafted] = []
        self._plies: list[Ply] = []
        self._hashes: list[tuple[int, str]] = []
        self._changes: list[Change] = []
        self._logs: dict[Viewer, tuple[SeenEvent, ...]] = {
            viewer: tuple(seen(event, viewer) for event in events) for viewer in VIEWERS
        }

    @classmethod
    def restore(
        cls,
        ruleset: Ruleset,
        chance: ChanceSource,
        changes: Iterable[Change],
        *,
        first: Seat,
        deal: Deal,
        players: tuple[str, str] = ("White", "Black"),
    ) -> Authority:
        """Rebuild the game from its changes; raise if they do not fit."""
        authority = cls(ruleset, chance, first=first, deal=deal, players=players)
        for change in changes:
            authority._redo(change)
        return authority

    @property
    def version(self) -> int:
        """Return how often the game has changed; an action must name the version it answers."""
        return len(self._changes)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return everything that has changed the game, in order: enough to restore it."""
        return tuple(self._changes)

    @property
    def mover(self) -> Seat | None:
        """Return the seat to move, or ``None`` when the game is over."""
        return mover(self._state.public.phase)

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, if it has."""
        phase = self._state.public.phase
        return phase.outcome if isinstance(phase, Over) else None

    @property
    def can_undo(self) -> bool:
        """Return whether the seat to move can take something back."""
        return bool(self._draft)

    def view(self, viewer: Viewer) -> View:
        """Return the game as a viewer sees it; only its player sees a turn in progress."""
        if viewer is not self.mover:
            return view_of(self._published, viewer, history=self._logs[viewer])
        drafted = (seen(event, viewer) for step in self._draft for event in step.events)
        return view_of(self._state, viewer, history=(*self._logs[viewer], *drafted))

    def act(self, seat: Seat, action: Action, *, version: int) -> Ply:
        """Play an action of a seat that answers a version; return the ply."""
        self._check(seat, version)
        before = self._state
        ply, step = play(before, action, self._draw)
        self._take_step(before, ply, step)
        return ply

    def undo(self, seat: Seat, *, version: int) -> None:
        """Take back the last step of the turn in progress."""
        self._check(seat, version)
        if not self._draft:
            raise NothingToUndoError
        self._state = self._draft.pop().before
        self._plies.pop()
        self._changes.append(Undone())

    def resign(self, seat: Seat) -> None:
        """Let a seat resign. [R17.1]"""
        self._end(Ending(seat.other, Termination.RESIGNATION))

    def time_out(self, seat: Seat) -> None:
        """End the game because a seat ran out of time. [R17.2]"""
        self._end(Ending(seat.other, Termination.TIMEOUT))

    def agree_draw(self) -> None:
        """End the game with a draw by agreement. [R17.3]"""
        self._end(Ending(None, Termination.AGREEMENT))

    def record(self) -> GameRecord:
        """Return the whole game with every card, for storage and for finished games."""
        deal = self._deal
        return GameRecord(
            ruleset=self._state.ruleset,
            players=self._players,
            first=self._first,
            hands=(expand(deal.hands[0]), expand(deal.hands[1])),
            open_cards=expand(deal.open_cards),
            plies=tuple(self._plies),
            outcome=self.outcome,
            hashes=tuple(self._hashes),
        )

    def _draw(self, state: State) -> Island:
        return self._chance.draw(state.pile)

    def _check(self, seat: Seat, version: int) -> None:
        if self.outcome is not None:
            raise GameOverError
        if seat is not self.mover:
            raise NotYourTurnError(seat)
        if version != self.version:
            raise StaleVersionError(version, self.version)

    def _redo(self, change: Change) -> None:
        seat = self.mover
        if seat is None:
            raise GameOverError
        if isinstance(change, Undone):
            self.undo(seat, version=self.version)
        elif isinstance(change, Ending):
            self._end(change)
        else:
            before = self._state
            self._take_step(before, change, replay_ply(before, change, len(self._plies) + 1))

    def _take_step(self, before: State, ply: Ply, step: Step) -> None:
        self._state = step.state
        self._draft.append(_Drafted(ply, before, step.events))
        self._plies.append(ply)
        self._changes.append(ply)
        is_placed = isinstance(before.public.phase, Handicap)
        was_last = is_placed and not isinstance(step.state.public.phase, Handicap)
        if ply.ends_turn or was_last or self.outcome is not None:
            self._publish()

    def _publish(self) -> None:
        """Add the turn in progress to every viewer's log."""
        for viewer in VIEWERS:
            news = (seen(event, viewer) for step in self._draft for event in step.events)
            self._logs[viewer] = (*self._logs[viewer], *news)
        has_new_round = self._published.public.round != self._state.public.round
        if has_new_round or self.outcome is not None:
            self._hashes.append((len(self._plies), position_hash(self._state)))
        self._draft.clear()
        self._published = self._state

    def _end(self, ending: Ending) -> None:
        """End the match; the draft of the turn in progress counts as played."""
        if self.outcome is not None:
            raise GameOverError
        public = self._state.public
        outcome = Outcome(ending.winner, ending.termination, public.points)
        self._publish()
        self._state = self._state._replace(public=public._replace(phase=Over(outcome)))
        self._published = self._state
        for viewer in VIEWERS:
            self._logs[viewer] = (*self._logs[viewer], GameEnded(outcome))
        self._changes.append(ending)
