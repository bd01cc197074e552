"""Read and write the vacations of accounts; each function is part of a transaction."""

from __future__ import annotations

from sqlalchemy import Connection, insert, or_, select, update

from kahuna.core import SEATS
from kahuna.hosting.columns import write_vacation
from kahuna.hosting.community.vacation import Taken, begun, current
from kahuna.hosting.errors import ApiError
from kahuna.hosting.store import ONE_DAY, Vacation
from kahuna.server.store.tables import ACCOUNT_GAMES, ACCOUNTS, GAMES, VACATIONS


def vacations_of(connection: Connection, account: str) -> list[Taken]:
    """Return the vacations of an account, the oldest first."""
    query = select(VACATIONS.c.begin, VACATIONS.c.end).where(VACATIONS.c.account == account)
    return [Taken(*row) for row in connection.execute(query.order_by(VACATIONS.c.begin))]


def begin_vacation(connection: Connection, account: str, days: int, now: float) -> Taken:
    """Begin a vacation of an account; refuse one that it may not take."""
    taken = begun(_locked_vacations(connection, account), days, now)
    connection.execute(insert(VACATIONS).values(account=account, begin=taken.begin, end=taken.end))
    return taken


def end_vacation(connection: Connection, account: str, now: float) -> Taken:
    """End the current vacation of an account now."""
    lasting = current(_locked_vacations(connection, account), now)
    if lasting is None:
        raise ApiError("conflict", "you are not on vacation")
    is_meant = (VACATIONS.c.account == account) & (VACATIONS.c.begin == lasting.begin)
    connection.execute(update(VACATIONS).where(is_meant).values(end=now))
    return lasting._replace(end=now)


def recent_vacations(connection: Connection, since: float) -> list[tuple[str, Taken]]:
    """Return the vacations of all accounts that last or have ended since a time."""
    columns = (VACATIONS.c.account, VACATIONS.c.begin, VACATIONS.c.end)
    query = select(*columns).where(VACATIONS.c.end > since)
    return [(row.account, Taken(row.begin, row.end)) for row in connection.execute(query)]


def games_without(connection: Connection, account: str, taken: Taken) -> list[tuple[str, Vacation]]:
    """Return the running games over days of an account that do not know a vacation yet."""
    missing: list[tuple[str, Vacation]] = []
    for seat in SEATS:
        vacation = Vacation(seat, taken.begin, taken.end)
        known = GAMES.c.vacations.contains(write_vacation(vacation), autoescape=True)
        query = (
            select(GAMES.c.id)
            .join(ACCOUNT_GAMES, ACCOUNT_GAMES.c.game == GAMES.c.id)
            .where(
                ACCOUNT_GAMES.c.account == account,
                ACCOUNT_GAMES.c.seat == int(seat),
                GAMES.c.clock_kind == "turn",
                GAMES.c.clock_seconds >= ONE_DAY,
                ~GAMES.c.is_over,
                or_(GAMES.c.vacations.is_(None), ~known),
            )
        )
        missing += [(game, vacation) for game in connection.execute(query).scalars()]
    return missing


def _locked_vacations(connection: Connection, account: str) -> list[Taken]:
    """Return the vacations of an account; nobody else changes them in this transaction."""
    connection.execute(select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == account).with_for_update())
    return vacations_of(connection, account)
