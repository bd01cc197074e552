"""What clients requested and were told: events in a file with one JSON object per line."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final, Literal, TypeAlias

ResultKind: TypeAlias = Literal["ok", "refused", "unknown"]
Log: TypeAlias = Sequence[Any]
"""A viewer's log as the protocol sends it."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """A request was sent. Sending it again, with the same key, is another invocation."""

    id: int
    at: float
    game: str
    seat: str
    key: str
    request: str
    """The action in notation, or ``undo``."""


@dataclass(frozen=True, slots=True)
class Completion:
    """An invocation was acknowledged, refused, or never answered."""

    id: int
    at: float
    kind: ResultKind
    code: str | None = None
    """Why it was refused."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A client was shown a log of this length and digest."""

    at: float
    client: str
    connection: int
    game: str
    viewer: str
    length: int
    digest: str


@dataclass(frozen=True, slots=True)
class FinalLog:
    """What a client saw last, after everything had settled."""

    client: str
    game: str
    viewer: str
    log: Log


@dataclass(frozen=True, slots=True)
class SeatGranted:
    """A request to create or join a game was answered with a token."""

    game: str
    seat: str
    client: str


@dataclass(frozen=True, slots=True)
class RematchSeen:
    """A client was told the id of the rematch, and holds seats in ``num_games`` games."""

    game: str
    client: str
    rematch: str | None
    num_games: int


@dataclass(frozen=True, slots=True)
class Transcript:
    """What an onlooker of one of two twin games received, without ids and tokens."""

    pair: int
    onlooker: str
    twin: int
    """0 or 1: the games differ only in hidden cards."""
    received: Sequence[str]


@dataclass(frozen=True, slots=True)
class Hint:
    """A message that nodes sent each other through Redis."""

    text: str


@dataclass(frozen=True, slots=True)
class Secret:
    """A token or an invitation. It must not appear in any hint."""

    text: str


@dataclass(frozen=True, slots=True)
class FaultNoted:
    """The nemesis did something."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """Something required did not happen within a generous time."""

    game: str
    what: str


Event: TypeAlias = (
    Invocation
    | Completion
    | Sighting
    | FinalLog
    | SeatGranted
    | RematchSeen
    | Transcript
    | Hint
    | Secret
    | FaultNoted
    | Stuck
)
_KINDS: Final[dict[str, type[Any]]] = {
    kind.__name__: kind
    for kind in (
        Invocation,
        Completion,
        Sighting,
        FinalLog,
        SeatGranted,
        RematchSeen,
        Transcript,
        Hint,
        Secret,
        FaultNoted,
        Stuck,
    )
}


def digest(log: Log) -> str:
    """Return a short hash of a log."""
    return sha256(json.dumps(log, sort_keys=True).encode()).hexdigest()[:16]


class HistoryWriter:
    """Appends events to a file as they happen."""

    def __init__(self, path: Path) -> None:
        self._file: IO[str] = path.open("w", encoding="utf-8")
        self._num_invocations = 0
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Write one event."""
        self.events.append(event)
        self._file.write(json.dumps({"event": type(event).__name__} | asdict(event)) + "\n")

    def invoke(self, game: str, seat: str, key: str, request: str) -> int:
        """Record that a request is sent now; return the number of the invocation."""
        self._num_invocations += 1
        at = time.time()
        self.add(Invocation(self._num_invocations, at, game, seat, key, request))
        return self._num_invocations

    def complete(self, number: int, kind: ResultKind, code: str | None = None) -> None:
        """Record how an invocation ended."""
        self.add(Completion(number, time.time(), kind, code))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_history(path: Path) -> list[Event]:
    """Read the events of a file."""
    with path.open(encoding="utf-8") as file:
        return list(parse_events(file))


def parse_events(lines: Iterable[str]) -> Iterable[Event]:
    """Yield the events of lines of JSON."""
    for line in lines:
        fields = json.loads(line)
        yield _KINDS[fields.pop("event")](**fields)
