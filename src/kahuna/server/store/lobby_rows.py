"""Read and write the rows of the lobby; each function is part of a transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from sqlalchemy import Connection, RowMapping, delete, func, insert, or_, select, update

from kahuna.hosting.columns import cached_ruleset
from kahuna.hosting.community.seeks import FeaturedMatch, Seek
from kahuna.hosting.errors import ApiError
from kahuna.hosting.store import ONE_DAY, TimeControl
from kahuna.record import format_ruleset
from kahuna.server.store.tables import (
    ACCOUNTS,
    BLOCKS,
    GAMES,
    LOBBY_NODES,
    MATCHES,
    SEEKS,
)

AWAY_SECONDS: Final = 20.0
"""After this time without a sign of life, nobody is paired any more, unless turns take days."""
WAIT_DAYS: Final = 14
"""How long an offer is kept, and a seek for a game with days for each turn."""
MAX_OFFERS: Final = 10
"""Offers to single accounts that an account may have made."""
RECENT_SECONDS: Final = 600.0
"""For how long visitors are told about a match that has begun."""


class Lobby(NamedTuple):
    """The lobby at one moment."""

    seeks: list[Seek]
    """Open seeks of those who can be paired, the oldest first."""
    offers: list[tuple[Seek, str]]
    """Offers from or to some visitors, with the name of the account that may accept."""
    avoided: dict[str, frozenset[str]]
    """Whom visitors with seeks have blocked."""
    begun: dict[str, list[str]]
    """The first games of matches that have just begun, by visitor."""
    featured: FeaturedMatch | None
    people: int


def load_lobby(connection: Connection, now: float, visitors: Collection[str]) -> Lobby:
    """Return the lobby as it is now, with the offers from and to some visitors."""
    is_open = SEEKS.c.opponent == ""
    rows = connection.execute(select(SEEKS).where(is_open).order_by(SEEKS.c.created_at)).mappings()
    seeks = [seek for seek in map(_seek, rows) if is_there(seek, now)]
    blocked = select(BLOCKS).join(SEEKS, SEEKS.c.visitor == BLOCKS.c.account)
    avoided: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for account, other in connection.execute(blocked):
        avoided[account] |= {other}
    begun: defaultdict[str, list[str]] = defaultdict(list)
    is_running = MATCHES.c.finished_at.is_(None)
    recent = select(MATCHES.c.id, MATCHES.c.white, MATCHES.c.black)
    recent = recent.where(is_running, MATCHES.c.created_at > now - RECENT_SECONDS)
    for game, white, black in connection.execute(recent.order_by(MATCHES.c.created_at)):
        begun[white].append(game)
        begun[black].append(game)
    counted = select(func.sum(LOBBY_NODES.c.num_people)).where(
        LOBBY_NODES.c.at > now - AWAY_SECONDS
    )
    return Lobby(
        seeks,
        _load_offers(connection, now, visitors),
        dict(avoided),
        dict(begun),
        _featured_match(connection),
        connection.execute(counted).scalar() or 0,
    )


def is_there(seek: Seek, now: float) -> bool:
    """Return whether somebody still waits for an opponent."""
    has_days = seek.clock is not None and seek.clock.is_correspondence
    is_patient = has_days or seek.opponent is not None
    return seek.seen_at > now - (WAIT_DAYS * ONE_DAY if is_patient else AWAY_SECONDS)


def find_seek(connection: Connection, seek: str) -> Seek | None:
    """Return a seek."""
    row = connection.execute(select(SEEKS).where(SEEKS.c.id == seek)).mappings().first()
    return None if row is None else _seek(row)


def put_seek(connection: Connection, seek: Seek) -> None:
    """Store what a visitor looks for, in place of an earlier seek for the same opponent."""
    opponent = seek.opponent or ""
    if opponent and _num_offers(connection, seek.visitor, opponent) >= MAX_OFFERS:
        raise ApiError("too_many", f"you have made {MAX_OFFERS} offers: withdraw one first")
    is_same = (SEEKS.c.visitor == seek.visitor) & (SEEKS.c.opponent == opponent)
    connection.execute(delete(SEEKS).where(is_same))
    clock = seek.clock
    row = {
        "visitor": seek.visitor,
        "id": seek.id,
        "name": seek.name,
        "token_hash": seek.token_hash,
        "ruleset": format_ruleset(seek.ruleset),
        "clock_kind": clock and clock.kind,
        "clock_seconds": clock and clock.seconds,
        "clock_increment": 0 if clock is None else clock.increment,
        "is_rated": seek.is_rated,
        "num_games": seek.num_games,
        "allows_knowledge": seek.allows_knowledge,
        "rating": seek.rating,
        "deviation": seek.deviation,
        "lowest": seek.lowest,
        "highest": seek.highest,
        "opponent": opponent,
        "last_opponent": seek.last_opponent,
        "num_declined": seek.num_declined,
        "created_at": seek.created_at,
        "seen_at": seek.seen_at,
    }
    connection.execute(insert(SEEKS).values(row))


def seeks_towards(connection: Connection, visitor: str, other: str) -> list[str]:
    """Return the ids of a visitor's open seek and of the offer to another visitor."""
    is_meant = (SEEKS.c.visitor == visitor) & SEEKS.c.opponent.in_(("", other))
    return list(connection.execute(select(SEEKS.c.id).where(is_meant)).scalars())


