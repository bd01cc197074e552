"""Compare what the cards in hand can do after two turns, or parts of turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from kahuna.coach.facts import CLEAR, Line, free_lines, lost_with
from kahuna.coach.remarks import (
    DrawHelps,
    FillsHand,
    KeepsPair,
    KeepsRemoval,
    PaysForIsland,
    Remark,
    ThreatensRemoval,
)
from kahuna.core import (
    Belief,
    Cards,
    Decline,
    DrawPile,
    Island,
    Seat,
    View,
    bits,
    count,
    num_bridges_left,
    single,
    size,
    view_of,
)
from kahuna.core import Line as Place


def own_view(line: Line) -> View:
    """Return what the player sees after a line."""
    return view_of(line.after, line.view.viewer)


def seat_of(view: View) -> Seat:
    """Return the player whose view it is."""
    assert isinstance(view.viewer, Seat)
    return view.viewer


def removals(played: View, better: View) -> Iterator[Remark]:
    """Name a removal for which only the better line leaves the cards."""
    before, after = _removable(played, played.cards), _removable(better, better.cards)
    their = seat_of(better).other
    in_reach = {island for line in before for island in lost_with(played, line, their)}
    for line, cards in after.items():
        for island in lost_with(better, line, their):
            if island not in in_reach:
                yield ThreatensRemoval(island, cards)
                return
    for line, cards in after.items():
        if not before and played.public.bridges[their] >> line & 1:
            yield KeepsRemoval(line, cards)
            return


def _removable(view: View, held: Cards) -> dict[Place, tuple[Island, Island]]:
    """Return the opposing bridges that a hand has two cards for, and these."""
    found = {}
    for line in bits(view.public.bridges[seat_of(view).other]):
        ends = view.ruleset.board.ends[line]
        cards = [Island(end) for end in ends for _ in range(count(held, end))]
        if len(cards) > 1:
            found[Place(line)] = (cards[0], cards[-1])
    return found


def hands(played: Line, better: Line) -> Iterator[Remark]:
    """Say that a hand is full, or that a pair of cards is kept."""
    before, after = own_view(played).cards, own_view(better).cards
    board = played.view.ruleset.board
    num_played = size(before) + isinstance(played.last, DrawPile)
    num_better = size(after) + isinstance(better.last, DrawPile)
    if num_played == board.hand_limit > num_better:
        yield FillsHand()
    for island in map(Island, board.islands):
        if count(before, island) < 2 <= count(after, island):
            yield KeepsPair(island)


def payments(played: View, better: View) -> Iterator[Remark]:
    """Name an island that only the better line leaves several cards for."""
    before, after = _payable(played, played.cards), _payable(better, better.cards)
    several = [(len(cards), i) for i, cards in after.items() if len(cards) > 1 and i not in before]
    for _, island in sorted(several)[:1]:
        yield PaysForIsland(island, after[island])


def _payable(view: View, held: Cards) -> dict[Island, tuple[Island, ...]]:
    """Return the islands that a hand can win at once, and the cards for the bridges."""
    islands = map(Island, view.ruleset.board.islands)
    return {island: cards for island in islands if (cards := payment(view, island, held))}


def payment(view: View, island: Island, held: Cards) -> tuple[Island, ...]:
    """Return cards of a hand for all bridges that the viewer needs for an island; or nothing."""
    seat, board = seat_of(view), view.ruleset.board
    missing = view.num_missing(island, seat)
    if missing > min(size(held), num_bridges_left(view.ruleset, view.public, seat)):
        return ()
    for places in combinations(bits(free_lines(view, island, seat)), missing):
        for cards in product(*(map(Island, board.ends[place]) for place in places)):
            if all(cards.count(card) <= count(held, card) for card in cards):
                return tuple(sorted(cards))
    return ()


def helpful_draw(played: Line, better: Line, belief: Belief) -> Iterator[Remark]:
    """Say how often the card that only the better line draws makes an island change hands."""
    if not isinstance(better.last, DrawPile) or not isinstance(played.last, Decline):
        return
    view = own_view(better)
    wins, takes = (_cards_for(view, in_reach) for in_reach in (_winnable, _takeable))
    percent = round(100 * belief.chance_to_draw(wins | takes))
    if percent >= CLEAR:
        yield DrawHelps(percent, bool(wins), bool(takes))


def _cards_for(view: View, in_reach: Callable[[View, Cards], set[Island]]) -> set[Island]:
    """Return the cards that bring islands into reach, beside those in reach of the hand."""
    without = in_reach(view, view.cards)
    islands = map(Island, view.ruleset.board.islands)
    return {card for card in islands if in_reach(view, view.cards + single(card)) - without}


def _winnable(view: View, held: Cards) -> set[Island]:
    """Return the islands that a hand can win."""
    return set(_payable(view, held))


def _takeable(view: View, held: Cards) -> set[Island]:
    """Return the islands that a hand can take from the opponent."""
    their = seat_of(view).other
    return {i for line in _removable(view, held) for i in lost_with(view, line, their)}
