"""Compare what clients were told with what is stored: pure functions for docs/guarantees.md."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, TypeVar

from kahuna.core import SPECTATOR, KahunaError, Seat, Termination
from kahuna.hosting.play.clocks import GameClock
from kahuna.hosting.play.game import HostedGame, led_to
from kahuna.hosting.store import ChangeEntry, StoredGame
from kahuna.match import Authority, Ending, RandomChance
from kahuna.record import Ply, verify_cards
from verification.deterministic_bot import choose
from verification.history import (
    Completion,
    Event,
    FinalLog,
    Hint,
    Invocation,
    Log,
    RematchSeen,
    SeatGranted,
    Secret,
    Sighting,
    Stuck,
    Transcript,
    digest,
)

CLOCK_SLACK: Final = 15.0
"""Seconds by which a node may be late: its clock starts when its first query is answered."""

_E = TypeVar("_E")


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A broken guarantee."""

    guarantee: str
    game: str
    details: str

    def __str__(self) -> str:
        return f"{self.guarantee}: game {self.game}: {self.details}"


@dataclass(slots=True)
class Request:
    """All invocations with one key."""

    game: str
    seat: str
    key: str
    text: str
    begun: float
    invocations: int = 0
    num_refused: int = 0
    acknowledged_at: float | None = None
    codes: list[str] = field(default_factory=list)
    refused_again: str | None = None
    """The refusal of a request that was repeated after its acknowledgement."""

    @property
    def is_refused(self) -> bool:
        """Whether every invocation was refused, so that nothing can have happened."""
        return self.num_refused == self.invocations


def check(events: Sequence[Event], games: Mapping[str, StoredGame]) -> list[Violation]:
    """Return everything that contradicts the guarantees."""
    requests = requests_of(events)
    by_game = defaultdict[str, dict[tuple[str, str], Request]](dict)
    for request in requests:
        by_game[request.game][request.seat, request.key] = request
    sightings = _group(_only(events, Sighting))
    finals = _group(_only(events, FinalLog))
    violations = list(check_events(events, games))
    known = {*by_game, *sightings, *finals, *(seat.game for seat in _only(events, SeatGranted))}
    violations += (
        Violation("nothing is lost", game, "the game is not stored") for game in known - set(games)
    )
    for name, stored in games.items():
        violations += check_game(
            stored, by_game.get(name, {}), sightings.get(name, ()), finals.get(name, ())
        )
    return sorted(violations)


def requests_of(events: Iterable[Event]) -> list[Request]:
    """Return the requests of a history with their outcomes."""
    invocations: dict[int, tuple[Request, float]] = {}
    requests: dict[tuple[str, str, str], Request] = {}
    for event in events:
        if isinstance(event, Invocation):
            key = (event.game, event.seat, event.key)
            request = requests.get(key)
            if request is None:
                request = requests[key] = Request(*key, event.request, event.at)
            request.invocations += 1
            invocations[event.id] = request, event.at
        elif isinstance(event, Completion):
            request, begun = invocations[event.id]
            if event.kind == "ok":
                first = request.acknowledged_at
                request.acknowledged_at = event.at if first is None else min(first, event.at)
            elif event.kind == "refused":
                request.num_refused += 1
                request.codes.append(event.code or "")
                if request.acknowledged_at is not None and begun > request.acknowledged_at:
                    request.refused_again = event.code
    return list(requests.values())


def check_game(
    stored: StoredGame,
    requests: Mapping[tuple[str, str], Request],
    sightings: Sequence[Sighting],
    finals: Sequence[FinalLog],
) -> Iterator[Violation]:
    """Check one game."""
    metadata = stored.metadata
    game = metadata.id

    def violation(guarantee: str, details: str) -> Violation:
        return Violation(guarantee, game, details)

    numbers = [entry.number for entry in stored.changes]
    if numbers != list(range(1, len(numbers) + 1)):
        yield violation("one order", f"the change log is numbered {numbers}")
    written = Counter((_seat(entry), entry.key) for entry in stored.changes if entry.key)
    for (seat, key), num in written.items():
        if num > 1:
            yield violation("nothing happens twice", f"{seat}'s {key} is stored {num} times")
    for (seat, key), request in requests.items():
        if request.acknowledged_at is not None and not written[seat, key]:
            yield violation("nothing is lost", f"{seat}'s {key} ({request.text}) is not stored")
        if request.refused_again is not None:
            details = f"{seat}'s {key} was acknowledged, then refused: {request.refused_again}"
            yield violation("a repeated request is answered again", details)
        if request.is_refused and written[seat, key]:
            codes = ", ".join(request.codes)
            yield violation("refused means nothing happened", f"{seat}'s {key}: {codes}")
    yield from _check_origins(stored, requests)
    yield from _check_order(stored, requests)
    yield from _check_times(stored, requests)
    try:
        yield from _check_replay(stored)
        hosted = HostedGame(stored, RandomChance(Random(0)))
    except (KahunaError, ValueError) as error:
        yield violation("one order", f"the change log breaks the rules: {error!r}")
        return
    if metadata.is_dealt and (fair := metadata.fair_cards) is not None:
        try:
            verify_cards(replace(hosted.record(), fair_cards=fair))
        except KahunaError as error:
            yield violation("no card is repeated or skipped", str(error))
    yield from _check_logs(hosted, sightings, finals)


