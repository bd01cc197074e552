"""The authority: the one place that owns the state of a game.

Everybody else gets views and logs. A turn in progress is a draft that only its player sees. The
player can undo it step by step until a card is drawn, and the opponent learns nothing of that. When
the turn ends, the draft is published: each viewer's log grows by what that viewer may see. Events
are masked at that moment, so no reader of a log has to be trusted.

A whole turn can be taken back where the players agree on that, as in a game with a coach.

The authority keeps every change (a ply, an undo, a resignation and so on) in order; a game can be
restored from them. Each viewer has a version, which grows with every change that this viewer can
see. It does not tell how many steps of a turn were taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from kahuna.core import (
    VIEWERS,
    Action,
    Deal,
    Event,
    Handicap,
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
    size,
    start,
    view_of,
    viewer_of,
)
from kahuna.core.events import GameEnded
from kahuna.match.chance import ChanceSource
from kahuna.match.errors import (
    GameOverError,
    NothingToUndoError,
    NotYourTurnError,
    StaleVersionError,
    TooManyStepsError,
)
from kahuna.record import GameRecord, Players, Ply, one_sided, play, position_hash, replay_ply

VERSIONS_PER_TURN: Final = 1000
"""Versions reserved for each turn, so that undoing does not change later version numbers."""
MAX_STEPS: Final = 900
"""Steps of one turn after which nothing can be undone; the rest is enough to finish the turn."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last ply of the turn in progress was taken back."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All plies but the first few were taken back, published ones too."""

    num_plies: int
    """The number of plies that are left."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The players ended the match. [R17]"""

    winner: Seat | None
    termination: Termination


