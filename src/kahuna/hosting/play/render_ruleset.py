"""Render rulesets and editions, and parse the rules that a client asks for."""

from __future__ import annotations

from typing import cast

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
from kahuna.hosting.play.render_names import seat_from_name, seat_name
from kahuna.hosting.play.ruleset_types import ChoicesOut, EditionOut, RulesetIn, RulesetOut
from kahuna.i18n import ENGLISH
from kahuna.i18n.shared import shared_texts
from kahuna.record import ruleset_to_dict


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
