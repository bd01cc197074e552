"""Errors that prevent a server from starting.

Their sentences are those of the command line's catalogue.
"""

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


class PortTakenError(StartError):
    """Another program uses the port."""

    def __init__(self, host: str, port: int) -> None:
        other = port + 1 if port < 65535 else port - 1
        super().__init__("port_taken", host=host, port=port, other=other)


class AddressError(StartError):
    """The server cannot listen at an address."""

    def __init__(self, host: str, port: int, problem: str) -> None:
        super().__init__("no_address", host=host, port=port, problem=problem)


class ProxyAddressError(StartError):
    """``--proxy`` is not an IP address."""

    def __init__(self, value: str) -> None:
        super().__init__("no_proxy_address", value=value[:60])


class NoDatabaseError(StartError):
    """A URL does not name a supported database."""

    def __init__(self, url: str) -> None:
        super().__init__("no_such_database", url=url)


class DatabaseError(StartError):
    """A database cannot be used."""

    def __init__(self, place: str, problem: str) -> None:
        self.problem = problem
        super().__init__("database_fails", place=place, problem=problem)


class UnsharedDatabaseError(StartError):
    """``--hub`` without a database that several nodes can share."""

    def __init__(self) -> None:
        super().__init__("hub_without_database")


class HubError(StartError):
    """A hub cannot be used."""

    def __init__(self, problem: str) -> None:
        super().__init__("no_hub", problem=problem)


class TracesError(StartError):
    """Traces cannot be turned on."""

    def __init__(self, problem: str) -> None:
        super().__init__("in_english", message=problem)


class LogStyleError(StartError):
    """``KAHUNA_LOG`` is not a known style."""

    def __init__(self, value: str, styles: tuple[str, ...]) -> None:
        choices = ", ".join(styles)
        super().__init__("not_a_choice", option="KAHUNA_LOG", value=value[:40], choices=choices)
