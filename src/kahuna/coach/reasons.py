"""Say why one action is better than another, by comparing what they lead to.

Every remark is a fact: taken from the events of the two actions, or counted in the same believed
worlds after both. Nothing depends on hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kahuna.bots.network import Weights
from kahuna.coach.action_values import number_of
from kahuna.coach.decisions import Decision
from kahuna.coach.futures import Future, play_on, took, wins_before_scoring
from kahuna.coach.remarks import (
    BreaksControl,
    BreaksPair,
    EndsRound,
    GainsControl,
    Holds,
    KeepsCards,
    LeavesOneShort,
    LeavesOpenCard,
    OpponentHolds,
    Remark,
    SpendsScoringCard,
    Sweeps,
)
from kahuna.core import (
    Action,
    Board,
    Build,
    Bury,
    Handicap,
    Island,
    Remove,
    Seat,
    SeenEvent,
    TakeOpen,
    Turn,
    View,
    any_world,
    apply,
    bits,
    count,
    num_bridges_left,
    preview,
    view_of,
)
from kahuna.core.events import (
    BridgeRemoved,
    CardBuried,
    CardsPlayed,
    ControlGained,
    ControlLost,
    RemovalCause,
    RoundScored,
)

MAX_REMARKS: Final = 3
CLEAR: Final = 20
"""Percentage points by which two frequencies must differ to be worth a remark."""
NEAR: Final = 5
"""A scoring is near when the pile has no more cards than this."""


def remarks_on(
    decision: Decision, better: Action, *, weights: Weights, seed: int
) -> tuple[Remark, ...]:
    """Return the most telling differences between what was played and a better action."""
    view = decision.situation.view
    if isinstance(view.public.phase, Handicap):
        return ()
    found = [
        *_at_once(decision.seat, preview(view, decision.played), preview(view, better)),
        *_broken_pair(decision, better),
        *_spent_for_scoring(decision, better, weights, seed),
        *_one_short(decision, better),
        *_later(decision, better, weights, seed),
        *_kept_cards(preview(view, decision.played), preview(view, better)),
    ]
    return tuple(found[:MAX_REMARKS])


def _at_once(
    seat: Seat, played: Sequence[SeenEvent], better: Sequence[SeenEvent]
) -> Iterator[Remark]:
    if islands := _gained(better, seat) - _gained(played, seat):
        yield GainsControl(tuple(sorted(islands)))
    if islands := _lost(better, seat.other) - _lost(played, seat.other):
        yield BreaksControl(tuple(sorted(islands)))
    if (number := _swept(better, seat.other)) > _swept(played, seat.other):
        yield Sweeps(number)
    for events, others, is_better in ((better, played, True), (played, better, False)):
        scored = [event for event in events if isinstance(event, RoundScored)]
        if scored and not any(isinstance(event, RoundScored) for event in others):
            yield EndsRound(is_better, scored[0].points)


def _kept_cards(played: Sequence[SeenEvent], better: Sequence[SeenEvent]) -> Iterator[Remark]:
    if (number := _spent(played) - _spent(better)) > 0:
        yield KeepsCards(number)


def _spent(events: Sequence[SeenEvent]) -> int:
    """Count the cards played or discarded."""
    played = sum(len(e.cards) for e in events if isinstance(e, CardsPlayed))
    return played + sum(isinstance(e, CardBuried) for e in events)


def _gained(events: Sequence[SeenEvent], seat: Seat) -> set[Island]:
    return {e.island for e in events if isinstance(e, ControlGained) and e.seat is seat}


def _lost(events: Sequence[SeenEvent], seat: Seat) -> set[Island]:
    return {e.island for e in events if isinstance(e, ControlLost) and e.seat is seat}


def _swept(events: Sequence[SeenEvent], seat: Seat) -> int:
    return sum(
        isinstance(e, BridgeRemoved) and e.seat is seat and e.cause is RemovalCause.CONTROL
        for e in events
    )


def _broken_pair(decision: Decision, better: Action) -> Iterator[Remark]:
    """Check whether the played action makes a better removal impossible."""
    if not isinstance(better, Remove):
        return
    match decision.played:
        case Build(_, card) | Bury(card):
            held = count(decision.situation.view.cards, card)
            if held - 1 < better.cards.count(card):
                yield BreaksPair(card)
        case _:
            return


def _one_short(decision: Decision, better: Action) -> Iterator[Remark]:
    """Name the island that only the better action keeps from the opponent's next bridge."""
    situation = decision.situation
    saved = _threats(situation.view, decision.played) - _threats(situation.view, better)
    found = []
    for island in saved:
        cards = _cards_for(situation.view, decision.played, island)
        percent = round(100 * situation.belief.chance_to_hold(cards))
        if percent >= CLEAR:
            found.append(LeavesOneShort(island, percent))
    yield from sorted(found, key=lambda remark: -remark.percent)[:1]


