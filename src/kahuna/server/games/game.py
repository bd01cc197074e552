"""A game that is being played: the authority, and what a match has beside the rules.

It changes in memory only and says what is to be written; nobody may hear of a change before that
is on disk, and if it cannot be written the game is built anew from what is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from kahuna.core import (
    SEATS,
    SPECTATOR,
    Action,
    IllegalActionError,
    PlaceHandicap,
    Reason,
    Seat,
    SeenEvent,
    View,
    Viewer,
)
from kahuna.match import (
    Authority,
    ChanceSource,
    Change,
    Ending,
    NothingToUndoError,
    Undone,
)
from kahuna.record import (
    GameRecord,
    Ply,
    RecordError,
    format_ply,
    one_sided,
    parse_ply,
    to_action,
)
from kahuna.server.games.clocks import GameClock
from kahuna.server.render.knowledge import KnowledgeRenderer, knowledge_out
from kahuna.server.render.log import LogRenderer
from kahuna.server.render.ruleset import ruleset_out
from kahuna.server.storage.models import ChangeRow
from kahuna.server.storage.store import StoredGame
from kahuna.server.wire.errors import RefusedError
from kahuna.server.wire.events import GameEvent
from kahuna.server.wire.game_view import KnowledgeOut
from kahuna.server.wire.vocabulary import Refusal

STEPS = 1000
"""Versions that a turn has room for, so that they grow without telling what was undone."""
MAX_STEPS = 900
"""So much may be done and undone in one turn; what is left over is enough to end it."""
UNDO = "undo"


class HostedGame:
    """One game in memory."""

    def __init__(self, stored: StoredGame, chance: ChanceSource) -> None:
        self.row = row = stored.row
        self.holders = dict(stored.holders)
        self.authority = Authority.restore(
            row.ruleset,
            chance,
            (change.change for change in stored.changes),
            first=row.first,
            deal=row.deal,
        )
        self.ruleset_out = ruleset_out(row.ruleset)
        self.time = GameClock(row.clock, row.started_at)
        self._asked: dict[tuple[Seat, str], str] = {}
        self._log_renderers = {viewer: LogRenderer() for viewer in (*SEATS, SPECTATOR)}
        self._knowledge_renderers = {seat: KnowledgeRenderer() for seat in SEATS}
        self._turns = 0
        self._steps = 0
        self._drafted = 0
        self._placed = 0
        for change in stored.changes:
            is_last = change.number == len(stored.changes)
            self._note(change, is_over=is_last and self.authority.outcome is not None)

    @property
    def mover(self) -> Seat | None:
        """The seat to move."""
        return self.authority.mover

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.authority.outcome is not None

    @property
    def bot_to_move(self) -> str | None:
        """The bot that is to move, by its key."""
        return None if self.mover is None else self.row.players[self.mover].bot

    @property
    def is_draft(self) -> bool:
        """Whether the last change is seen by the seat to move alone."""
        return self._steps > 0

    def version_for(self, viewer: Viewer) -> int:
        """How often the game has changed in a viewer's eyes."""
        return self._turns * STEPS + (self._steps if viewer is self.mover else 0)

    def log(self, view: View) -> list[GameEvent]:
        """What a viewer has seen, in words."""
        return self._log_renderers[view.viewer].tell(*self._parts(view))

    def knowledge(self, view: View) -> KnowledgeOut | None:
        """What the seat that looks can know of the cards, if the game allows to be told."""
        if not self.row.allows_knowledge or not isinstance(view.viewer, Seat):
            return None
        recollection = self._knowledge_renderers[view.viewer]
        return knowledge_out(view, recollection.memory(view.ruleset, *self._parts(view)))

    def num_published(self, viewer: Viewer) -> int:
        """How many entries of the log, as it was last told, cannot be undone."""
        return self._log_renderers[viewer].num_told

    def record(self) -> GameRecord:
        """The whole game with every card, by the names that the players have now."""
        white, black = self.row.players
        return replace(self.authority.record(), players=(white.name, black.name))

    def record_for(self, viewers: tuple[Seat, ...]) -> GameRecord:
        """The record as those who hold these seats may have it now."""
        record = self.record()
        if self.is_over or len(viewers) == len(SEATS):
            return record
        viewer = viewers[0] if viewers else SPECTATOR
        if viewer is not self.mover:
            num = len(record.plies) - self._drafted
            record = replace(record, plies=record.plies[:num])
        return one_sided(record, viewer)

    def asked_before(self, seats: tuple[Seat, ...], key: str) -> str | None:
        """What was done already under this key, if anything."""
        return next((self._asked[seat, key] for seat in seats if (seat, key) in self._asked), None)

    def read_action(self, text: str) -> Action:
        """The action of a text in notation, in the present phase."""
        try:
            ply = read_ply(text)
        except RecordError:
            raise RefusedError(Refusal.BAD_MESSAGE, action=text) from None
        if ply.card is not None or ply.opened:
            raise RefusedError(Refusal.BAD_MESSAGE, action=text)
        seat = self.mover
        if seat is None:
            raise RefusedError(Refusal.GAME_OVER, action=text)
        try:
            return to_action(ply.action, self.authority.view(seat).public.phase)
        except RecordError:
            reason = Reason.NOTHING_CLEARED
            raise RefusedError(Refusal.ILLEGAL_ACTION, reason=reason, action=text) from None

    def act(self, seat: Seat, text: str, *, version: int, key: str, at: float) -> ChangeRow:
        """Do what a player asks."""
        self._check(seat, version)
        try:
            return self.do(seat, self.read_action(text), key=key, at=at)
        except IllegalActionError as error:
            raise RefusedError(Refusal.ILLEGAL_ACTION, reason=error.reason, action=text) from None

    def do(self, seat: Seat, action: Action, *, key: str | None, at: float) -> ChangeRow:
        """Do an action in the present version."""
        ply = self.authority.act(seat, action, version=self.authority.version)
        return self._changed(ply, seat, key, at)

    def undo(self, seat: Seat, *, version: int, key: str, at: float) -> ChangeRow:
        """Take back the last step of the turn in progress."""
        self._check(seat, version)
        if self._steps >= MAX_STEPS:
            raise RefusedError(Refusal.TOO_MANY_STEPS)
        try:
            self.authority.undo(seat, version=self.authority.version)
        except NothingToUndoError:
            raise RefusedError(Refusal.NOTHING_TO_UNDO) from None
        return self._changed(Undone(), seat, key, at)

    def resign(self, seat: Seat, at: float) -> ChangeRow:
        """A seat gives up. [R17.1]"""
        self._check_running()
        self.authority.resign(seat)
        return self._changed(self.authority.changes[-1], seat, None, at)

    def agree_draw(self, seat: Seat, at: float) -> ChangeRow:
        """The other seat's offer is accepted. [R17.3]"""
        self._check_running()
        self.authority.agree_draw()
        return self._changed(self.authority.changes[-1], seat, None, at)

    def time_out(self, at: float) -> ChangeRow | None:
        """The seat to move loses, if its time is up. [R17.2]"""
        seat = self.mover
        if seat is None:
            return None
        deadline = self.time.deadline(seat)
        if deadline is None or at < deadline:
            return None
        self.authority.time_out(seat)
        return self._changed(self.authority.changes[-1], None, None, at)

    def _parts(self, view: View) -> tuple[Sequence[SeenEvent], Sequence[SeenEvent]]:
        """A viewer's history: what everybody has heard of, and the turn in progress."""
        num = len(view.history)
        if view.is_to_move and self._steps:
            num = len(self.authority.view(SPECTATOR).history)
        return view.history[:num], view.history[num:]

    def _check_running(self) -> None:
        if self.is_over:
            raise RefusedError(Refusal.GAME_OVER)

    def _check(self, seat: Seat, version: int) -> None:
        self._check_running()
        if seat is not self.mover:
            raise RefusedError(Refusal.NOT_YOUR_TURN)
        if version != self.version_for(seat):
            raise RefusedError(Refusal.STALE_VERSION)

    def _changed(self, change: Change, seat: Seat | None, key: str | None, at: float) -> ChangeRow:
        row = ChangeRow(self.row.id, self.authority.version, change, seat, key, at)
        self._note(row, is_over=self.is_over)
        return row

    def _note(self, row: ChangeRow, *, is_over: bool) -> None:
        """Keep the counts that go with a change; the same when it is made and when it is read."""
        change = row.change
        if row.seat is not None and row.key is not None:
            self._asked[row.seat, row.key] = what_was_asked(change)
        ends_turn = is_over or isinstance(change, Ending)
        if isinstance(change, Ply):
            self._drafted += 1
            if isinstance(change.action, PlaceHandicap):
                self._placed += 1
                ends_turn = ends_turn or self._placed == self.row.ruleset.handicap
            ends_turn = ends_turn or change.ends_turn
        elif isinstance(change, Undone):
            self._drafted -= 1
            if not self._turns and self.row.ruleset.handicap:
                self._placed -= 1
        self._steps += 1
        if ends_turn:
            self._turns += 1
            self._steps = self._drafted = 0
            if row.seat is not None:
                self.time.end_turn(row.seat, row.at)


read_ply = lru_cache(maxsize=1 << 12)(parse_ply)
"""A ply from notation; the same few hundred texts come again and again."""


def canonical(text: str) -> str:
    """An action as it would be written here; whatever is no action stays as it is."""
    try:
        return format_ply(Ply(read_ply(text).action))
    except RecordError:
        return text


def what_was_asked(change: Change) -> str:
    """A change as the player asked for it, without what chance answered."""
    if isinstance(change, Ply):
        return format_ply(Ply(change.action))
    return UNDO
