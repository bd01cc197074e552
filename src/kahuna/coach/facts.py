"""Compare what two turns, or parts of turns, do: everything that can be seen on the table.

Nothing here needs rollouts, so front ends without NumPy can explain puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kahuna.coach.remarks import (
    BreaksControl,
    BridgesDecide,
    DeniesCard,
    DeniesRemoval,
    EndsRound,
    GainsControl,
    GetsCard,
    HasFewCards,
    KeepsCards,
    KeepsPile,
    LeavesOneShort,
    Remark,
    ScoresMore,
    ScoresNow,
    ShowsNoCard,
    Sweeps,
    TakesUsefulCard,
    Threatens,
    WinsMore,
)
from kahuna.core import (
    Action,
    Belief,
    Decline,
    DrawPile,
    Island,
    Lines,
    Over,
    Seat,
    SeenEvent,
    State,
    TakeOpen,
    View,
    any_world,
    apply,
    bits,
    count,
    num_bridges_left,
    seen,
    size,
    view_of,
)
from kahuna.core import Line as Place
from kahuna.core.events import (
    BridgeRemoved,
    CardBuried,
    CardsPlayed,
    ControlGained,
    ControlLost,
    RemovalCause,
    RoundScored,
)
from kahuna.core.scoring import Pair

CLEAR: Final = 20
"""Percentage points by which two frequencies must differ to be worth a remark."""
NEAR: Final = 5
"""A scoring is near when the pile has no more cards than this."""
CARDS_FOR_REMOVAL: Final = 2
MAX_REMARKS: Final = 3


class Line(NamedTuple):
    """Some actions of a turn, and what they lead to in any world."""

    view: View
    """What the player sees before the last action."""
    last: Action | None
    """``None`` before the first."""
    events: tuple[SeenEvent, ...]
    after: State


def follow(view: View, actions: Sequence[Action]) -> Line:
    """Play some actions of a turn."""
    before = state = any_world(view)
    events = []
    for action in actions:
        before = state
        state, news = apply(before, action)
        events += [seen(event, view.viewer) for event in news]
    last = actions[-1] if actions else None
    return Line(view_of(before, view.viewer), last, tuple(events), state)


def is_weak(remarks: Sequence[Remark]) -> bool:
    """Return whether remarks are only about the number of cards in hand."""
    return all(isinstance(remark, KeepsCards | GetsCard) for remark in remarks)


def is_concrete(remarks: Sequence[Remark]) -> bool:
    """Return whether a remark says more than a number of cards, or a figure of the rollouts."""
    vague = KeepsCards | GetsCard | ScoresMore | WinsMore
    return not all(isinstance(remark, vague) for remark in remarks)


def at_once(played: Line, better: Line) -> Iterator[Remark]:
    """Compare the events."""
    seat = played.view.viewer
    assert isinstance(seat, Seat)
    if islands := gained_by(better.events, seat) - gained_by(played.events, seat):
        yield GainsControl(tuple(sorted(islands)))
    if islands := _lost(better.events, seat.other) - _lost(played.events, seat.other):
        yield BreaksControl(tuple(sorted(islands)))
    if (number := _swept(better.events, seat.other)) > _swept(played.events, seat.other):
        yield Sweeps(number)
    yield from _scorings(_points(played), _points(better))
    yield from _last_tie_break(played, better, seat)


def _last_tie_break(played: Line, better: Line, seat: Seat) -> Iterator[Remark]:
    """Compare the bridges where they decide the game. [R10.6]"""
    phases = played.after.public.phase, better.after.public.phase
    if not all(isinstance(phase, Over) for phase in phases) or phases[0] == phases[1]:
        return
    if _points(played) == _points(better):
        one, other = (
            tuple(line.after.public.bridges[each].bit_count() for each in (seat, seat.other))
            for line in (played, better)
        )
        yield BridgesDecide((one[0], one[1]), (other[0], other[1]))


def _scorings(played: Pair | None, better: Pair | None) -> Iterator[Remark]:
    if played is not None and better is not None:
        if played != better:
            yield ScoresNow(played, better)
    elif played is not None:
        yield EndsRound(is_better=False, points=played)
    elif better is not None:
        yield EndsRound(is_better=True, points=better)


def _points(line: Line) -> Pair | None:
    """Return the points of the scoring that a line leads to at once."""
    return next((e.points for e in line.events if isinstance(e, RoundScored)), None)


def kept_cards(played: Line, better: Line) -> Iterator[Remark]:
    """Count the cards that the better line keeps."""
    if (number := _spent(played.events) - _spent(better.events)) > 0:
        yield KeepsCards(number)


def _spent(events: Sequence[SeenEvent]) -> int:
    """Count the cards played or discarded."""
    played = sum(len(e.cards) for e in events if isinstance(e, CardsPlayed))
    return played + sum(isinstance(e, CardBuried) for e in events)


def gained_by(events: Sequence[SeenEvent], seat: Seat) -> set[Island]:
    """Return the islands that a seat gains."""
    return {e.island for e in events if isinstance(e, ControlGained) and e.seat is seat}


def _lost(events: Sequence[SeenEvent], seat: Seat) -> set[Island]:
    return {e.island for e in events if isinstance(e, ControlLost) and e.seat is seat}


def _swept(events: Sequence[SeenEvent], seat: Seat) -> int:
    return sum(
        isinstance(e, BridgeRemoved) and e.seat is seat and e.cause is RemovalCause.CONTROL
        for e in events
    )


def percent_of(chance: float) -> int:
    """Return a probability in percent; 100 only if it is certain."""
    return 100 if chance == 1 else min(99, round(100 * chance))


def one_short(played: Line, better: Line, belief: Belief) -> Iterator[Remark]:
    """Name the island that the better line keeps from the opponent's next bridge."""
    before, after = (
        {island: percent_of(belief.chance_to_hold(cards)) for island, cards in each.items()}
        for each in (threats(played), threats(better))
    )
    found = [
        LeavesOneShort(island, percent, after.get(island, 0))
        for island, percent in before.items()
        if percent - after.get(island, 0) >= CLEAR
    ]
    yield from sorted(found, key=lambda each: (each.better - each.percent, each.island))[:1]


