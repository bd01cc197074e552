"""Seeks: what somebody who looks for an opponent wants, and what others see of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias

from kahuna.core import Ruleset
from kahuna.hosting.community.account import ACCOUNT_ID
from kahuna.hosting.community.pairing import Seeker
from kahuna.hosting.community.ratings import Rating, pace_of
from kahuna.hosting.community.visitors import account_of_visitor
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.game_view import ClockOut
from kahuna.hosting.play.new_game import Name, check_clock, ruleset_for
from kahuna.hosting.play.render_game import render_clock
from kahuna.hosting.play.wire_ruleset import RulesetIn, RulesetOut, render_ruleset
from kahuna.hosting.schema import Limits, Request, TypedDict, closed
from kahuna.hosting.store import TimeControl

MAX_BOUND: Final = 4000
Bound: TypeAlias = Annotated[int, Limits(ge=0, le=MAX_BOUND)]
SeatToken: TypeAlias = Annotated[str, Limits(min_length=20, max_length=100)]
"""A token that the client has made up; it will hold the client's seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(Request):
    """What both players must agree on."""

    ruleset: RulesetIn = RulesetIn()
    clock: TimeControl | None = None
    is_rated: bool = False
    num_games: Literal[1, 2] = 2
    """Two games with swapped seats, or a single one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekWanted(Terms):
    """A request to look for an opponent; it replaces an earlier one to the same opponent."""

    token: SeatToken = field(repr=False)
    name: Name = ""
    """The name of a guest."""
    lowest: Bound | None = None
    """The lowest rating wanted; without bounds, those close to one's own come first."""
    highest: Bound | None = None
    opponent: Annotated[str, Limits(pattern=ACCOUNT_ID)] | None = None
    """The id of the only account that may accept; without it, the seek is open to everybody."""
    knowledge: bool = True
    """Whether players may see what they can know about the cards, if the other agrees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptSeek(Request):
    """A request to play somebody who looks for an opponent."""

    token: SeatToken = field(repr=False)
    name: Name = ""
    knowledge: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BotWanted(Terms):
    """A request for a match against a bot."""

    token: SeatToken = field(repr=False)
    bot: Annotated[str, Limits(max_length=40)]
    name: Name = ""
    knowledge: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Seek:
    """Somebody who looks for an opponent. Times are seconds since the epoch."""

    id: str
    visitor: str
    name: str | None
    token_hash: str
    ruleset: Ruleset
    clock: TimeControl | None
    is_rated: bool
    num_games: int
    allows_knowledge: bool
    rating: float
    deviation: float
    lowest: float | None
    highest: float | None
    opponent: str | None
    """The only account that may accept; ``None`` for an open seek."""
    last_opponent: str | None
    num_declined: int
    created_at: float
    seen_at: float
    """When the visitor was last known to be there."""

    def seeker(self, avoids: frozenset[str]) -> Seeker:
        """Return what matters for pairing."""
        return Seeker(
            id=self.id,
            player=self.visitor,
            terms=(self.ruleset, self.clock, self.is_rated, self.num_games),
            rating=self.rating,
            since=self.created_at,
            lowest=self.lowest,
            highest=self.highest,
            avoids=avoids,
            last_opponent=self.last_opponent,
            num_declined=self.num_declined,
        )


@closed
class RatingOut(TypedDict):
    """A rating, and how uncertain it is."""

    value: int
    deviation: int
    is_provisional: bool


@closed
class SeekOut(TypedDict):
    """Somebody who looks for an opponent, as everybody sees it."""

    id: str
    name: str | None
    """Null for a guest without a name."""
    account: str | None
    """The id of the account; null for a guest."""
    rating: RatingOut | None
    """Null for a guest."""
    ruleset: RulesetOut
    clock: ClockOut | None
    is_rated: bool
    num_games: int
    lowest: int | None
    highest: int | None


@closed
class OfferOut(SeekOut):
    """What an account offers to another one."""

    opponent: str
    """The id of the account that may accept."""
    opponent_name: str


@closed
class FeaturedMatch(TypedDict):
    """A rated match that is being played."""

    game: str
    white: str
    black: str


@closed
class LobbyOut(TypedDict):
    """The lobby as one visitor sees it."""

    people: int
    """How many people are here, on all nodes."""
    seeks: list[SeekOut]
    """The newest first; long lists are cut off."""
    own: SeekOut | None
    """What the visitor looks for."""
    offers: list[SeekOut]
    """What others offer to the visitor, the oldest first."""
    offered: list[OfferOut]
    """What the visitor offers to others, the oldest first."""
    games: list[str]
    """The visitor's matches that began in the last minutes, by the id of their first game."""
    rating: RatingOut | None
    """The visitor's rating with clocks in minutes; null for a guest."""
    bot: str
    """The bot whose rating is closest to the visitor's."""
    featured: FeaturedMatch | None


@closed
class MatchBegun(TypedDict):
    """The first game of a match; the token of the request holds a seat."""

    game: str


def check_terms(terms: Terms, *, is_guest: bool) -> Ruleset:
    """Return the rules of a match; refuse what cannot be rated."""
    check_clock(terms.clock)
    ruleset = ruleset_for(terms.ruleset)
    if terms.is_rated:
        if is_guest:
            raise ApiError("signed_out", "is_rated: guests play unrated games; sign in first")
        if pace_of(terms.clock) is None:
            raise ApiError("invalid", "clock: a rated game has one")
        if ruleset.handicap:
            raise ApiError("invalid", "ruleset.handicap: a rated game has none")
    return ruleset


def render_rating(rating: Rating) -> RatingOut:
    """Render a rating in whole points."""
    return {
        "value": round(rating.value),
        "deviation": round(rating.deviation),
        "is_provisional": rating.is_provisional,
    }


def render_offer(seek: Seek, opponent_name: str) -> OfferOut:
    """Render an offer for the two accounts that it concerns."""
    assert seek.opponent is not None
    return {**render_seek(seek), "opponent": seek.opponent, "opponent_name": opponent_name}


def render_seek(seek: Seek) -> SeekOut:
    """Render what everybody may know about a seek."""
    account = account_of_visitor(seek.visitor)
    return {
        "id": seek.id,
        "name": seek.name,
        "account": account,
        "rating": None if account is None else render_rating(Rating(seek.rating, seek.deviation)),
        "ruleset": render_ruleset(seek.ruleset),
        "clock": render_clock(seek.clock),
        "is_rated": seek.is_rated,
        "num_games": seek.num_games,
        "lowest": None if seek.lowest is None else round(seek.lowest),
        "highest": None if seek.highest is None else round(seek.highest),
    }
