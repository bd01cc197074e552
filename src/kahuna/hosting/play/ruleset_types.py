"""Rulesets and editions on the wire: the table of options of the core as JSON types.

The types are written out, because type checkers and the page's generator read them; a test compares
them with the table.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from kahuna.core import HANDICAPS, SUPPLIES, Discard, FinalScoring
from kahuna.hosting.play.events import closed
from kahuna.hosting.play.vocabulary import SeatName

Supply = Annotated[int, Field(ge=SUPPLIES[0], le=SUPPLIES[-1])]
VariantKey = TypeAliasType("VariantKey", Literal["no_trespass", "open_hands"])
"""A variant that is on or off."""
OfferKey = TypeAliasType("OfferKey", Literal["no_trespass", "open_hands", "handicap"])
"""A variant that a rulebook may offer."""


class RulesetIn(BaseModel):
    """An edition with variants; edition ``custom`` allows any combination of options."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    edition: Annotated[str, Field(max_length=40)] = "kosmos-2015"
    bridges: Supply | None = None
    stones: Supply | None = None
    discard: Literal["free", "instead"] | None = None
    final_scoring: Literal["difference", "own_stones"] | None = None
    no_trespass: bool = False
    open_hands: bool = False
    handicap: Annotated[int, Field(ge=HANDICAPS[0], le=HANDICAPS[-1])] = 0
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
