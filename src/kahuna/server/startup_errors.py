"""Why a server cannot start, in a sentence of the command line's catalogue."""

from __future__ import annotations

from kahuna.core import KahunaError
from kahuna.i18n import ENGLISH, read_section


class StartError(KahunaError):
    """The server cannot start; ``text`` is the key of a sentence, ``values`` are its fields."""

    def __init__(self, text: str, **values: object) -> None:
        self.text, self.values = text, values
        super().__init__(self.in_language(ENGLISH))

    def in_language(self, language: str) -> str:
        """Say in a language what is wrong."""
        return str(read_section(language, "cli")[self.text]).format(**self.values)


class NoDatabaseError(StartError):
    """A URL does not name a supported database."""

    def __init__(self, url: str) -> None:
        super().__init__("no_such_database", url=url)


class DatabaseError(StartError):
    """A database cannot be used."""

    def __init__(self, place: str, problem: str) -> None:
        self.problem = problem
        super().__init__("database_fails", place=place, problem=problem)


class HubError(StartError):
    """A hub cannot be used."""

    def __init__(self, problem: str) -> None:
        super().__init__("no_hub", problem=problem)
