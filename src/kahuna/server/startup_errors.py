"""Errors that prevent a server from starting.

Their sentences are the English ones of the command line's catalogue.
"""

from __future__ import annotations

from kahuna.core import KahunaError
from kahuna.i18n import ENGLISH, read_section


class StartError(KahunaError):
    """The server cannot start."""


class PortTakenError(StartError):
    """Another program uses the port."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.other = port + 1 if port < 65535 else port - 1
        super().__init__(_english("port_taken", host=host, port=port, other=self.other))


class AddressError(StartError):
    """The server cannot listen at an address."""

    def __init__(self, host: str, port: int, problem: str) -> None:
        self.host, self.port, self.problem = host, port, problem
        super().__init__(_english("no_address", host=host, port=port, problem=problem))


class ProxyAddressError(StartError):
    """``--proxy`` is not an IP address."""

    def __init__(self, value: str) -> None:
        self.value = value
        super().__init__(_english("no_proxy_address", value=value[:60]))


class NoDatabaseError(StartError):
    """A URL does not name a supported database."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(_english("no_such_database", url=url))


class DatabaseError(StartError):
    """A database cannot be used."""

    def __init__(self, place: str, problem: str) -> None:
        self.place, self.problem = place, problem
        super().__init__(_english("database_fails", place=place, problem=problem))


class UnsharedDatabaseError(StartError):
    """``--hub`` without a database that several nodes can share."""

    def __init__(self) -> None:
        super().__init__(_english("hub_without_database"))


class HubError(StartError):
    """A hub cannot be used."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(_english("no_hub", problem=problem))


class TracesError(StartError):
    """Traces cannot be turned on."""


class LogStyleError(StartError):
    """``KAHUNA_LOG`` is not a known style."""

    def __init__(self, value: str, styles: tuple[str, ...]) -> None:
        self.value, self.styles = value, styles
        choices = ", ".join(styles)
        super().__init__(
            _english("not_a_choice", option="KAHUNA_LOG", value=value[:40], choices=choices)
        )


def _english(name: str, **values: object) -> str:
    return str(read_section(ENGLISH, "cli")[name]).format(**values)