def threats(line: Line) -> dict[Island, set[Island]]:
    """Return the islands that the opponent can gain with one bridge, and the cards for it."""
    assert isinstance(line.view.viewer, Seat)
    return _islands_in_reach(view_of(line.after, line.view.viewer.other))


def _islands_in_reach(view: View) -> dict[Island, set[Island]]:
    """Return the islands that the viewer can gain with one bridge, and the cards for it."""
    islands = map(Island, view.ruleset.board.islands)
    return {island: cards for island in islands if (cards := cards_for_island(view, island))}


def cards_for_island(view: View, island: Island) -> set[Island]:
    """Return the cards with one of which the viewer gains an island by a bridge."""
    seat, board = view.viewer, view.ruleset.board
    assert isinstance(seat, Seat)
    is_short = view.num_missing(island, seat) == 1
    if not is_short or not num_bridges_left(view.ruleset, view.public, seat):
        return set()
    return {end for line in bits(free_lines(view, island, seat)) for end in board.ends[line]}


def free_lines(view: View, island: Island, seat: Seat) -> Lines:
    """Return the places at an island where a seat may build."""
    board, (white, black) = view.ruleset.board, view.public.bridges
    free = board.lines_at[island] & ~(white | black)
    if view.ruleset.no_trespass:
        for held in bits(board.held(view.public.bridges[seat.other])):
            free &= ~board.lines_at[held]
    return free


def new_threat(played: Line, better: Line) -> Iterator[Remark]:
    """Name an island that only the better line leaves one bridge short, with a card for it.

    Those that :func:`open_card` names are left out.
    """
    found = _own_threats(better)
    new = found.keys() - _own_threats(played).keys()
    if better.last != played.last:
        new -= set(_useful_for(better))
    for island in sorted(new)[:1]:
        yield Threatens(island, found[island])


def _own_threats(line: Line) -> dict[Island, Island]:
    """Return the islands that the player can gain with a bridge, and a card in hand for it."""
    if isinstance(line.after.public.phase, Over):
        return {}
    view = view_of(line.after, line.view.viewer)
    found = {}
    for island, cards in _islands_in_reach(view).items():
        if held := [card for card in cards if count(view.cards, card)]:
            found[island] = min(held)
    return found


def open_card(played: Line, better: Line) -> Iterator[Remark]:
    """Say what an open card that only the better line takes is good for, beside a new threat."""
    if not isinstance(better.last, TakeOpen) or better.last == played.last:
        return
    assert isinstance(better.view.viewer, Seat)
    card = better.last.card
    their = threats(better)
    for island in _useful_for(better)[:1]:
        yield TakesUsefulCard(card, island)
    for island in sorted(i for i, cards in their.items() if card in cards)[:1]:
        yield DeniesCard(card, island)


def _useful_for(line: Line) -> list[Island]:
    """Return the islands that the player can gain with one bridge and the open card it took."""
    if not isinstance(line.last, TakeOpen):
        return []
    own = _islands_in_reach(line.view)
    return sorted(island for island, cards in own.items() if line.last.card in cards)


def denied_removal(played: Line, better: Line, belief: Belief) -> Iterator[Remark]:
    """Name the island that an open card, taken only by the better line, could cost the player."""
    if not isinstance(better.last, TakeOpen) or better.last == played.last:
        return
    view, card = view_of(played.after, played.view.viewer), better.last.card
    if not count(view.public.open_cards, card):
        return
    board, seat = view.ruleset.board, view.viewer
    assert isinstance(seat, Seat)
    found = []
    for line in map(Place, bits(view.public.bridges[seat] & board.lines_at[card])):
        percent = percent_of(belief.chance_to_hold([Island(end) for end in board.ends[line]]))
        if percent >= CLEAR:
            found += [DeniesRemoval(card, i, percent) for i in lost_with(view, line, seat)]
    yield from sorted(found, key=lambda each: (-each.percent, each.island))[:1]


def lost_with(view: View, line: Place, seat: Seat) -> list[Island]:
    """Return the islands that a seat loses with one of its bridges."""
    board, bridges = view.ruleset.board, view.public.bridges[seat]
    return [
        Island(end)
        for end in board.ends[line]
        if (bridges & board.lines_at[end]).bit_count() == board.majority[end]
    ]


def endings(played: Line, better: Line) -> Iterator[Remark]:
    """Compare two ways to end a turn."""
    takes = TakeOpen | DrawPile
    num = better.view.pile_size
    if isinstance(better.last, Decline) and isinstance(played.last, takes) and 0 < num <= NEAR:
        yield KeepsPile(num)
    if isinstance(played.last, TakeOpen) and isinstance(better.last, DrawPile | Decline) and num:
        yield ShowsNoCard()
    if isinstance(played.last, Decline) and isinstance(better.last, takes):
        left = size(view_of(played.after, played.view.viewer).cards)
        yield HasFewCards(left) if left < CARDS_FOR_REMOVAL else GetsCard()