def _threats(view: View, action: Action) -> set[Island]:
    """Return the islands that the opponent can gain with one bridge after an action."""
    return {
        Island(island)
        for island in view.ruleset.board.islands
        if _cards_for(view, action, Island(island))
    }


def _cards_for(view: View, action: Action, island: Island) -> set[Island]:
    """Return the cards with one of which the opponent gains an island after an action."""
    seat, board = view.viewer, view.ruleset.board
    assert isinstance(seat, Seat)
    after = view_of(apply(any_world(view), action).state, seat.other)
    is_short = after.num_missing(island, seat.other) == 1
    if not is_short or not num_bridges_left(view.ruleset, after.public, seat.other):
        return set()
    white, black = after.public.bridges
    free = board.lines_at[island] & ~(white | black)
    if view.ruleset.no_trespass:
        for held in bits(board.held(after.public.bridges[seat])):
            free &= ~board.lines_at[held]
    return {end for line in bits(free) for end in board.ends[line]}


def _spent_for_scoring(
    decision: Decision, better: Action, weights: Weights, seed: int
) -> Iterator[Remark]:
    """Check whether a card that was spent would win an island before a scoring that is near."""
    situation = decision.situation
    phase = situation.view.public.phase
    is_near = situation.view.pile_size <= NEAR or (isinstance(phase, Turn) and phase.last_turns)
    if not is_near:
        return
    for card in sorted(set(_cards_of(decision.played)) - set(_cards_of(better))):
        played, kept = wins_before_scoring(
            situation,
            [number_of(decision.played), number_of(better)],
            card,
            weights=weights,
            seed=f"{seed}/{decision.ply}",
        )
        if _percent(kept) - _percent(played) >= CLEAR:
            yield SpendsScoringCard(card, _percent(kept))


def _cards_of(action: Action) -> tuple[Island, ...]:
    """Return the cards that an action spends."""
    match action:
        case Build(_, card) | Bury(card):
            return (card,)
        case Remove(_, cards):
            return cards
        case _:
            return ()


def _later(decision: Decision, better: Action, weights: Weights, seed: int) -> Iterator[Remark]:
    """Compare the positions at the player's next turn, the clearest differences first."""
    situation = decision.situation
    after_played, after_better = play_on(
        situation,
        [number_of(decision.played), number_of(better)],
        weights=weights,
        seed=f"{seed}/{decision.ply}",
    )
    if isinstance(better, TakeOpen):
        before = situation.memory.taken[decision.seat.other]
        card = better.card
        percent = _percent([took(future, before, card) for future in after_played])
        if percent >= CLEAR:
            yield LeavesOpenCard(card, percent)
    board, seat = situation.view.ruleset.board, decision.seat
    own = _differences(board, seat, after_better, after_played)
    theirs = _differences(board, seat.other, after_played, after_better)
    remarks: list[tuple[int, Remark]] = [
        *((more - less, Holds(island, less, more)) for island, more, less in own),
        *((more - less, OpponentHolds(island, more, less)) for island, more, less in theirs),
    ]
    yield from (remark for _, remark in sorted(remarks, key=lambda pair: -pair[0]))


def _differences(
    board: Board, seat: Seat, more: Sequence[Future], less: Sequence[Future]
) -> Iterator[tuple[Island, int, int]]:
    """Yield the islands that a seat holds clearly more often in some futures than in others."""
    for island in map(Island, board.islands):
        often, rarely = (
            _percent([island in bits(board.held(future.bridges[seat])) for future in futures])
            for futures in (more, less)
        )
        if often - rarely >= CLEAR:
            yield island, often, rarely


def _percent(hits: Sequence[bool]) -> int:
    return round(100 * sum(hits) / len(hits))