def _check_origins(
    stored: StoredGame, requests: Mapping[tuple[str, str], Request]
) -> Iterator[Violation]:
    """Check that every change was requested."""
    metadata = stored.metadata
    for entry in stored.changes:
        if entry.key is not None:
            request = requests.get((_seat(entry), entry.key))
            text = None if request is None or request.text == "undo" else request.text
            if request is None or not led_to(text, entry.change):
                details = f"number {entry.number}, key {entry.key}: {entry.change}"
                yield Violation("nothing appears from nowhere", metadata.id, details)
        elif isinstance(entry.change, Ply) and (
            entry.seat is None or metadata.players[entry.seat].bot is None
        ):
            details = f"number {entry.number} has neither a key nor a bot"
            yield Violation("nothing appears from nowhere", metadata.id, details)


def _check_order(
    stored: StoredGame, requests: Mapping[tuple[str, str], Request]
) -> Iterator[Violation]:
    """Check that a request sent after a response comes later in the log."""
    earliest_answer = float("inf")
    for entry in reversed(stored.changes):
        request = None if entry.key is None else requests.get((_seat(entry), entry.key))
        if request is None:
            continue
        if request.begun > earliest_answer:
            details = f"{request.key} was asked after a later change was acknowledged"
            yield Violation("one order", stored.metadata.id, details)
        if request.acknowledged_at is not None:
            earliest_answer = min(earliest_answer, request.acknowledged_at)


def _check_times(
    stored: StoredGame, requests: Mapping[tuple[str, str], Request]
) -> Iterator[Violation]:
    """Check that changes have the right timestamps."""
    for entry in stored.changes:
        request = None if entry.key is None else requests.get((_seat(entry), entry.key))
        if request is None:
            continue
        latest = request.acknowledged_at
        if entry.at < request.begun - CLOCK_SLACK or (
            latest is not None and entry.at > latest + CLOCK_SLACK
        ):
            off = entry.at - request.begun
            details = f"number {entry.number} is dated {off:+.1f} s from when it was asked for"
            yield Violation("time is steady", stored.metadata.id, details)


def _check_replay(stored: StoredGame) -> Iterator[Violation]:
    """Check deadlines and decisions of bots, change by change."""
    metadata = stored.metadata
    chance = RandomChance(Random(0))
    authority = Authority(metadata.ruleset, chance, first=metadata.first, deal=metadata.deal)
    clock = GameClock(metadata)
    for entry in stored.changes:
        mover = authority.mover
        turn = authority.position(SPECTATOR).public.turn
        deadline = None
        if mover is not None:
            # Whoever does not appear in a game of the lobby aborts it, and loses nothing.
            deadline = clock.deadline(metadata, mover, turn, has_acted=True)
        if _is_timeout(entry):
            if deadline is None or entry.at < deadline:
                details = f"number {entry.number} ends the game before the deadline"
                yield Violation("nobody loses early", metadata.id, details)
        elif deadline is not None and entry.at >= deadline:
            details = f"number {entry.number} was made after the deadline"
            yield Violation("timeouts count", metadata.id, details)
        if entry.seat is not None and metadata.players[entry.seat].bot is not None:
            if not isinstance(entry.change, Ply) or entry.seat is not mover:
                details = f"number {entry.number} is no move of the bot to move"
                yield Violation("bots move once", metadata.id, details)
            elif (wanted := choose(authority.view(entry.seat))) != entry.change.action:
                details = (
                    f"number {entry.number} is {entry.change.action}, but the bot decides {wanted}"
                )
                yield Violation("bots move once", metadata.id, details)
        authority.redo(entry.change)
        if entry.seat is not None and authority.mover is not entry.seat:
            clock.end_turn(entry.seat, entry.at)
    if (authority.outcome is not None) != metadata.is_over:
        yield Violation("one order", metadata.id, "it is marked as over and is not, or vice versa")


