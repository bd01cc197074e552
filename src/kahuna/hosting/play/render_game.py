"""Render games and positions as one viewer sees them.

Everything is selected from a view. Nothing here ever holds a state: what a view does not contain
cannot be sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, assert_never, cast

from kahuna.core import (
    ARCHIPELAGO,
    NO_CARDS,
    SEATS,
    SPECTATOR,
    Cards,
    Drawing,
    Handicap,
    Lines,
    Opening,
    Over,
    Phase,
    Refilling,
    Seat,
    SeenEvent,
    Termination,
    Turn,
    View,
    Viewer,
    mover,
    num_bridges_left,
    size,
)
from kahuna.core.memory import Memory, remember
from kahuna.core.scoring import count_stones
from kahuna.hosting.play.choices import render_choices
from kahuna.hosting.play.clocks import GameClock
from kahuna.hosting.play.game_log import LogRenderer, RenderedLog, render_outcome, render_pair
from kahuna.hosting.play.game_view import (
    ClockOut,
    FairCardsOut,
    GameFacts,
    GameOut,
    KnowledgeOut,
    MatchOut,
    OwnOut,
    PhaseOut,
    PlayerOut,
    ReactionOut,
    RecordOut,
    SeatOut,
    SideOut,
)
from kahuna.hosting.play.names import (
    SeatName,
    count_cards,
    island_letters,
    letters,
    line_name,
    line_names,
    seat_name,
    viewer_name,
)
from kahuna.hosting.play.seeds import awaited_seats
from kahuna.hosting.play.wire_ruleset import render_ruleset
from kahuna.hosting.store import GameMetadata, MatchInfo, Player, TimeControl
from kahuna.match import Authority
from kahuna.record import GameRecord, commitment_of, format_record


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
            "gifts": [
                {"seat": seat_name(gift.seat), "turn": gift.turn, "seconds": gift.seconds}
                for gift in game.gifts
            ],
            "reactions": render_reactions(game) if holds else [],
            "assisted": [seat_name(seat) for seat in game.assisted],
            "match": render_match(game.match),
            "fair_cards": render_fair_cards(game),
            "record": self._render_record(game, record) if mover is None else None,
        }
        if game.is_waiting:
            rendered |= {"legal": [], "blocked": []}
        if not game.is_dealt:
            rendered |= {"to_move": None, "is_dealt": False}
        return rendered

    def _seat_status(
        self, seat: Seat, game: GameMetadata, joined: bool, present: tuple[Seat, ...], now: float
    ) -> SeatStatus:
        authority, is_bot = self._authority, game.players[seat].bot is not None
        turn = authority.position(SPECTATOR).public.turn
        left = self._clock.remaining(game, seat, authority.mover, turn, now)
        outcome = authority.outcome
        if outcome and outcome.termination is Termination.TIMEOUT and outcome.winner is not seat:
            left = 0.0
        return SeatStatus(
            render_seat(game, seat, joined=is_bot or joined),
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


class SeatStatus(NamedTuple):
    """Who sits at a seat, and what else does not follow from the position."""

    player: PlayerOut
    present: bool = True
    clock_ms: int | None = None


def render_position(
    view: View,
    seats: tuple[SeatStatus, SeatStatus],
    *,
    version: int,
    holds: Iterable[Seat],
    can_undo: bool,
    is_over: bool = False,
) -> GameOut:
    """Render a position in the form of a game, so that the page displays both alike.

    ``is_over``: nothing more can be played here, although the rules would allow it.
    """
    public, phase = view.public, view.public.phase
    legal, blocked = ([], []) if is_over else render_choices(view)
    stones = count_stones(view.ruleset, public.bridges)
    white, black = (_render_seat(view, seat, seats[seat], stones[seat]) for seat in SEATS)
    return {
        "game": "",
        "mode": "bot",
        "version": version,
        "viewer": viewer_name(view.viewer),
        "holds": [seat_name(seat) for seat in holds],
        "ruleset": render_ruleset(view.ruleset),
        "clock": None,
        "is_clock_running": False,
        "seats": {"white": white, "black": black},
        "own": _render_own(view),
        "allows_knowledge": False,
        "knowledge": None,
        "open_cards": letters(public.open_cards),
        "pile_size": view.pile_size,
        "discards": letters(public.discards),
        "rounds": [render_pair(points) for points in public.points],
        "round": public.round,
        "turn": public.turn,
        "phase": _render_phase(phase),
        "to_move": None if is_over else render_mover(phase),
        "can_undo": can_undo,
        "legal": legal,
        "blocked": blocked,
        "draw_offer": None,
        "gifts": [],
        "gift_seconds": None,
        "can_abort": False,
        "rematch": {"wanted_by": [], "game": None},
        "reactions": [],
        "assisted": [],
        "match": None,
        "fair_cards": None,
        "is_dealt": True,
        "outcome": render_outcome(phase.outcome) if isinstance(phase, Over) else None,
        "record": None,
    }


def render_facts(game: GameMetadata, view: View, joined: tuple[bool, bool]) -> GameFacts:
    """Render what is public about a game, given a spectator's view."""
    public, phase = view.public, view.public.phase
    outcome = phase.outcome if isinstance(phase, Over) else None
    white, black = (render_seat(game, seat, joined=joined[seat]) for seat in SEATS)
    return {
        "game": game.id,
        "mode": game.mode,
        "created_at": datetime.fromtimestamp(game.created_at, UTC).isoformat(timespec="seconds"),
        "ruleset": render_ruleset(game.ruleset),
        "clock": render_clock(game.time_control),
        "allows_knowledge": game.allows_knowledge,
        "players": {"white": white, "black": black},
        "can_join": game.invite_hash is not None,
        "round": public.round,
        "turn": public.turn,
        "to_move": render_mover(phase) if game.is_dealt else None,
        "outcome": None if outcome is None else render_outcome(outcome),
        "rematch": game.rematch,
        "match": render_match(game.match),
    }


