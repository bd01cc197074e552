"""Which paragraphs of the rules a ply exercised, judging by the core's events and states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from kahuna.core import (
    ARCHIPELAGO,
    Action,
    Build,
    Bury,
    Decline,
    Discard,
    DrawPile,
    Handicap,
    Over,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    State,
    TakeOpen,
    Termination,
    Turn,
    TurnActivity,
    count,
    kinds,
    legal_actions,
    num_bridges_left,
    size,
    view_of,
)
from kahuna.core.events import (
    BridgeRemoved,
    CardBuried,
    ControlGained,
    ControlLost,
    Event,
    PileRenewed,
    RoundScored,
)

PARAGRAPHS: Final = (
    *("R1.5", "R2.1", "R3.1", "R3.4", "R4.1", "R4.2", "R4.3", "R4.4"),
    *("R5.2", "R5.3", "R5.4", "R5.5", "R5.7", "R6.1", "R6.3", "R6.4", "R7.1", "R7.2", "R7.3"),
    *("R8.1", "R8.2", "R8.3", "R8.4", "R8.5", "R8.6", "R8.7", "R9.1", "R9.2", "R9.3", "R9.4"),
    *("R10.1", "R10.2", "R10.3", "R10.4", "R10.5", "R10.6", "R10.7"),
    *("R11.1", "R11.2", "R11.3", "R12.1", "R12.2", "R12.3", "R12.4"),
    *("R13.1", "R13.3", "R13.4", "R14.1", "R14.3", "R15.3"),
)
"""The paragraphs whose effects can be observed in a game."""


_held = lru_cache(maxsize=1 << 12)(ARCHIPELAGO.held)


def exercised(
    before: State, action: Action, events: Sequence[Event], after: State
) -> Iterator[str]:
    """Yield the rule paragraphs that this ply is an example of."""
    phase = before.public.phase
    if isinstance(phase, Handicap):
        yield "R14.1"
        if any(isinstance(event, ControlGained) for event in events):
            yield "R14.3"
    if isinstance(phase, Turn):
        yield from _of_position(before, phase)
        yield from _of_action(before, phase, action)
    yield from _of_events(before, action, events)
    yield from _of_ends(after)
    if isinstance(after.public.phase, Over) and isinstance(action, TakeOpen):
        yield "R11.2"  # Only the start of a round can end a game after a draw.


def _of_position(state: State, phase: Turn) -> Iterator[str]:
    ruleset, public = state.ruleset, state.public
    seat, other = phase.seat, phase.seat.other
    held = [_held(bridges) for bridges in public.bridges]
    cards = state.private[seat].hand + public.shown[seat]
    if public.turn == 1:
        yield "R2.1"
    if max(islands.bit_count() for islands in held) > ruleset.stones:
        yield "R1.5"
    if cards and num_bridges_left(ruleset, public, seat) == 0:
        yield "R4.3"
    if phase.must_draw:
        yield "R8.4"
    if size(cards) == ruleset.board.hand_limit:
        yield "R8.5"
    if any(count(public.open_cards, card) > 1 for card in kinds(public.open_cards)):
        yield "R8.6"
    if public.round > 1 and not any(public.bridges):
        yield "R11.3"
    if ruleset.no_trespass and held[other]:
        yield "R12.1"
    if phase.cleared is not None and Replace() not in legal_actions(view_of(state, seat)):
        yield "R12.3"


def _of_action(state: State, phase: Turn, action: Action) -> Iterator[str]:
    ruleset, public = state.ruleset, state.public
    seat = phase.seat
    cards = state.private[seat].hand + public.shown[seat]
    is_instead = ruleset.discard is Discard.INSTEAD
    match action:
        case Build(line, card):
            yield "R4.1"
            ends = ruleset.board.ends[line]
            if all(count(cards, end) for end in ends):
                yield "R4.2"
            if any(_held(public.bridges[seat.other]) >> end & 1 for end in ends):
                yield "R4.4"
            if phase.activity is TurnActivity.PLAYED:
                yield "R3.1"
            yield from _of_payment(state, seat, card)
        case Remove(_, pair):
            yield "R6.1"
            for card in pair:
                yield from _of_payment(state, seat, card)
        case Replace():
            yield "R12.2"
        case Bury(card):
            yield "R7.3" if is_instead else "R7.1"
            if phase.activity is TurnActivity.PLAYED:
                yield "R7.2"
            if count(public.shown[seat], card):
                yield "R13.3"
            yield from _of_payment(state, seat, card)
        case TakeOpen():
            yield "R13.1" if ruleset.open_hands else "R8.1"
        case DrawPile():
            yield "R8.2"
        case Decline():
            yield "R10.2" if phase.last_turns else "R8.3"
            if phase.activity is not TurnActivity.NOTHING and not phase.last_turns:
                yield "R8.7"
        case PlaceHandicap():
            pass
    if phase.activity is TurnActivity.NOTHING and isinstance(action, TakeOpen | DrawPile):
        yield "R3.4"


def _of_payment(state: State, seat: Seat, card: int) -> Iterator[str]:
    in_hand = count(state.private[seat].hand, card)  # type: ignore[arg-type]
    if in_hand and count(state.public.shown[seat], card):  # type: ignore[arg-type]
        yield "R13.4"


def _of_events(before: State, action: Action, events: Sequence[Event]) -> Iterator[str]:
    gained = [event for event in events if isinstance(event, ControlGained)]
    lost = [event for event in events if isinstance(event, ControlLost)]
    gone = [event for event in events if isinstance(event, BridgeRemoved)]
    if gained:
        yield "R12.4" if isinstance(action, Replace) else "R5.2"
    if len(gained) == 2:
        yield "R5.7"
    if isinstance(action, Remove):
        if lost:
            yield "R6.3"
        elif _held(before.public.bridges[gone[0].seat]):
            yield "R6.4"
    elif gone:
        yield "R5.3"
        yield "R5.4" if lost else "R5.5"
    for event in events:
        match event:
            case RoundScored(number, _, points):
                yield "R9.1" if number == 1 else "R9.2" if number == 2 else "R10.3"
                if points[0] == points[1]:
                    yield "R9.3"
            case PileRenewed():
                yield "R9.4"
            case CardBuried(_, _, False):
                yield "R15.3"
            case _:
                pass


def _of_ends(after: State) -> Iterator[str]:
    phase = after.public.phase
    if isinstance(phase, Turn) and phase.last_turns == 2:
        yield "R10.1"
    if isinstance(phase, Over):
        match phase.outcome.termination:
            case Termination.POINTS:
                yield "R10.4"
            case Termination.THIRD_SCORING:
                yield "R10.5"
            case Termination.BRIDGES:
                yield "R10.6"
            case Termination.DRAW:
                yield "R10.7"
            case _:
                yield "R11.1"
