"""Choose one of the games of a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kahuna.cli.errors import InputError
from kahuna.cli.texts import spoken
from kahuna.i18n import counted

if TYPE_CHECKING:
    from kahuna.record.game_files import Source


def choose_game(found: list[Source], file: Path, game: int | None) -> Source:
    """Return the game with this number, or the first one and say so."""
    number = 1 if game is None else game
    if not 1 <= number <= len(found):
        form = counted(spoken().no_game, len(found))
        raise InputError(form.format(path=file, count=len(found), number=number))
    if game is None and len(found) > 1:
        print(spoken().one_of_many.format(number=number, count=len(found)), file=sys.stderr)
    return found[number - 1]
