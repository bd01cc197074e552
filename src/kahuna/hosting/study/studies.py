"""Positions to study: from finished games, or typed by the player. They hold no secrets."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from kahuna.core import (
    Action,
    InvalidPositionError,
    Seat,
    View,
    is_chance,
    mover,
)
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.imports import check_ply, invalid_record
from kahuna.i18n.shared import shared_texts
from kahuna.record import (
    GameRecord,
    Ply,
    RecordError,
    format_view_position,
    parse_view_position,
    replay,
    replay_view,
    to_action,
    turns_of,
    view_with_known,
)


class StudiedPosition(NamedTuple):
    """A position to study."""

    view: View
    """What the player to move sees."""
    text: str


class PastDecision(NamedTuple):
    """A decision as its player saw it."""

    ply: int
    """The number of the ply, from 1."""
    view: View
    played: Action


def study_position(text: str, language: str = "en") -> StudiedPosition:
    """Parse a typed position; explain in this language why it is impossible."""
    try:
        view = parse_view_position(text)
    except InvalidPositionError as error:
        texts = shared_texts(language)
        raise ApiError("invalid", *map(texts.tell_problem, error.problems)) from None
    except RecordError as error:
        raise invalid_record(error) from None
    if is_chance(view.public.phase):
        raise invalid_record(RecordError("chance decides, so nobody is to move", where="phase"))
    return StudiedPosition(view, text)


def study_game(record: GameRecord, ply: int, *, knows_hand: bool) -> StudiedPosition:
    """Return a position of a finished game as its player saw it then.

    ``knows_hand`` tells the player the other hand.
    """
    assert record.outcome is not None
    check_ply(record, ply)
    state = next(islice(replay(record), ply, None)).state
    seat = mover(state.public.phase)
    if seat is None:
        raise ApiError("conflict", f"after ply {ply} nobody is to move")
    if knows_hand and not record.ruleset.open_hands:
        view = view_with_known(state, seat, state.private[seat.other].hand)
    else:
        view = next(islice(replay_view(record, seat), ply, None))
    return StudiedPosition(view, format_view_position(view))


def last_turn(record: GameRecord, seat: Seat) -> list[PastDecision]:
    """Return the decisions of a seat's last turn, which may be unfinished.

    A record of what the seat saw is enough.
    """
    last: tuple[int, tuple[Ply, ...]] = (0, ())
    num_before = 0
    for turn in turns_of(record):
        if turn.seat is seat:
            last = (num_before, turn.plies)
        num_before += len(turn.plies)
    start, plies = last
    views = list(islice(replay_view(record, seat), start, start + len(plies)))
    return [
        PastDecision(number, view, to_action(ply.action, view.public.phase))
        for number, (view, ply) in enumerate(zip(views, plies, strict=True), start + 1)
    ]
