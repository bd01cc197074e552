"""The checker accepts a correct history and names what is wrong with others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from verification.checker import check, log_as_sent
from verification.deterministic_bot import choose
from verification.history import (
    Completion,
    Event,
    FinalLog,
    Hint,
    Invocation,
    RematchSeen,
    SeatGranted,
    Secret,
    Sighting,
    Stuck,
    Transcript,
    digest,
    parse_events,
)
from verification.stored_games import read_games, write_games

from kahuna.core import Ruleset, Seat, Termination, legal_actions
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.store import (
    ChangeEntry,
    GameMetadata,
    Player,
    SeedExchange,
    StoredGame,
    TimeControl,
)
from kahuna.match import Authority, Ending, RandomChance
from kahuna.record import FairCards, Ply, format_ply

GAME = "game"
START = 1_700_000_000.0
RULES = Ruleset(edition="custom")
FAIR = FairCards(bytes(range(32)), (bytes(32), None), False)


@dataclass
class Case:
    """A history of a stored game."""

    events: list[Event]
    stored: StoredGame

    def violations(self) -> set[str]:
        return {found.guarantee for found in check(self.events, {GAME: self.stored})}

    def completion(self, number: int) -> int:
        return next(
            index
            for index, event in enumerate(self.events)
            if isinstance(event, Completion) and event.id == number
        )


def good_case(*, bot: bool = False, timed: bool = False) -> Case:
    """Twenty changes that were acknowledged one after the other, and what everybody saw."""
    rng = Random(7)
    authority = Authority(RULES, RandomChance(rng) if bot else FAIR, first=Seat.WHITE)
    events: list[Event] = []
    changes: list[ChangeEntry] = []
    players = (Player("Ada"), Player("Bob", "random" if bot else None))
    while len(changes) < 20:
        seat = authority.mover
        assert seat is not None
        number = len(changes) + 1
        at = START + number
        view = authority.view(seat)
        is_bot = players[seat].bot is not None
        action = choose(view) if is_bot else rng.choice(legal_actions(view))
        ply = authority.act(seat, action)
        key = None if is_bot else f"k{number}"
        changes.append(ChangeEntry(GAME, number, ply, seat, key, at))
        if key is not None:
            name = seat.name.lower()
            events.append(
                Invocation(number, at - 0.1, GAME, name, key, format_ply(Ply(ply.action)))
            )
            events.append(Completion(number, at + 0.1, "ok"))
    if timed:
        assert authority.mover is not None
        ending = authority.time_out(authority.mover)
        changes.append(ChangeEntry(GAME, len(changes) + 1, ending, None, None, START + 1000))
    metadata = GameMetadata(
        id=GAME,
        created_at=START,
        mode="bot" if bot else "online",
        ruleset=RULES,
        first=Seat.WHITE,
        first_choice="white",
        deal=authority.record().deal,
        players=players,
        time_control=TimeControl("turn", 60) if timed else None,
        started_at=START if timed else None,
        is_over=timed,
        seed_exchange=None if bot else SeedExchange(FAIR.secret, seeds=FAIR.seeds),
    )
    case = Case(events, StoredGame(metadata, {}, tuple(changes)))
    add_sightings(case)
    return case


def add_sightings(case: Case) -> None:
    hosted = HostedGame(case.stored, RandomChance(Random(0)))
    for viewer in ("white", "black", "spectator"):
        log = log_as_sent(hosted, viewer)
        case.events.append(FinalLog(f"the {viewer}", GAME, viewer, log))
        for length in (1, len(log) // 2, len(log)):
            seen = digest(log[:length])
            case.events.append(Sighting(START, f"the {viewer}", 1, GAME, viewer, length, seen))


@pytest.mark.parametrize(
    "case",
    [good_case(), good_case(bot=True), good_case(timed=True)],
    ids=["people", "a bot", "a timeout"],
)
def test_a_correct_history_is_accepted(case: Case):
    assert case.violations() == set()


def lose_a_move(case: Case) -> None:
    case.stored = replace(case.stored, changes=case.stored.changes[:-1])
    case.events = [e for e in case.events if not isinstance(e, FinalLog | Sighting)]


def store_a_number_twice(case: Case) -> None:
    case.stored = replace(case.stored, changes=(*case.stored.changes, case.stored.changes[-1]))


def repeat_a_move(case: Case) -> None:
    last = case.stored.changes[-1]
    again = replace(last, number=last.number + 1)
    case.stored = replace(case.stored, changes=(*case.stored.changes, again))


def play_what_nobody_asked(case: Case) -> None:
    case.events = [e for e in case.events if not (isinstance(e, Invocation) and e.key == "k3")]
    case.events = [e for e in case.events if not (isinstance(e, Completion) and e.id == 3)]


def play_something_else(case: Case) -> None:
    index = next(i for i, e in enumerate(case.events) if isinstance(e, Invocation) and e.id == 4)
    case.events[index] = replace(case.events[index], request="undo")


def refuse_what_happened(case: Case) -> None:
    index = case.completion(5)
    case.events[index] = replace(case.events[index], kind="refused", code="stale_version")


def refuse_a_repetition(case: Case) -> None:
    first = next(e for e in case.events if isinstance(e, Invocation) and e.id == 6)
    case.events += [
        replace(first, id=99, at=START + 40),
        Completion(99, START + 50, "refused", "stale_version"),
    ]


def reorder(case: Case) -> None:
    """Number 2 was asked for long after number 3 was acknowledged."""
    index = next(i for i, e in enumerate(case.events) if isinstance(e, Invocation) and e.id == 2)
    case.events[index] = replace(case.events[index], at=START + 3.5)


def date_wrongly(case: Case) -> None:
    entries = list(case.stored.changes)
    entries[3] = replace(entries[3], at=entries[3].at + 3600)
    case.stored = replace(case.stored, changes=tuple(entries))


def show_another_log(case: Case) -> None:
    case.events.append(Sighting(START, "eve", 2, GAME, "spectator", 3, "0" * 16))


def go_back(case: Case) -> None:
    sightings = [e for e in case.events if isinstance(e, Sighting) and e.viewer == "spectator"]
    case.events.append(sightings[0])


def end_with_an_old_log(case: Case) -> None:
    index = next(i for i, e in enumerate(case.events) if isinstance(e, FinalLog))
    final = case.events[index]
    assert isinstance(final, FinalLog)
    case.events[index] = replace(final, log=final.log[:-1])


def get_stuck(case: Case) -> None:
    case.events.append(Stuck(GAME, "a bot does not move"))


def take_a_seat_twice(case: Case) -> None:
    case.events += [SeatGranted(GAME, "black", name) for name in ("ada", "bob")]


def start_two_rematches(case: Case) -> None:
    case.events.append(RematchSeen(GAME, "ada", None, 3))


def go_to_another_rematch(case: Case) -> None:
    case.events.append(RematchSeen(GAME, "ada", "elsewhere", 2))


def send_a_secret(case: Case) -> None:
    case.events += [Secret("sesame"), Hint('"publish" "kahuna" "game sesame"')]


def tell_what_determines_the_cards(case: Case) -> None:
    case.events.append(Hint(f'"publish" "kahuna" "game {FAIR.secret.hex()}"'))


def draw_another_card(case: Case) -> None:
    exchange = SeedExchange(FAIR.secret)
    metadata = replace(case.stored.metadata, seed_exchange=exchange)
    case.stored = replace(case.stored, metadata=metadata)


def tell_twins_apart(case: Case) -> None:
    case.events += [Transcript(1, "white", twin, ["hand", str(twin)]) for twin in (0, 1)]


def lose_the_game(case: Case) -> None:
    case.events.append(SeatGranted("another", "white", "ada"))


@pytest.mark.parametrize(
    ("spoil", "guarantee"),
    [
        (lose_a_move, "nothing is lost"),
        (lose_the_game, "nothing is lost"),
        (store_a_number_twice, "one order"),
        (repeat_a_move, "nothing happens twice"),
        (play_what_nobody_asked, "nothing appears from nowhere"),
        (play_something_else, "nothing appears from nowhere"),
        (refuse_what_happened, "refused means nothing happened"),
        (refuse_a_repetition, "a repeated request is answered again"),
        (reorder, "one order"),
        (date_wrongly, "time is steady"),
        (show_another_log, "everybody sees the same game"),
        (end_with_an_old_log, "everybody sees the same game"),
        (go_back, "a connection never goes back"),
        (get_stuck, "games go on"),
        (take_a_seat_twice, "a seat is taken once"),
        (start_two_rematches, "a rematch is created once"),
        (go_to_another_rematch, "a rematch is created once"),
        (send_a_secret, "secrecy"),
        (tell_what_determines_the_cards, "secrecy"),
        (draw_another_card, "no card is repeated or skipped"),
        (tell_twins_apart, "secrecy"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_broken_guarantee_is_named(spoil: Callable[[Case], None], guarantee: str):
    case = good_case()
    spoil(case)
    assert guarantee in case.violations()


def with_change(case: Case, number: int, **fields: object) -> Case:
    entries = list(case.stored.changes)
    entries[number - 1] = replace(entries[number - 1], **fields)
    return Case(case.events, replace(case.stored, changes=tuple(entries)))


def test_a_decision_for_another_position_is_found():
    case = good_case(bot=True)
    by_bot = next(entry for entry in case.stored.changes if entry.seat is Seat.BLACK)
    authority = Authority(
        RULES, RandomChance(Random(0)), first=Seat.WHITE, deal=case.stored.metadata.deal
    )
    for entry in case.stored.changes[: by_bot.number - 1]:
        authority.redo(entry.change)
    view = authority.view(Seat.BLACK)
    other = next(action for action in legal_actions(view) if action != choose(view))
    ply = authority.act(Seat.BLACK, other)
    case.stored = replace(
        case.stored,
        changes=(*case.stored.changes[: by_bot.number - 1], replace(by_bot, change=ply)),
    )
    assert "bots move once" in case.violations()


def test_a_timeout_before_the_deadline_is_found():
    case = good_case(timed=True)
    assert "nobody loses early" in with_change(case, 21, at=START + 21).violations()


def test_a_move_after_the_deadline_is_found():
    case = good_case(timed=True)
    assert "timeouts count" in with_change(case, 20, at=START + 900).violations()


def test_an_ending_that_is_not_marked_is_found():
    case = good_case(timed=True)
    case.stored = replace(case.stored, metadata=replace(case.stored.metadata, is_over=False))
    assert "one order" in case.violations()
    assert case.stored.changes[-1].change == Ending(
        case.stored.changes[-1].change.winner, Termination.TIMEOUT
    )


def test_an_unanswered_request_may_have_been_carried_out_or_not():
    case = good_case()
    for number in (6, 20):
        index = case.completion(number)
        case.events[index] = replace(case.events[index], kind="unknown")
    assert case.violations() == set()
    lose_a_move(case)
    assert case.violations() == set()


def test_a_refusal_after_a_lost_answer_proves_nothing():
    case = good_case()
    index = case.completion(6)
    first = next(e for e in case.events if isinstance(e, Invocation) and e.id == 6)
    case.events[index] = replace(case.events[index], kind="unknown")
    case.events += [replace(first, id=99), Completion(99, START + 50, "refused", "stale_version")]
    assert case.violations() == set()


def test_histories_and_games_survive_being_written(tmp_path):
    import json
    from dataclasses import asdict

    case = good_case(timed=True)
    write_games(tmp_path / "games.json", [case.stored])
    assert read_games(tmp_path / "games.json") == {GAME: case.stored}
    lines = [json.dumps({"event": type(e).__name__} | asdict(e)) for e in case.events]
    assert list(parse_events(lines)) == case.events


def moves(entries: Sequence[ChangeEntry]) -> int:
    return sum(isinstance(entry.change, Ply) for entry in entries)


def test_the_good_case_has_moves_of_both_seats():
    changes = good_case().stored.changes
    assert moves(changes) == 20
    assert {entry.seat for entry in changes} == {Seat.WHITE, Seat.BLACK}
