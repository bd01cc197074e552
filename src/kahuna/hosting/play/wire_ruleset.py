"""Rulesets and editions on the wire: the table of options of the core as JSON.

The types are written out, because type checkers and the page's generator read them; a test compares
them with the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, cast

from kahuna.core import (
    CUSTOM,
    EDITIONS,
    FIXED,
    HANDICAPS,
    OPTIONS,
    SUPPLIES,
    Discard,
    Edition,
    FinalScoring,
    Option,
    Ruleset,
    custom,
)
from kahuna.hosting.play.names import SeatName, seat_from_name, seat_name
from kahuna.hosting.schema import Limits, Request, TypedDict, closed
from kahuna.i18n import ENGLISH
from kahuna.i18n.shared import shared_texts
from kahuna.record import ruleset_to_dict

Supply: TypeAlias = Annotated[int, Limits(ge=SUPPLIES[0], le=SUPPLIES[-1])]
VariantKey: TypeAlias = Literal["no_trespass", "open_hands"]
"""A variant that is on or off."""
OfferKey: TypeAlias = Literal["no_trespass", "open_hands", "handicap"]
"""A variant that a rulebook may offer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetIn(Request):
    """An edition with variants; edition ``custom`` allows any combination of options."""

    edition: Annotated[str, Limits(max_length=40)] = "kosmos-2015"
    bridges: Supply | None = None
    stones: Supply | None = None
    discard: Literal["free", "instead"] | None = None
    final_scoring: Literal["difference", "own_stones"] | None = None
    no_trespass: bool = False
    open_hands: bool = False
    handicap: Annotated[int, Limits(ge=HANDICAPS[0], le=HANDICAPS[-1])] = 0
    handicap_seat: SeatName | None = None


@closed
class RulesetOut(TypedDict):
    """Every option of the rules."""

    edition: str
    bridges: int
    stones: int
    discard: Discard
    final_scoring: FinalScoring
    no_trespass: bool
    open_hands: bool
    handicap: int
    handicap_seat: SeatName | None


@closed
class EditionOut(TypedDict):
    """A rulebook as a preset: the options that it fixes, and the variants that it offers."""

    key: str
    title: str
    who_starts: str
    bridges: int
    stones: int
    discard: Discard
    final_scoring: FinalScoring
    offers: list[OfferKey]


@closed
class ChoicesOut(TypedDict):
    """What custom rules can choose from; handicaps are also for the editions that offer them."""

    least_supply: int
    """For bridges and for stones."""
    most_supply: int
    discards: list[Discard]
    final_scorings: list[FinalScoring]
    variants: list[VariantKey]
    handicaps: list[int]


@lru_cache(maxsize=1 << 8)
def render_ruleset(ruleset: Ruleset) -> RulesetOut:
    """Render every option of a ruleset."""
    seat = ruleset.handicap_seat
    named = {"handicap_seat": None if seat is None else seat_name(seat)}
    return cast(RulesetOut, ruleset_to_dict(ruleset) | named)


def parse_wire_ruleset(wanted: RulesetIn) -> Ruleset:
    """Return the requested rules; omitted options are those of the edition.

    Raise :class:`InvalidRulesetError` if they are incompatible.
    """
    given = {option.key: getattr(wanted, option.key) for option in OPTIONS}
    options = {
        option.key: _value(option, given[option.key])
        for option in OPTIONS
        if given[option.key] is not None
    }
    if wanted.edition == CUSTOM:
        return custom(Ruleset(), **options)
    fixed = {}
    if edition := EDITIONS.get(wanted.edition):
        fixed = {option.key: getattr(edition, option.key) for option in FIXED}
    return Ruleset(edition=wanted.edition, **(fixed | options))


def _value(option: Option, value: object) -> object:
    """Convert a JSON value to the core's value."""
    if isinstance(option.values, range):
        return value
    if option.values[0] is None:  # Seats are named on the wire.
        return seat_from_name(value)  # type: ignore[arg-type]
    return option.values[option.values.index(value)]


def render_edition(edition: Edition) -> EditionOut:
    """Render an edition."""
    fixed = {option.key: getattr(edition, option.key) for option in FIXED}
    texts = shared_texts(ENGLISH).editions[edition.key]
    names = {"key": edition.key, "title": texts.title, "who_starts": texts.who_starts}
    offers = [option.key for option in OPTIONS if option.key in edition.offers]
    offered = {"offers": [key for key in offers if key != "handicap_seat"]}
    return cast(EditionOut, names | fixed | offered)


def render_options() -> ChoicesOut:
    """List the possible values of the options."""
    flags = [option.key for option in OPTIONS if option.is_flag]
    return {
        "least_supply": SUPPLIES[0],
        "most_supply": SUPPLIES[-1],
        "discards": list(Discard),
        "final_scorings": list(FinalScoring),
        "variants": flags,  # type: ignore[typeddict-item]  # a test compares them with the type
        "handicaps": list(HANDICAPS),
    }