def _check_logs(
    hosted: HostedGame, sightings: Sequence[Sighting], finals: Sequence[FinalLog]
) -> Iterator[Violation]:
    """Check that everybody saw the same game, and sees it now."""
    logs = {name: log_as_sent(hosted, name) for name in ("white", "black", "spectator")}
    for final in finals:
        if final.log != logs[final.viewer]:
            details = f"{final.client} sees {len(final.log)} entries of {len(logs[final.viewer])}"
            yield Violation("everybody sees the same game", hosted.id, details)
    prefixes: dict[int, str] = {}
    longest: dict[tuple[str, int], int] = {}
    public = logs["spectator"]
    for sighting in sightings:
        if sighting.viewer != "spectator":
            continue
        length = sighting.length
        if length not in prefixes:
            prefixes[length] = digest(public[:length])
        if length > len(public) or sighting.digest != prefixes[length]:
            details = f"{sighting.client} was shown {length} entries that are not stored"
            yield Violation("everybody sees the same game", hosted.id, details)
        connection = (sighting.client, sighting.connection)
        if length < longest.get(connection, 0):
            details = f"{sighting.client} was shown {longest[connection]} entries, then {length}"
            yield Violation("a connection never goes back", hosted.id, details)
        longest[connection] = length


def check_events(events: Sequence[Event], games: Mapping[str, StoredGame]) -> Iterator[Violation]:
    """Check guarantees that concern more than one change log."""
    for stuck in _only(events, Stuck):
        yield Violation("games go on", stuck.game, stuck.what)
    seats = Counter((granted.game, granted.seat) for granted in _only(events, SeatGranted))
    for (game, seat), num in seats.items():
        if num > 1:
            yield Violation("a seat is taken once", game, f"{seat} was given away {num} times")
    for seen in _only(events, RematchSeen):
        stored = games.get(seen.game)
        expected = None if stored is None else stored.metadata.rematch
        if seen.rematch != expected:
            details = f"{seen.client} was sent to {seen.rematch}, but {expected} is stored"
            yield Violation("a rematch is created once", seen.game, details)
        if seen.num_games > 2:
            details = f"{seen.client} holds seats in {seen.num_games} games"
            yield Violation("a rematch is created once", seen.game, details)
    yield from _check_secrecy(events, games)


def _check_secrecy(events: Sequence[Event], games: Mapping[str, StoredGame]) -> Iterator[Violation]:
    secrets = [secret.text for secret in _only(events, Secret)]
    for stored in games.values():
        if (exchange := stored.metadata.seed_exchange) is not None:
            secrets += [seed.hex() for seed in (exchange.secret, *exchange.seeds) if seed]
    for hint in _only(events, Hint):
        for secret in secrets:
            if secret in hint.text:
                yield Violation("secrecy", "-", f"a hint contains a secret: {hint.text[:100]!r}")
    transcripts = defaultdict[tuple[int, str], dict[int, Sequence[str]]](dict)
    for transcript in _only(events, Transcript):
        transcripts[transcript.pair, transcript.onlooker][transcript.twin] = transcript.received
    for (pair, onlooker), twins in transcripts.items():
        if list(twins.get(0, ())) != list(twins.get(1, ())):
            details = f"{onlooker} can tell the games of pair {pair} apart"
            yield Violation("secrecy", "-", details)


def log_as_sent(hosted: HostedGame, viewer: str) -> Log:
    """Return a viewer's log as the protocol sends it."""
    which = SPECTATOR if viewer == "spectator" else Seat[viewer.upper()]
    log: Log = json.loads(json.dumps(hosted.log(which).entries()))
    return log


def _is_timeout(entry: ChangeEntry) -> bool:
    change = entry.change
    return isinstance(change, Ending) and change.termination is Termination.TIMEOUT


def _seat(entry: ChangeEntry) -> str:
    return "" if entry.seat is None else entry.seat.name.lower()


def _only(events: Iterable[Event], kind: type[_E]) -> list[_E]:
    return [event for event in events if isinstance(event, kind)]


def _group(events: Iterable[_E]) -> dict[str, list[_E]]:
    groups = defaultdict[str, list[_E]](list)
    for event in events:
        groups[event.game].append(event)  # type: ignore[attr-defined]
    return groups
