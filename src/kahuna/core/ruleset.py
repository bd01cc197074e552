"""Which game is played: every rule option in one table, and the five rulebooks as presets. [R16]

:data:`OPTIONS` describes the options of :class:`Ruleset`: their values, their rule paragraphs and
how they are written. Records, positions, the array engine, the server and the adapters read it, so
that a new option is one field of :class:`Ruleset` and one row of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from kahuna.core.board import ARCHIPELAGO, Board
from kahuna.core.errors import InvalidRulesetError
from kahuna.core.seats import SEATS, Seat
from kahuna.core.spelling import readable


@readable
class Discard(StrEnum):
    """When cards may be discarded face down. [R7.2, R7.3]"""

    FREE = "free"
    INSTEAD = "instead"


@readable
class FinalScoring(StrEnum):
    """How the third scoring counts. [R10.3]"""

    DIFFERENCE = "difference"
    OWN_STONES = "own_stones"


CUSTOM: Final = "custom"
"""The edition of a ruleset that combines options as no rulebook does. [R16.6]"""
SUPPLIES: Final = range(1, 100)
"""The possible numbers of bridges and of stones of a seat. [R16.6]"""
HANDICAPS: Final = range(4)
"""The possible numbers of handicap bridges; 0 is none. [R14.1]"""
FLAG: Final = (False, True)
"""The values of an option that is on or off."""


@dataclass(frozen=True, slots=True)
class Option:
    """One rule option: a field of :class:`Ruleset`, its possible values and its paragraph."""

    key: str
    values: Sequence[object]
    """All possible values, the default first unless they are a range of numbers."""
    paragraph: str
    variant: str = ""
    """The variant under which rulebooks offer it; empty if they all fix its value."""
    mark: str = ""
    """How a position writes that a flag is on."""

    @property
    def is_flag(self) -> bool:
        """Return whether the option is either on or off."""
        return self.values == FLAG

    @property
    def default(self) -> object:
        """Return the value in the default ruleset."""
        return getattr(Ruleset(), self.key)

    def problem(self, value: object) -> str | None:
        """Say what is wrong with a value, or return ``None`` if it is possible."""
        if value in self.values:
            return None
        if isinstance(self.values, range):
            expected = f"{self.values[0]} to {self.values[-1]}"
        else:
            expected = " or ".join(str(each) for each in self.values)
        return f"{self.key} must be {expected}, not {value}"


OPTIONS: Final = (
    Option("bridges", SUPPLIES, "R1.4"),
    Option("stones", SUPPLIES, "R1.5"),
    Option("discard", tuple(Discard), "R7"),
    Option("final_scoring", tuple(FinalScoring), "R10.3"),
    Option("no_trespass", FLAG, "R12", variant="variant 1", mark="+1"),
    Option("open_hands", FLAG, "R13", variant="variant 2", mark="+2"),
    Option("handicap", HANDICAPS, "R14", variant="a handicap"),
    Option("handicap_seat", (None, *SEATS), "R14", variant="a handicap"),
)
"""Every option of a ruleset except its edition and its board."""


@readable
@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """All options of a game; the defaults are those of ``kosmos-2015``. [R16.1]

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
        """Name what is played beyond the base game."""
        flags = (option for option in OPTIONS if option.is_flag and option.variant)
        names = [option.variant for option in flags if getattr(self, option.key)]
        if self.handicap_seat is not None:
            names.append(f"handicap {self.handicap} for {self.handicap_seat}")
        return tuple(names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A rulebook as a preset: the options that it fixes, and the variants that it offers. [R16]"""

    key: str
    bridges: int = 25
    stones: int = 10
    discard: Discard = Discard.FREE
    final_scoring: FinalScoring = FinalScoring.DIFFERENCE
    offers: frozenset[str] = frozenset({"no_trespass", "handicap", "handicap_seat"})
    """The keys of the options that players may choose."""

    def ruleset(self, **variants: object) -> Ruleset:
        """Return the game of this rulebook with some of the variants that it offers."""
        fixed = {option.key: getattr(self, option.key) for option in FIXED}
        return Ruleset(edition=self.key, **fixed, **variants)  # type: ignore[arg-type]


FIXED: Final = tuple(option for option in OPTIONS if not option.variant)
"""The options that every rulebook fixes."""

EDITIONS: Final[dict[str, Edition]] = {
    edition.key: edition
    for edition in (
        Edition(
            key="kosmos-2015",
            offers=frozenset({"no_trespass", "open_hands", "handicap", "handicap_seat"}),
        ),
        Edition(key="forum-1999"),
        Edition(
            key="ksr",
            bridges=30,
            stones=25,
            offers=frozenset(),
        ),
        Edition(
            key="rio-grande-1998",
            discard=Discard.INSTEAD,
        ),
        Edition(
            key="italian",
            discard=Discard.INSTEAD,
            final_scoring=FinalScoring.OWN_STONES,
        ),
    )
}
"""The five rulebooks. [R16.1–R16.5]"""


def custom(base: Ruleset | None = None, /, **options: object) -> Ruleset:
    """Change any options of a ruleset, by default the usual one; it is then ``custom``. [R16.6]

    >>> custom(bridges=20).bridges
    20
    """
    base = Ruleset() if base is None else base
    return replace(base, edition=CUSTOM, **options)  # type: ignore[arg-type]


def _problems(ruleset: Ruleset) -> list[str]:
    """List everything that is wrong with a combination of options."""
    values = {option: getattr(ruleset, option.key) for option in OPTIONS}
    wrong = [option.problem(value) for option, value in values.items()]
    problems = [problem for problem in wrong if problem is not None]
    if ruleset.edition not in (*EDITIONS, CUSTOM):
        known = ", ".join([*EDITIONS, CUSTOM])
        problems.append(f"there is no edition {ruleset.edition!r}; there are {known}")
    if problems:
        return problems  # What follows compares values that must be possible.
    if ruleset.edition != CUSTOM:
        problems += _departures(ruleset, EDITIONS[ruleset.edition])
    if ruleset.handicap > min(ruleset.bridges, len(ruleset.board.ends)):
        problems.append(f"there are not {ruleset.handicap} bridges and lines for the handicap")
    if (ruleset.handicap > 0) != (ruleset.handicap_seat is not None):
        problems.append("a handicap needs both a number of bridges and the seat that places them")
    return problems


def _departures(ruleset: Ruleset, edition: Edition) -> list[str]:
    """List where a ruleset that carries an edition's name differs from that edition."""
    problems = [
        f"{edition.key} has {option.key} {getattr(edition, option.key)}, "
        f"not {getattr(ruleset, option.key)}"
        for option in FIXED
        if getattr(ruleset, option.key) != getattr(edition, option.key)
    ]
    missing = (
        option.variant
        for option in OPTIONS
        if option.variant
        and option.key not in edition.offers
        and getattr(ruleset, option.key) != option.values[0]
    )
    problems += [f"{edition.key} does not offer {variant}" for variant in dict.fromkeys(missing)]
    return [f"{problem}; edition {CUSTOM!r} may combine any options" for problem in problems]
