"""``kahuna verify``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import BAD_INPUT, print_error
from kahuna.cli.localization import LanguageOption
from kahuna.cli.texts import spoken
from kahuna.i18n import counted

if TYPE_CHECKING:
    from kahuna.record.game_files import Source


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    _language: LanguageOption = "",
) -> None:
    """Check the cards of online games."""
    from kahuna.record import RecordError
    from kahuna.record.game_files import read_text, sources

    found = sources(read_text(file), str(file))
    num_fair = 0
    for source in found:
        try:
            print(_commitments(source))
            num_fair += 1
        except RecordError as error:
            print_error(spoken().in_english.format(message=error))
    print(counted(spoken().cards_verified, len(found)).format(fine=num_fair, count=len(found)))
    if num_fair < len(found):
        raise typer.Exit(BAD_INPUT)


def _commitments(source: Source) -> str:
    """Verify the cards of a game, and return what was committed before they were dealt."""
    from kahuna.record import RecordError, commitment_of, verify_cards

    record = source.game()
    try:
        fair = verify_cards(record)
    except RecordError as error:
        raise error.at(source.where) from None
    said = spoken()
    white, black = (said.no_seed if seed is None else commitment_of(seed) for seed in fair.seeds)
    server = commitment_of(fair.secret)
    return said.commitments.format(where=source.where, server=server, white=white, black=black)