def render_match(match: MatchInfo | None) -> MatchOut | None:
    """Render the match that a game belongs to."""
    if match is None:
        return None
    return {
        "id": match.id,
        "is_rated": match.is_rated,
        "number": match.number,
        "num_games": match.num_games,
    }


def render_reactions(game: GameMetadata) -> list[ReactionOut]:
    """Render what the players last showed each other."""
    return [
        {"seat": seat_name(seat), "reaction": shown.kind, "at": shown.at}
        for seat, shown in zip(SEATS, game.reactions, strict=True)
        if shown is not None
    ]


def render_fair_cards(game: GameMetadata) -> FairCardsOut | None:
    """Render what was committed, never what is secret."""
    exchange = game.seed_exchange
    if exchange is None:
        return None
    white, black = exchange.commitments
    return {
        "server": commitment_of(exchange.secret),
        "white": white,
        "black": black,
        "awaited": [seat_name(seat) for seat in awaited_seats(game)],
    }


def render_clock(time_control: TimeControl | None) -> ClockOut | None:
    """Render the agreed time control."""
    if time_control is None:
        return None
    return {
        "kind": time_control.kind,
        "seconds": time_control.seconds,
        "increment": time_control.increment,
    }


def render_record(record: GameRecord) -> RecordOut:
    """Render a record as JSON data."""
    return cast("RecordOut", json.loads(format_record(record)))


def render_side(bridges: Lines) -> SideOut:
    """Render a seat's bridges and the islands that they control."""
    return {"bridges": line_names(bridges), "control": island_letters(ARCHIPELAGO.held(bridges))}


def render_mover(phase: Phase) -> SeatName | None:
    """Render the seat to move."""
    seat = mover(phase)
    return None if seat is None else seat_name(seat)


def _render_own(view: View) -> OwnOut | None:
    if not isinstance(view.viewer, Seat):
        return None
    return {"hand": letters(view.own.hand), "buried": letters(view.own.buried)}


def _render_phase(phase: Phase) -> PhaseOut:
    match phase:
        case Turn(seat, must_draw, did, cleared, last_turns):
            return {
                "kind": "turn",
                "seat": seat_name(seat),
                "must_draw": must_draw,
                "did": did,
                "cleared": None if cleared is None else line_name(cleared),
                "last_turns": last_turns,
            }
        case Handicap(seat, left, first):
            return {
                "kind": "handicap",
                "seat": seat_name(seat),
                "left": left,
                "first": seat_name(first),
            }
        case Over():
            return {"kind": "over"}
        case Refilling() | Drawing() | Opening():
            raise AssertionError("an authority resolves chance at once")
        case _:
            assert_never(phase)


def _render_seat(view: View, seat: Seat, status: SeatStatus, stones: int) -> SeatOut:
    public, ruleset = view.public, view.ruleset
    shown = public.shown[seat]
    return {
        **status.player,
        **render_side(public.bridges[seat]),
        "present": status.present,
        "stones": stones,
        "bridges_left": num_bridges_left(ruleset, public, seat),
        "stones_left": ruleset.stones - stones,
        "hand_size": view.hand_sizes[seat] + size(shown),
        "shown": letters(shown),
        "buried_size": view.buried_sizes[seat],
        "clock_ms": status.clock_ms,
    }


def render_seat(game: GameMetadata, seat: Seat, *, joined: bool) -> PlayerOut:
    """Render who sits at a seat of a game."""
    ends = (vacation.end for vacation in game.vacations if vacation.seat is seat)
    return {
        **render_player(game.players[seat], joined=joined),
        "vacation_until": max(ends, default=None),
    }


def render_player(player: Player, *, joined: bool = True) -> PlayerOut:
    """Render who sits at a seat."""
    return {
        "name": player.name,
        "kind": player.kind,
        "bot": player.bot,
        "account": player.account,
        "joined": joined,
        "vacation_until": None,
    }
