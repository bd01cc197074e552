"""The rules of the games that puzzles are taken from."""

from __future__ import annotations

from itertools import cycle, islice, product

from kahuna.core import EDITIONS, OPTIONS, Ruleset
from kahuna.core.ruleset import FLAG


def rulesets(num: int) -> list[Ruleset]:
    """Return all editions with all combinations of their variants in turn, ``num`` in all."""
    flags = [option.key for option in OPTIONS if option.is_flag]
    found = [
        edition.ruleset(**dict(zip(flags, values, strict=True)))
        for edition in EDITIONS.values()
        for values in product(FLAG, repeat=len(flags))
        if all(key in edition.offers for key, value in zip(flags, values, strict=True) if value)
    ]
    return list(islice(cycle(found), num))
