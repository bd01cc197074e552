"""Options that several commands share, and the ruleset they describe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from kahuna.bots.spec import Families
    from kahuna.core import Ruleset, Seat

DEFAULT_EDITION = "kosmos-2015"

EditionOption = Annotated[str, typer.Option("--edition", metavar="E")]
Variant1Option = Annotated[bool, typer.Option("--variant1")]
Variant2Option = Annotated[bool, typer.Option("--variant2")]
HandicapOption = Annotated[int, typer.Option("--handicap", metavar="K")]
HandicapSeatOption = Annotated[str, typer.Option("--handicap-seat", metavar="SEAT")]
FirstOption = Annotated[str, typer.Option("--first", metavar="SEAT")]


def choose(option: str, value: str, choices: Iterable[str]) -> str:
    """Check that a word is one of the choices, ignoring case."""
    known = list(choices)
    if value.lower() not in known:
        raise InputError(
            spoken().not_a_choice.format(option=option, value=value[:40], choices=", ".join(known))
        )
    return value.lower()


def read_bot(option: str, value: str) -> str:
    """Check the name of a bot, and an external program too; ``list`` prints all bots and exits."""
    from kahuna.bots.process import ProgramError
    from kahuna.bots.spec import FAMILIES, BotSpecError, check_bot

    if value.lower() == "list":
        list_bots(FAMILIES)
        raise typer.Exit
    spec = value if ":" in value else value.lower()
    try:
        check_bot(spec)
    except (BotSpecError, ProgramError) as error:
        problem = spoken().in_english.format(message=error)
        raise InputError(f"{option}: {problem}") from None
    return spec


def list_bots(families: Families) -> None:
    """Print every bot that can be named, with its place among the levels."""
    from kahuna.bots import BOTS, LEVELS
    from kahuna.i18n.shared import bot_texts

    texts = bot_texts(spoken().language)
    rungs = {key: f"{number}/{len(LEVELS)}" for number, key in enumerate(LEVELS, 1)}
    for key in (*BOTS, *(family.form for family in families.values())):
        print(spoken().bot.format(key=key, level=rungs.get(key, ""), about=texts[key]))


def read_seat(option: str, value: str) -> Seat | None:
    """Parse a seat; return ``None`` for random."""
    from kahuna.core import seat_of

    word = choose(option, value, ("white", "black", "random"))
    return None if word == "random" else seat_of(word)


def read_ruleset(
    edition: str, *, variant1: bool, variant2: bool, handicap: int, handicap_seat: str
) -> Ruleset:
    """Build the ruleset that the options describe."""
    from kahuna.core import CUSTOM, EDITIONS, Ruleset, custom, seat_of
    from kahuna.record import parse_ruleset

    seat = None
    if handicap_seat:
        seat = seat_of(choose("--handicap-seat", handicap_seat, ("white", "black")))
    if set(edition) & set("(+"):
        base = parse_ruleset(edition)
    else:
        key = choose("--edition", edition, (*EDITIONS, CUSTOM))
        base = custom(Ruleset()) if key == CUSTOM else EDITIONS[key].ruleset()
    return replace(
        base,
        no_trespass=variant1 or base.no_trespass,
        open_hands=variant2 or base.open_hands,
        handicap=handicap or base.handicap,
        handicap_seat=base.handicap_seat if seat is None else seat,
    )