def cancel_seek(connection: Connection, visitor: str) -> None:
    """Stop looking for an opponent; offers to single accounts stand."""
    is_own = (SEEKS.c.visitor == visitor) & (SEEKS.c.opponent == "")
    connection.execute(delete(SEEKS).where(is_own))


def end_offer(connection: Connection, offer: str, account: str) -> bool:
    """Withdraw an own offer, or decline that of somebody else; return whether it was there."""
    is_party = or_(SEEKS.c.visitor == account, SEEKS.c.opponent == account)
    gone = delete(SEEKS).where(SEEKS.c.id == offer, SEEKS.c.opponent != "", is_party)
    return bool(connection.execute(gone).rowcount)


def note_people(
    connection: Connection, node: str, num_people: int, visitors: Iterable[str], now: float
) -> None:
    """Note how many people a node serves, and which visitors are there; forget who has left."""
    seen = update(SEEKS).where(SEEKS.c.visitor.in_(list(visitors))).values(seen_at=now)
    connection.execute(seen)
    row = {"num_people": num_people, "at": now}
    known = update(LOBBY_NODES).where(LOBBY_NODES.c.node == node).values(row)
    if not connection.execute(known).rowcount:
        connection.execute(insert(LOBBY_NODES).values(node=node, **row))
    connection.execute(delete(LOBBY_NODES).where(LOBBY_NODES.c.at < now - ONE_DAY))
    left = select(SEEKS).where(SEEKS.c.seen_at < now - AWAY_SECONDS)
    gone = [
        seek.id
        for seek in map(_seek, connection.execute(left).mappings().all())
        if not is_there(seek, now)
    ]
    if gone:
        connection.execute(delete(SEEKS).where(SEEKS.c.id.in_(gone)))


def last_opponent(connection: Connection, visitor: str) -> str | None:
    """Return whom a visitor met in the last match."""
    query = select(MATCHES.c.white, MATCHES.c.black).where(
        or_(MATCHES.c.white == visitor, MATCHES.c.black == visitor)
    )
    row = connection.execute(query.order_by(MATCHES.c.created_at.desc()).limit(1)).first()
    if row is None:
        return None
    white, black = row
    other: str = black if white == visitor else white
    return other


def blocked_by(connection: Connection, account: str) -> frozenset[str]:
    """Return whom an account has blocked."""
    query = select(BLOCKS.c.blocked).where(BLOCKS.c.account == account)
    return frozenset(connection.execute(query).scalars())


def _load_offers(
    connection: Connection, now: float, visitors: Collection[str]
) -> list[tuple[Seek, str]]:
    is_party = or_(SEEKS.c.visitor.in_(visitors), SEEKS.c.opponent.in_(visitors))
    query = (
        select(SEEKS, ACCOUNTS.c.name.label("opponent_name"))
        .join(ACCOUNTS, ACCOUNTS.c.id == SEEKS.c.opponent)
        .where(is_party)
        .order_by(SEEKS.c.created_at)
    )
    rows = connection.execute(query).mappings()
    found = ((_seek(row), row["opponent_name"]) for row in rows)
    return [(seek, name) for seek, name in found if is_there(seek, now)]


def _num_offers(connection: Connection, visitor: str, besides: str) -> int:
    """Return to how many other accounts a visitor has made an offer."""
    are_own = (SEEKS.c.visitor == visitor) & SEEKS.c.opponent.not_in(("", besides))
    return connection.execute(select(func.count()).where(are_own)).scalar_one()


def _featured_match(connection: Connection) -> FeaturedMatch | None:
    """Return the newest rated match between two accounts that is being played."""
    white, black = ACCOUNTS.alias(), ACCOUNTS.alias()
    current = func.coalesce(MATCHES.c.second_game, MATCHES.c.id)
    query = (
        select(current, white.c.name, black.c.name)
        .join(white, white.c.id == MATCHES.c.white)
        .join(black, black.c.id == MATCHES.c.black)
        .join(GAMES, GAMES.c.id == current)
        .where(MATCHES.c.is_rated, MATCHES.c.finished_at.is_(None), MATCHES.c.pace == "minutes")
        .where(GAMES.c.started_at.is_not(None))
        .order_by(MATCHES.c.created_at.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    return None if row is None else {"game": row[0], "white": row[1], "black": row[2]}


def _seek(row: RowMapping) -> Seek:
    kind = row["clock_kind"]
    clock = None
    if kind is not None:
        clock = TimeControl(kind, row["clock_seconds"], row["clock_increment"])
    shared = {
        name: row[name]
        for name in (
            "id", "visitor", "name", "token_hash", "is_rated", "num_games", "allows_knowledge",
            "rating", "deviation", "lowest", "highest", "last_opponent", "num_declined",
            "created_at", "seen_at",
        )
    }  # fmt: skip
    return Seek(
        ruleset=cached_ruleset(row["ruleset"]),
        clock=clock,
        opponent=row["opponent"] or None,
        **shared,
    )
