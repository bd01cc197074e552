"""Who wants to know about turns, and which notices are due."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    and_,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.exc import IntegrityError

from kahuna.core import Seat
from kahuna.hosting.columns import seats_from_bits
from kahuna.hosting.notices import NoticeKind, QuietHours, Target, target_id
from kahuna.hosting.store import ONE_DAY
from kahuna.server.store.engines import raising_storage_errors
from kahuna.server.store.tables import (
    GAMES,
    HOLDERS,
    NOTICE_SEATS,
    NOTICE_TARGETS,
    NOTICES,
    SEEKS,
)

CLAIM_SECONDS: Final = 60.0
"""How long a node has for a notice; after that, another node sends it."""
KEEP_SECONDS: Final = 60 * ONE_DAY
"""Forget targets that were not renewed for this long."""
MAX_TARGETS: Final = 20
"""Targets for each token."""
MAX_FAILURES: Final = 30
"""Forget a target that cannot be reached this many times in a row."""
BATCH: Final = 100
SAME_SECONDS: Final = 1.0
"""Marks that are closer than this are of the same occasion."""
_MARKS: Final[dict[NoticeKind, Column[float | None]]] = {
    "begun": GAMES.c.started_at,
    "turn": GAMES.c.turn_began,
    "reminder": GAMES.c.deadline,
}
_REMINDER_SHARE: Final = 4
"""Remind when a quarter of the time for a turn is left."""


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A notice that one target may be due."""

    target: Target
    kind: NoticeKind
    game: str
    mark: float
    """Tells this occasion from earlier ones: when the game or the turn began, or the deadline."""
    seats: tuple[Seat, ...]
    """The seats of the target's player."""

    def is_at(self, mark: float | None) -> bool:
        """Return whether a notice with this mark is about the same occasion."""
        return mark is not None and abs(mark - self.mark) < SAME_SECONDS


