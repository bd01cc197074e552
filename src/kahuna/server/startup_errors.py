"""Errors that prevent a server from starting."""

from __future__ import annotations

from kahuna.core import KahunaError


class StartError(KahunaError):
    """The server cannot start."""


class PortTakenError(StartError):
    """Another program uses the port."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.other = port + 1 if port < 65535 else port - 1
        hint = f"another one: --port {self.other}, or --port 0 for any"
        super().__init__(f"port {port} of {host} is in use; {hint}")


class AddressError(StartError):
    """The server cannot listen at an address."""

    def __init__(self, host: str, port: int, problem: str) -> None:
        self.host, self.port, self.problem = host, port, problem
        super().__init__(
            f"nothing can listen at port {port} of {host} ({problem}); 127.0.0.1 is this machine"
        )


class ProxyAddressError(StartError):
    """``--proxy`` is not an IP address."""

    def __init__(self, value: str) -> None:
        self.value = value
        super().__init__(f"--proxy is an IP address such as 127.0.0.1, not {value[:60]!r}")


class NoDatabaseError(StartError):
    """A URL does not name a supported database."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(
            f"{url!r} is no database; it is sqlite:///games.db or postgresql://user@host/name"
        )


class DatabaseError(StartError):
    """A database cannot be used."""

    def __init__(self, place: str, problem: str) -> None:
        self.place, self.problem = place, problem
        super().__init__(f"the database {place} cannot be used ({problem})")


class UnsharedDatabaseError(StartError):
    """``--hub`` without a database that several nodes can share."""

    def __init__(self) -> None:
        super().__init__(
            "--hub connects nodes that share a database: it needs --db postgresql://user@host/name"
        )


class HubError(StartError):
    """A hub cannot be used."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(f"--hub is a URL such as redis://host:6379/0 ({problem})")


class TracesError(StartError):
    """Traces cannot be turned on."""


class LogStyleError(StartError):
    """``KAHUNA_LOG`` is not a known style."""

    def __init__(self, value: str, styles: tuple[str, ...]) -> None:
        self.value, self.styles = value, styles
        super().__init__(f"KAHUNA_LOG is one of {', '.join(styles)}, not {value[:40]!r}")
