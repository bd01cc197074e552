"""Vacation: days in which the clocks of an account stand still in games over days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Final, NamedTuple

from kahuna.hosting.errors import ApiError
from kahuna.hosting.schema import Limits, Request, TypedDict, closed
from kahuna.hosting.store import ONE_DAY

VACATION_DAYS: Final = 30
"""Days of vacation within a year. A day that has begun counts."""
YEAR: Final = 365 * ONE_DAY


class Taken(NamedTuple):
    """A vacation of an account. Times are seconds since the epoch."""

    begin: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VacationWanted(Request):
    """A request for vacation from now on."""

    days: Annotated[int, Limits(ge=1, le=VACATION_DAYS)]


@closed
class VacationOut(TypedDict):
    """A vacation, in seconds since 1970."""

    begin: float
    end: float


@closed
class VacationStatus(TypedDict):
    """The vacation of an account."""

    until: float | None
    """When the current vacation ends; null without one."""
    days_left: int
    """Days that can still be taken."""
    most: int
    """Days that can be taken within a year."""


def current(taken: Iterable[Taken], now: float) -> Taken | None:
    """Return the vacation that lasts now."""
    return next((vacation for vacation in taken if vacation.begin <= now < vacation.end), None)


def days_left(taken: Iterable[Taken], now: float) -> int:
    """Return how many days an account may still take, after its vacations of the past year."""
    used = sum(
        max(1, ceil((vacation.end - vacation.begin) / ONE_DAY))
        for vacation in taken
        if vacation.end > now - YEAR
    )
    return max(0, VACATION_DAYS - used)


def begun(taken: list[Taken], days: int, now: float) -> Taken:
    """Return a new vacation; refuse a second one at the same time, and too many days."""
    if current(taken, now) is not None:
        raise ApiError("conflict", "you are on vacation already: end it first")
    if days > (left := days_left(taken, now)):
        raise ApiError("conflict", f"days: you can take {left} more days of vacation this year")
    return Taken(now, now + days * ONE_DAY)


def render_status(taken: list[Taken], now: float) -> VacationStatus:
    """Render the vacation of an account."""
    lasting = current(taken, now)
    return {
        "until": None if lasting is None else lasting.end,
        "days_left": days_left(taken, now),
        "most": VACATION_DAYS,
    }