Change: TypeAlias = Ply | Undone | TakenBack | Ending
"""Something that happened to a game: a ply, an undo, a turn taken back, or the end of the match."""


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
        players: Players = (None, None),
        deal: Deal | None = None,
    ) -> None:
        self._chance = chance
        self._players = players
        self._first = chance.first() if first is None else first
        self._deal = chance.deal(ruleset) if deal is None else deal
        self._positions: dict[Viewer, View] = {}
        self._views: dict[Viewer, View] = {}
        """Views requested since the last change."""
        state, events = start(ruleset, self._deal, first=self._first)
        self._set_state(state)
        self._published = state
        self._draft: list[_Drafted] = []
        self._seen_draft: tuple[SeenEvent, ...] = ()
        """The events of the draft, as its player sees them."""
        self._plies: list[Ply] = []
        self._num_drawn = sum(map(size, (*self._deal.hands, self._deal.open_cards)))
        """The number of cards that have left the pile since the beginning."""
        self._hashes: list[tuple[int, str]] = []
        self._changes: list[Change] = []
        self._turn_starts = [0]
        """The number of plies before each turn."""
        self._turn_seats = [self._mover]
        """The seat of each turn."""
        self._num_turns = 0
        self._num_steps = 0
        self._logs: dict[Viewer, list[SeenEvent]] = {
            viewer: [seen(event, viewer) for event in events] for viewer in VIEWERS
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
        players: Players = (None, None),
    ) -> Authority:
        """Rebuild a game from its changes; raise if they do not fit."""
        authority = cls(ruleset, chance, first=first, deal=deal, players=players)
        for change in changes:
            authority.redo(change)
        return authority

    @property
    def num_changes(self) -> int:
        """The number of changes so far; also the number of the last one, counted from 1."""
        return len(self._changes)

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes in order: enough to restore the game."""
        return tuple(self._changes)

    @property
    def mover(self) -> Seat | None:
        """The seat to move, or ``None`` when the game is over."""
        return self._mover

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        phase = self._state.public.phase
        return phase.outcome if isinstance(phase, Over) else None

    @property
    def is_mid_turn(self) -> bool:
        """Whether the seat to move has begun its turn; only that seat saw the last change."""
        return self._num_steps > 0

    @property
    def can_undo(self) -> bool:
        """Whether the seat to move has done something that it can take back."""
        return bool(self._draft) and self._num_steps < MAX_STEPS

    def version(self, viewer: Viewer | int) -> int:
        """Return the version of the game that a viewer sees; an action names the one it answers."""
        if not isinstance(viewer, Seat):
            viewer = viewer_of(viewer)
        own_steps = self._num_steps if viewer is self._mover else 0
        return self._num_turns * VERSIONS_PER_TURN + own_steps

    def view(self, viewer: Viewer | int) -> View:
        """Return the game as a viewer sees it, with the turn in progress for its player only."""
        position = self.position(viewer)
        viewer = position.viewer
        if (view := self._views.get(viewer)) is None:
            history = (*self._logs[viewer], *self.draft(viewer))
            view = self._views[viewer] = position._replace(history=history)
        return view

    def position(self, viewer: Viewer | int) -> View:
        """Return a view without its history, which may be long."""
        if not isinstance(viewer, Seat):
            viewer = viewer_of(viewer)
        if (position := self._positions.get(viewer)) is None:
            state = self._state if viewer is self._mover else self._published
            position = self._positions[viewer] = view_of(state, viewer)
        return position

    def log(self, viewer: Viewer | int) -> Sequence[SeenEvent]:
        """Return what a viewer has seen of all finished turns.

        Nothing of it can be undone. It grows when a turn ends, and is replaced when one is taken
        back.
        """
        return self._logs[viewer if isinstance(viewer, Seat) else viewer_of(viewer)]

    def draft(self, viewer: Viewer | int) -> tuple[SeenEvent, ...]:
        """Return what a viewer has seen of the turn in progress: nothing, unless it is its own."""
        return self._seen_draft if viewer_of(viewer) is self._mover else ()

    def check(self, seat: Seat, version: int | None = None) -> None:
        """Raise unless a seat may act now, in answer to this version if one is given."""
        if self._mover is None:
            raise GameOverError
        if version is not None and version != (current := self.version(seat)):
            raise StaleVersionError(version, current)
        if viewer_of(seat) is not self._mover:
            raise NotYourTurnError(seat)

    def act(self, seat: Seat, action: Action, *, version: int | None = None) -> Ply:
        """Play an action for a seat and return the ply that it became.

        ``version`` is the one that the action answers. Leave it out if you decided on the current
        view.
        """
        self.check(seat, version)
        before, chance, numbers = self._state, self._chance, count(self._num_drawn + 1)
        ply, step = play(before, action, lambda state: chance.draw(state.pile, next(numbers)))
        self._take_step(before, ply, step)
        return ply

    def undo(self, seat: Seat, *, version: int | None = None) -> Undone:
        """Take back the last step of the turn in progress."""
        self.check(seat, version)
        if not self._draft:
            raise NothingToUndoError
        if self._num_steps >= MAX_STEPS:
            raise TooManyStepsError(MAX_STEPS)
        return self._undo()

    def take_back(self, seat: Seat) -> TakenBack:
        """Return to the beginning of a seat's last turn, as if nothing had happened since.

        The other seat may have moved meanwhile; later cards are drawn anew. Whether the players
        allow this is for the caller to decide.
        """
        if self.outcome is not None:
            raise GameOverError
        turns = zip(reversed(self._turn_starts), reversed(self._turn_seats), strict=True)
        starts = (num for num, whose in turns if whose is seat)
        num_plies = next((num for num in starts if num < len(self._plies)), None)
        if num_plies is None:
            raise NothingToUndoError
        return self._take_back(TakenBack(num_plies))

    def resign(self, seat: Seat) -> Ending:
        """Let a seat give up. [R17.1]"""
        return self._end(Ending(seat.other, Termination.RESIGNATION))

    def time_out(self, seat: Seat) -> Ending:
        """Let a seat lose on time. [R17.2]"""
        return self._end(Ending(seat.other, Termination.TIMEOUT))

    def agree_draw(self) -> Ending:
        """End the match in an agreed draw. [R17.3]"""
        return self._end(Ending(None, Termination.AGREEMENT))

    def abort(self) -> Ending:
        """End the match without a result. [R17.5]"""
        return self._end(Ending(None, Termination.ABORTED))

    def redo(self, change: Change) -> None:
        """Make a change that this game has gone through before; raise if it does not fit."""
        if self._mover is None:
            raise GameOverError
        if isinstance(change, Undone):
            if not self._draft:
                raise NothingToUndoError
            self._undo()
        elif isinstance(change, TakenBack):
            if change.num_plies >= len(self._plies):
                raise NothingToUndoError
            self._take_back(change)
        elif isinstance(change, Ending):
            self._end(change)
        else:
            before = self._state
            self._take_step(before, change, replay_ply(before, change, len(self._plies) + 1))

    def record(self) -> GameRecord:
        """Return the whole game with every card: for storage, and for everybody once it is over."""
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

    def record_for(self, viewer: Viewer) -> GameRecord:
        """Return the record that a viewer may have now. [R15]"""
        record = self.record()
        if self.outcome is not None:
            return record
        if viewer is not self._mover:
            num_plies = len(self._plies) - len(self._draft)
            record = replace(record, plies=record.plies[:num_plies])
        return one_sided(record, viewer)

    def _set_state(self, state: State) -> None:
        self._state = state
        self._mover = mover(state.public.phase)
        self._positions.clear()
        self._views.clear()

    def _undo(self) -> Undone:
        undone_step = self._draft.pop()
        self._set_state(undone_step.before)
        num_left = len(self._seen_draft) - len(undone_step.events)
        self._seen_draft = self._seen_draft[:num_left]
        self._plies.pop()
        undone = Undone()
        self._changes.append(undone)
        self._num_steps += 1
        return undone

    def _take_back(self, taken_back: TakenBack) -> TakenBack:
        """Play the plies that are left again, from the deal; versions go on growing."""
        again = Authority(self._state.ruleset, self._chance, first=self._first, deal=self._deal)
        for ply in self._plies[: taken_back.num_plies]:
            again.redo(ply)
        self._set_state(again._state)
        self._published, self._logs = again._published, again._logs
        self._draft, self._seen_draft = again._draft, again._seen_draft
        self._plies, self._hashes = again._plies, again._hashes
        self._num_drawn = again._num_drawn
        self._turn_starts, self._turn_seats = again._turn_starts, again._turn_seats
        self._changes.append(taken_back)
        self._num_turns += 1
        self._num_steps = 0
        return taken_back

    def _take_step(self, before: State, ply: Ply, step: Step) -> None:
        seat = self._mover
        assert seat is not None
        self._set_state(step.state)
        self._draft.append(_Drafted(ply, before, step.events))
        self._seen_draft += tuple([seen(event, seat) for event in step.events])
        self._plies.append(ply)
        self._num_drawn += (ply.card is not None) + len(ply.opened)
        self._changes.append(ply)
        self._num_steps += 1
        is_placed = isinstance(before.public.phase, Handicap)
        was_last = is_placed and not isinstance(step.state.public.phase, Handicap)
        if ply.ends_turn or was_last or self._mover is None:
            self._publish()

    def _publish(self) -> None:
        """End the turn: add it to every viewer's log."""
        events = [event for step in self._draft for event in step.events]
        for viewer in VIEWERS:
            self._logs[viewer] += [seen(event, viewer) for event in events]
        has_new_round = self._published.public.round != self._state.public.round
        if has_new_round or self.outcome is not None:
            self._hashes.append((len(self._plies), position_hash(self._state)))
        self._draft.clear()
        self._seen_draft = ()
        self._published = self._state
        self._turn_starts.append(len(self._plies))
        self._turn_seats.append(self._mover)
        self._num_turns += 1
        self._num_steps = 0

    def _end(self, ending: Ending) -> Ending:
        """End the match; steps of the turn in progress count as played."""
        if self.outcome is not None:
            raise GameOverError
        public = self._state.public
        outcome = Outcome(ending.winner, ending.termination, public.points)
        self._publish()
        self._set_state(self._state._replace(public=public._replace(phase=Over(outcome))))
        self._published = self._state
        for viewer in VIEWERS:
            self._logs[viewer].append(GameEnded(outcome))
        self._changes.append(ending)
        return ending
