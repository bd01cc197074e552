"""The types themselves leave no place for a secret. [R15]"""

import dataclasses
import typing
from collections.abc import Iterator

import pytest

import kahuna.core as core
from kahuna.core import (
    SPECTATOR,
    VIEWERS,
    Island,
    Outcome,
    Private,
    Seat,
    State,
    Termination,
    View,
    board,
    cards,
    events,
    ruleset,
    scoring,
    seats,
    state,
    view,
)
from kahuna.core.events import (
    BridgeBuilt,
    BridgeRemoved,
    BuildCause,
    CardBuried,
    CardDrawn,
    CardsPlayed,
    ControlGained,
    ControlLost,
    DrawDeclined,
    Event,
    GameEnded,
    GameStarted,
    HiddenCardBuried,
    HiddenCardDrawn,
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    RemovalCause,
    RoundScored,
    SeenEvent,
    SeenStart,
    TurnStarted,
    seen,
)

NAMES: dict[str, object] = {}
for module in (board, cards, events, ruleset, scoring, seats, state, view, core):
    NAMES |= vars(module)


def fields_of(kind: type) -> dict[str, object]:
    """The fields of a value type and their types."""
    return typing.get_type_hints(kind, localns=NAMES)


def parts_of(hint: object) -> Iterator[type]:
    """All classes that an annotation speaks of."""
    if isinstance(hint, type) and not typing.get_args(hint):
        yield hint
    for part in typing.get_args(hint):
        yield from parts_of(part)


def reachable(*roots: type) -> set[type]:
    """All classes whose values can be part of a value of these types."""
    found: set[type] = set()
    waiting = list(roots)
    while waiting:
        kind = waiting.pop()
        if kind in found:
            continue
        found.add(kind)
        if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
            for hint in fields_of(kind).values():
                waiting += parts_of(hint)
    return found


SEEN = typing.get_args(SeenEvent)
HAPPENED = typing.get_args(Event)


def test_nothing_that_holds_secrets_is_part_of_a_view():
    found = reachable(View, *SEEN)
    assert {View, core.Public, core.Ruleset, SeenStart} <= found  # the walk does find types
    assert not found & {State, GameStarted, core.Deal, core.Setup, core.Hidden, core.Belief}


def test_the_check_would_find_a_state_in_a_view():
    class Leaky(typing.NamedTuple):
        view: View
        truth: tuple[State, ...] | None

    assert State in reachable(Leaky)


def test_a_view_has_room_for_one_private_zone():
    kinds = [part for hint in fields_of(View).values() for part in parts_of(hint)]
    assert kinds.count(Private) == 1
    assert Private not in reachable(core.Public, *SEEN)


def test_hidden_counterparts_have_no_card():
    assert list(fields_of(HiddenCardBuried)) == list(fields_of(HiddenCardDrawn)) == ["seat"]


def test_sizes_are_numbers_a_seat():
    assert fields_of(View)["hand_sizes"] == fields_of(View)["buried_sizes"] == tuple[int, int]
    assert fields_of(View)["pile_size"] is int


WHITE, BLACK = Seat.WHITE, Seat.BLACK
CARD = Island(4)
EVENTS: list[Event] = [
    GameStarted((1, 4), (16, 64), (0, 0), 256, 1024, 9),
    TurnStarted(WHITE),
    CardsPlayed(WHITE, (CARD,)),
    BridgeBuilt(WHITE, 0, BuildCause.CARD),
    BridgeRemoved(WHITE, 0, RemovalCause.CARDS),
    ControlGained(WHITE, CARD),
    ControlLost(WHITE, CARD),
    CardBuried(WHITE, CARD, was_shown=False),
    OpenCardTaken(WHITE, CARD),
    OpenCardTurned(CARD),
    CardDrawn(WHITE, CARD),
    DrawDeclined(WHITE),
    RoundScored(1, (1, 0), (1, 0)),
    PileRenewed(14),
    GameEnded(Outcome(WHITE, Termination.POINTS, ())),
]


def test_every_kind_of_event_is_looked_at_here():
    assert {type(event) for event in EVENTS} == set(HAPPENED)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_what_a_viewer_sees_of_an_event(event, viewer):
    secret = {
        CardBuried: HiddenCardBuried(WHITE),
        CardDrawn: HiddenCardDrawn(WHITE),
    }
    shown = seen(event, viewer)
    assert isinstance(shown, SEEN)
    if isinstance(event, GameStarted):
        assert isinstance(shown, SeenStart)
    elif type(event) in secret and viewer is not WHITE:
        assert shown == secret[type(event)]
    else:
        assert shown is event


@pytest.mark.parametrize(
    ("viewer", "hand", "buried"), [(WHITE, 1, 16), (BLACK, 4, 64), (SPECTATOR, 0, 0)], ids=str
)
def test_what_a_viewer_sees_of_the_start(viewer, hand, buried):
    assert seen(EVENTS[0], viewer) == SeenStart(
        own_hand=hand,
        own_buried=buried,
        hand_sizes=(1, 1),
        buried_sizes=(1, 1),
        shown=(0, 0),
        discards=256,
        open_cards=1024,
        pile_size=9,
    )


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_everybody_sees_which_open_card_was_buried(viewer):
    event = CardBuried(WHITE, CARD, was_shown=True)
    assert seen(event, viewer) == event