class NoticeRows:
    """The tables of notices. All methods block."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @raising_storage_errors()
    def renew(self, target: Target, hashes: Sequence[str], now: float) -> None:
        """Tell a target about the turns of these tokens from now on, and of no others."""
        with self._engine.begin() as connection:
            connection.execute(delete(NOTICE_SEATS).where(NOTICE_SEATS.c.target == target.id))
            columns = _target_columns(target) | {"renewed_at": now, "failures": 0}
            known = update(NOTICE_TARGETS).where(NOTICE_TARGETS.c.id == target.id)
            if not connection.execute(known.values(columns)).rowcount:
                connection.execute(insert(NOTICE_TARGETS).values(id=target.id, **columns))
            if rows := _free_seats(connection, target.id, hashes):
                connection.execute(insert(NOTICE_SEATS), rows)

    @raising_storage_errors()
    def forget(self, address: str) -> None:
        """Send nothing to an address any more."""
        with self._engine.begin() as connection:
            connection.execute(
                delete(NOTICE_TARGETS).where(NOTICE_TARGETS.c.id == target_id(address))
            )

    @raising_storage_errors()
    def forget_unused(self, now: float) -> None:
        """Forget targets that nobody has renewed for long."""
        with self._engine.begin() as connection:
            is_old = NOTICE_TARGETS.c.renewed_at < now - KEEP_SECONDS
            connection.execute(delete(NOTICE_TARGETS).where(is_old))

    @raising_storage_errors()
    def due(self, kind: NoticeKind, now: float) -> list[DueNotice]:
        """Return notices that nobody has sent or claimed yet."""
        mark = _MARKS[kind]
        is_told = and_(
            NOTICES.c.target == NOTICE_TARGETS.c.id,
            NOTICES.c.game == GAMES.c.id,
            NOTICES.c.kind == kind,
        )
        query = (
            select(NOTICE_TARGETS, GAMES.c.id.label("game"), mark.label("mark"), HOLDERS.c.seats)
            .join(HOLDERS, HOLDERS.c.game == GAMES.c.id)
            .join(NOTICE_SEATS, NOTICE_SEATS.c.token_hash == HOLDERS.c.token_hash)
            .join(NOTICE_TARGETS, NOTICE_TARGETS.c.id == NOTICE_SEATS.c.target)
            .outerjoin(NOTICES, is_told)
            .where(
                GAMES.c.deadline > now,
                GAMES.c.clock_kind == "turn",
                GAMES.c.clock_seconds >= ONE_DAY,
                or_(NOTICES.c.game.is_(None), _is_open(now, mark)),
            )
            .order_by(GAMES.c.deadline)
            .limit(BATCH)
        )
        if kind == "begun":
            query = query.where(GAMES.c.started_at > now - ONE_DAY)
        if kind == "reminder":
            query = query.where(GAMES.c.deadline < now + GAMES.c.clock_seconds / _REMINDER_SHARE)
        with self._engine.connect() as connection:
            return [
                DueNotice(
                    _target(row), kind, row["game"], row["mark"], seats_from_bits(row["seats"])
                )
                for row in connection.execute(query).mappings()
            ]

    @raising_storage_errors()
    def claim(self, notice: DueNotice, now: float) -> bool:
        """Claim a notice; return whether this was the first to do so."""
        claimed_until = now + CLAIM_SECONDS
        with self._engine.begin() as connection:
            again = _row(notice).where(_is_open(now, literal(notice.mark)))
            if connection.execute(again.values(claimed_until=claimed_until)).rowcount:
                return True
            try:
                connection.execute(
                    insert(NOTICES).values(
                        target=notice.target.id,
                        game=notice.game,
                        kind=notice.kind,
                        claimed_until=claimed_until,
                    )
                )
            except IntegrityError:
                connection.rollback()
                return False
        return True

    @raising_storage_errors()
    def finish(self, notice: DueNotice) -> None:
        """Note that a notice was sent, or is not needed any more."""
        with self._engine.begin() as connection:
            connection.execute(_row(notice).values(mark=notice.mark, claimed_until=0.0))
            is_target = NOTICE_TARGETS.c.id == notice.target.id
            connection.execute(update(NOTICE_TARGETS).where(is_target).values(failures=0))

    @raising_storage_errors()
    def postpone(self, notice: DueNotice, until: float) -> None:
        """Send a notice later."""
        with self._engine.begin() as connection:
            connection.execute(_row(notice).values(claimed_until=until))

    @raising_storage_errors()
    def fail(self, notice: DueNotice, until: float) -> None:
        """Try a notice again later; forget a target that fails too often."""
        with self._engine.begin() as connection:
            connection.execute(_row(notice).values(claimed_until=until))
            is_target = NOTICE_TARGETS.c.id == notice.target.id
            failures = NOTICE_TARGETS.c.failures
            connection.execute(
                update(NOTICE_TARGETS).where(is_target).values(failures=failures + 1)
            )
            connection.execute(delete(NOTICE_TARGETS).where(is_target, failures >= MAX_FAILURES))


def _is_open(now: float, mark: ColumnElement[Any]) -> ColumnElement[bool]:
    """Return whether the occasion with a mark was not told yet, and nobody is about to do it."""
    return and_(
        or_(NOTICES.c.mark.is_(None), func.abs(NOTICES.c.mark - mark) >= SAME_SECONDS),
        NOTICES.c.claimed_until < now,
    )


def _row(notice: DueNotice) -> Any:  # noqa: ANN401  SQLAlchemy's type of an update is private
    return update(NOTICES).where(
        NOTICES.c.target == notice.target.id,
        NOTICES.c.game == notice.game,
        NOTICES.c.kind == notice.kind,
    )


def _free_seats(connection: Connection, target: str, hashes: Sequence[str]) -> list[dict[str, str]]:
    """Return rows for the tokens that hold seats, or will hold one, and have few targets."""
    held = union(
        *(
            select(table.c.token_hash).where(table.c.token_hash.in_(hashes))
            for table in (HOLDERS, SEEKS)
        )
    )
    full = (
        select(NOTICE_SEATS.c.token_hash)
        .where(NOTICE_SEATS.c.token_hash.in_(hashes))
        .group_by(NOTICE_SEATS.c.token_hash)
        .having(func.count() >= MAX_TARGETS)
    )
    crowded = set(connection.execute(full).scalars())
    known = set(connection.execute(held).scalars()) - crowded
    return [{"target": target, "token_hash": hashed} for hashed in sorted(known)]


def _target_columns(target: Target) -> dict[str, object]:
    quiet = target.quiet
    return {
        "kind": target.kind,
        "address": target.address,
        "p256dh": target.p256dh,
        "secret": target.secret,
        "language": target.language,
        "quiet": None if quiet is None else json.dumps(asdict(quiet)),
    }


def _target(row: Any) -> Target:  # noqa: ANN401  a row of SQLAlchemy
    quiet = row["quiet"]
    return Target(
        row["kind"],
        row["address"],
        row["p256dh"],
        row["secret"],
        row["language"],
        None if quiet is None else QuietHours(**json.loads(quiet)),
    )
