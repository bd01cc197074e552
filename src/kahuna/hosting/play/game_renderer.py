"""Render a hosted game for its viewers; render shared parts only once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kahuna.core import NO_CARDS, SEATS, SPECTATOR, Cards, Seat, SeenEvent, View, Viewer
from kahuna.core.memory import Memory, remember
from kahuna.hosting.play.clocks import GameClock
from kahuna.hosting.play.game_log import LogRenderer, RenderedLog
from kahuna.hosting.play.game_view import GameOut, KnowledgeOut, RecordOut
from kahuna.hosting.play.metadata import GameMetadata
from kahuna.hosting.play.names import count_cards, seat_name
from kahuna.hosting.play.render_game import (
    SeatStatus,
    render_clock,
    render_position,
    render_record,
)
from kahuna.match import Authority
from kahuna.record import GameRecord


class GameRenderer:
    """Renders one game."""

    __slots__ = ("_authority", "_clock", "_knowledge", "_logs", "_record")

    def __init__(self, authority: Authority, clock: GameClock) -> None:
        self._authority = authority
        self._clock = clock
        self._record: tuple[object, RecordOut] | None = None
        """The record of a finished game, and its key."""
        self.forget_history()

    def forget_history(self) -> None:
        """Render all events again: some were taken back."""
        self._logs = {viewer: LogRenderer() for viewer in (*SEATS, SPECTATOR)}
        self._knowledge = {seat: KnowledgeRenderer() for seat in SEATS}

    def log(self, viewer: Viewer) -> RenderedLog:
        """Render what a viewer has seen."""
        authority = self._authority
        return self._logs[viewer].render(authority.log(viewer), authority.draft(viewer))

    def render(
        self,
        viewer: Viewer,
        game: GameMetadata,
        joined: tuple[bool, bool],
        holds: tuple[Seat, ...],
        present: tuple[Seat, ...],
        now: float,
        record: Callable[[], GameRecord],
    ) -> GameOut:
        """Render the game for a viewer who holds these seats; ``record`` is for a finished game."""
        authority = self._authority
        view, mover = authority.position(viewer), authority.mover
        white, black = (self._seat_status(seat, game, joined[seat], present, now) for seat in SEATS)
        rendered = render_position(
            view,
            (white, black),
            version=authority.version(viewer),
            holds=holds,
            can_undo=viewer is mover and authority.can_undo,
        )
        rendered |= {
            "game": game.id,
            "mode": game.mode,
            "clock": render_clock(game.time_control),
            "is_clock_running": game.started_at is not None and mover is not None,
            "allows_knowledge": game.allows_knowledge,
            "knowledge": self._render_knowledge(view) if game.allows_knowledge else None,
            "draw_offer": None if game.draw_offer is None else seat_name(game.draw_offer),
            "rematch": {
                "wanted_by": [seat_name(seat) for seat in game.rematch_wanted],
                "game": game.rematch,
            },
            "assisted": [seat_name(seat) for seat in game.assisted],
            "record": self._render_record(game, record) if mover is None else None,
        }
        if game.invite_hash is not None:  # Somebody is still missing.
            rendered |= {"legal": [], "blocked": []}
        return rendered

    def _seat_status(
        self, seat: Seat, game: GameMetadata, joined: bool, present: tuple[Seat, ...], now: float
    ) -> SeatStatus:
        player = game.players[seat]
        is_bot = player.bot is not None
        left = self._clock.remaining(seat, self._authority.mover, now)
        return SeatStatus(
            player.name,
            player.kind,
            player.bot,
            is_bot or joined,
            is_bot or seat in present,
            None if left is None else int(left * 1000),
        )

    def _render_knowledge(self, view: View) -> KnowledgeOut | None:
        viewer, authority = view.viewer, self._authority
        if not isinstance(viewer, Seat):
            return None
        return self._knowledge[viewer].render(view, authority.log(viewer), authority.draft(viewer))

    def _render_record(self, game: GameMetadata, record: Callable[[], GameRecord]) -> RecordOut:
        """Render the record of a finished game, once for all viewers."""
        key = (self._authority.num_changes, game.players, game.assisted)
        if self._record is None or self._record[0] != key:
            self._record = key, render_record(record())
        return self._record[1]


class KnowledgeRenderer:
    """Renders one seat's knowledge; reads each published event only once."""

    def __init__(self) -> None:
        self._memory = Memory.at_start((NO_CARDS, NO_CARDS))
        self._num_events = 0

    def render(
        self, view: View, published: Sequence[SeenEvent], drafted: Sequence[SeenEvent]
    ) -> KnowledgeOut:
        """Render the seat's knowledge, given its history and the turn in progress after it."""
        ruleset = view.ruleset
        if len(published) > self._num_events:
            self._memory = remember(ruleset, published[self._num_events :], self._memory)
            self._num_events = len(published)
        return render_knowledge(view, remember(ruleset, drafted, self._memory))


def render_knowledge(view: View, memory: Memory) -> KnowledgeOut:
    """Render the table of a seat's knowledge."""
    assert isinstance(view.viewer, Seat)
    public, opponent, cards = view.public, view.viewer.other, view.cards
    shown = public.shown[opponent]
    located = cards + public.discards + public.open_cards + view.own.buried + shown
    unseen = view.ruleset.board.deck - located
    return {
        "hand": count_cards(cards),
        "discarded": count_cards(public.discards),
        "open": count_cards(public.open_cards),
        "buried": count_cards(view.own.buried),
        "taken": _still_held(memory.taken[opponent], unseen + shown),
        "unseen": count_cards(unseen),
        "doubt": memory.doubt[opponent],
    }


def _still_held(taken: Cards, elsewhere: Cards) -> list[int]:
    """Count the taken cards that the seat can no longer see."""
    counts = count_cards(taken)
    return list(map(min, counts, count_cards(elsewhere))) if taken else counts
