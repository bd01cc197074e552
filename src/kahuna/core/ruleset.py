"""Which game is played: every option of the rules, and the five books as presets. [R16]"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from kahuna.core.board import ARCHIPELAGO, Board
from kahuna.core.errors import InvalidRulesetError
from kahuna.core.seats import Seat


class Discard(StrEnum):
    """When a card may be put face down under the discards. [R7.2, R7.3]"""

    FREE = "free"
    INSTEAD = "instead"


class FinalScoring(StrEnum):
    """How the third scoring is written down. [R10.3]"""

    DIFFERENCE = "difference"
    OWN_STONES = "own_stones"


CUSTOM: Final = "custom"
"""The edition of a ruleset that combines options as no book does. [R16.6]"""
SUPPLIES: Final = range(1, 100)
"""How many bridges a seat can have, and how many stones. [R16.6]"""
HANDICAPS: Final = range(4)
"""Bridges that can be given as a handicap; 0 is none. [R14.1]"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Every option of the game; the defaults are those of ``kosmos-2015``. [R16.1]

    >>> Ruleset(no_trespass=True).variant_names
    ('variant 1',)
    """

    edition: str = "kosmos-2015"
    bridges: int = 25
    """Bridges of a seat. [R1.4]"""
    stones: int = 10
    """Stones of a seat. [R1.5]"""
    discard: Discard = Discard.FREE
    final_scoring: FinalScoring = FinalScoring.DIFFERENCE
    no_trespass: bool = False
    """Variant 1. [R12]"""
    open_hands: bool = False
    """Variant 2. [R13]"""
    handicap: int = 0
    """Bridges that the weaker player places before the first turn. [R14]"""
    handicap_seat: Seat | None = None
    board: Board = field(default=ARCHIPELAGO, repr=False)

    def __post_init__(self) -> None:
        if problems := _problems(self):
            raise InvalidRulesetError(tuple(problems))

    @property
    def variant_names(self) -> tuple[str, ...]:
        """What is played beyond the base game, in words."""
        names = []
        if self.no_trespass:
            names.append("variant 1")
        if self.open_hands:
            names.append("variant 2")
        if self.handicap_seat is not None:
            names.append(f"handicap {self.handicap} for {self.handicap_seat.name.lower()}")
        return tuple(names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A book as a preset: its options, and which variants it offers. [R16]"""

    key: str
    title: str
    who_starts: str
    bridges: int = 25
    stones: int = 10
    discard: Discard = Discard.FREE
    final_scoring: FinalScoring = FinalScoring.DIFFERENCE
    offers_no_trespass: bool = True
    offers_open_hands: bool = False
    offers_handicap: bool = True

    def ruleset(
        self,
        *,
        no_trespass: bool = False,
        open_hands: bool = False,
        handicap: int = 0,
        handicap_seat: Seat | None = None,
    ) -> Ruleset:
        """The game of this book, with those variants that it offers."""
        return Ruleset(
            edition=self.key,
            bridges=self.bridges,
            stones=self.stones,
            discard=self.discard,
            final_scoring=self.final_scoring,
            no_trespass=no_trespass,
            open_hands=open_hands,
            handicap=handicap,
            handicap_seat=handicap_seat,
        )


EDITIONS: Final[dict[str, Edition]] = {
    edition.key: edition
    for edition in (
        Edition(
            key="kosmos-2015",
            title="Kosmos, German, 2015",
            who_starts="who needs a holiday more",
            offers_open_hands=True,
        ),
        Edition(key="forum-1999", title="Dutch, 1999", who_starts="somebody named"),
        Edition(
            key="ksr",
            title="German short rules",
            who_starts="not said",
            bridges=30,
            stones=25,
            offers_no_trespass=False,
            offers_handicap=False,
        ),
        Edition(
            key="rio-grande-1998",
            title="Rio Grande, English, 1998",
            who_starts="not the dealer",
            discard=Discard.INSTEAD,
        ),
        Edition(
            key="italian",
            title="Italian",
            who_starts="not the dealer",
            discard=Discard.INSTEAD,
            final_scoring=FinalScoring.OWN_STONES,
        ),
    )
}
"""The five books. [R16.1–R16.5]"""


def custom(base: Ruleset, /, **options: object) -> Ruleset:
    """A ruleset of any combination of options, called ``custom``. [R16.6]"""
    return replace(base, edition=CUSTOM, **options)  # type: ignore[arg-type]


def _problems(ruleset: Ruleset) -> list[str]:
    """All that is wrong with a combination of options, in words."""
    problems = []
    if ruleset.edition != CUSTOM:
        if (edition := EDITIONS.get(ruleset.edition)) is None:
            known = ", ".join([*EDITIONS, CUSTOM])
            problems.append(f"there is no edition {ruleset.edition!r}; there are {known}")
        else:
            problems += _departures(ruleset, edition)
    pieces = f"a seat has {SUPPLIES[0]} to {SUPPLIES[-1]}"
    if ruleset.bridges not in SUPPLIES:
        problems.append(f"{pieces} bridges, not {ruleset.bridges}")
    if ruleset.stones not in SUPPLIES:
        problems.append(f"{pieces} stones, not {ruleset.stones}")
    if ruleset.handicap not in HANDICAPS:
        problems.append(f"a handicap is 1, 2 or 3 bridges (or 0 for none), not {ruleset.handicap}")
    elif ruleset.handicap > min(ruleset.bridges, len(ruleset.board.ends)):
        problems.append(f"there are not {ruleset.handicap} bridges and lines for the handicap")
    if (ruleset.handicap > 0) != (ruleset.handicap_seat is not None):
        problems.append("a handicap needs both a number of bridges and the seat that places them")
    return problems


def _departures(ruleset: Ruleset, edition: Edition) -> list[str]:
    """Where a ruleset that carries an edition's name is not that edition."""
    fixed = ("bridges", "stones", "discard", "final_scoring")
    problems = [
        f"{edition.key} has {name} {getattr(edition, name)}, not {getattr(ruleset, name)}; "
        f"edition {CUSTOM!r} may combine any options"
        for name in fixed
        if getattr(ruleset, name) != getattr(edition, name)
    ]
    wanted = (
        ("variant 1", ruleset.no_trespass, edition.offers_no_trespass),
        ("variant 2", ruleset.open_hands, edition.offers_open_hands),
        ("a handicap", ruleset.handicap > 0, edition.offers_handicap),
    )
    problems += [
        f"{edition.key} does not offer {name}; edition {CUSTOM!r} may combine any options"
        for name, is_wanted, is_offered in wanted
        if is_wanted and not is_offered
    ]
    return problems
