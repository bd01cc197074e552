"""Compare what two turns, or parts of turns, leave for later: places, cards and the last move.

Like ``facts`` it needs no rollouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kahuna.coach.facts import Line, free_lines
from kahuna.coach.remarks import (
    Blocks,
    ComesCloser,
    FillsHand,
    ForcesDraw,
    KeepsPair,
    KeepsRemoval,
    OpensPlaces,
    Remark,
    SparesBridge,
    TakesLastCard,
    TakesSpare,
    ThreatensRemoval,
    WinsNothingYet,
)
from kahuna.core import (
    Build,
    Decline,
    DrawPile,
    Island,
    Over,
    Seat,
    TakeOpen,
    View,
    bits,
    count,
    size,
    view_of,
)
from kahuna.core import Line as Place

FEW_CARDS: Final = 6
"""With so many cards left, it matters who takes the last one."""
CLOSE: Final = 2
"""Bridges that an island may be away to be worth a remark."""


def prospects(played: Line, better: Line) -> Iterator[Remark]:
    """Compare positions in which the game goes on."""
    if isinstance(played.after.public.phase, Over) or isinstance(better.after.public.phase, Over):
        return
    before, after = _own_view(played), _own_view(better)
    yield from _removals(before, after)
    yield from _last_card(played, better)
    yield from _places(before, after)
    yield from _hands(played, better)


def first_steps(played: Line, better: Line) -> Iterator[Remark]:
    """Compare bridges that win nothing yet; only where there is nothing else to say."""
    if _wins_nothing_yet(played) and not _wins_nothing_yet(better):
        assert isinstance(played.last, Build)
        yield WinsNothingYet(played.last.line)
    if not isinstance(better.after.public.phase, Over):
        yield from _closer(_own_view(played), _own_view(better))


def _own_view(line: Line) -> View:
    return view_of(line.after, line.view.viewer)


def _seat(view: View) -> Seat:
    assert isinstance(view.viewer, Seat)
    return view.viewer


def _removals(played: View, better: View) -> Iterator[Remark]:
    """Name a removal for which only the better line leaves the cards."""
    before, after = _removable(played), _removable(better)
    in_reach = {island for line in before for island in _broken(played, line)}
    for line, cards in after.items():
        for island in _broken(better, line):
            if island not in in_reach:
                yield ThreatensRemoval(island, cards)
                return
    for line, cards in after.items():
        if not before and played.public.bridges[_seat(better).other] >> line & 1:
            yield KeepsRemoval(line, cards)
            return


def _removable(view: View) -> dict[Place, tuple[Island, Island]]:
    """Return the opposing bridges that the viewer has two cards for, and these."""
    found = {}
    for line in bits(view.public.bridges[_seat(view).other]):
        ends = view.ruleset.board.ends[line]
        cards = [Island(end) for end in ends for _ in range(count(view.cards, end))]
        if len(cards) > 1:
            found[Place(line)] = (cards[0], cards[-1])
    return found


def _broken(view: View, line: Place) -> list[Island]:
    """Return the islands that the opponent loses with one of its bridges."""
    board, bridges = view.ruleset.board, view.public.bridges[_seat(view).other]
    return [
        Island(end)
        for end in board.ends[line]
        if (bridges & board.lines_at[end]).bit_count() == board.majority[end]
    ]


def _last_card(played: Line, better: Line) -> Iterator[Remark]:
    """Say who has to take a card, and who takes the last one, if one line declines."""
    is_declined = isinstance(better.last, Decline)
    takes = TakeOpen | DrawPile
    one, other = (better.last, played.last) if is_declined else (played.last, better.last)
    if not (isinstance(one, Decline) and isinstance(other, takes)):
        return
    left, left_played = _cards_left(better), _cards_left(played)
    if better.after.public.round != played.after.public.round or not left or not left_played:
        return
    if left <= FEW_CARDS and left % 2 == 0:
        yield TakesLastCard(left)
    elif is_declined:
        yield ForcesDraw()


def _cards_left(line: Line) -> int:
    view = _own_view(line)
    return view.pile_size + size(view.public.open_cards) - isinstance(line.last, DrawPile)


def _places(played: View, better: View) -> Iterator[Remark]:
    """Name an island with a bridge to spare, and one that only one line leaves in reach."""
    found: dict[type[Remark], Remark] = {}
    for island in map(Island, better.ruleset.board.islands):
        for remark in _at_island(played, better, island):
            found.setdefault(type(remark), remark)
    yield from found.values()


def _at_island(played: View, better: View, island: Island) -> Iterator[Remark]:
    seat, least = _seat(better), better.ruleset.board.majority[island]
    own, own_played = (_bridges(view, island, seat) for view in (better, played))
    if own > least == own_played:
        yield SparesBridge(island)
    their, their_played = (_bridges(view, island, seat.other) for view in (better, played))
    if their == least < their_played:
        yield TakesSpare(island)
    if own < least:
        most, most_played = (_most(view, island, seat.other) for view in (better, played))
        if most < least <= most_played:
            yield Blocks(island)
        most, most_played = (_most(view, island, seat) for view in (better, played))
        if most_played < least <= most:
            yield OpensPlaces(island)


def _bridges(view: View, island: Island, seat: Seat) -> int:
    return (view.public.bridges[seat] & view.ruleset.board.lines_at[island]).bit_count()


def _most(view: View, island: Island, seat: Seat) -> int:
    """Return how many bridges a seat has at an island if it takes all free places."""
    return _bridges(view, island, seat) + free_lines(view, island, seat).bit_count()


def _hands(played: Line, better: Line) -> Iterator[Remark]:
    before, after = _own_view(played).cards, _own_view(better).cards
    board = played.view.ruleset.board
    num_played = size(before) + isinstance(played.last, DrawPile)
    num_better = size(after) + isinstance(better.last, DrawPile)
    if num_played == board.hand_limit > num_better:
        yield FillsHand()
    for island in map(Island, board.islands):
        if count(before, island) < 2 <= count(after, island):
            yield KeepsPair(island)


def _wins_nothing_yet(line: Line) -> bool:
    """Return whether a bridge wins no island, and the hand cannot pay for what is missing."""
    if not isinstance(line.last, Build):
        return False
    view = _own_view(line)
    seat, board = _seat(view), view.ruleset.board
    for end in board.ends[line.last.line]:
        places = bits(free_lines(view, end, seat))
        cards = {card for place in places for card in board.ends[place]}
        if sum(count(view.cards, card) for card in cards) >= view.num_missing(end, seat):
            return False
    return True


def _closer(played: View, better: View) -> Iterator[Remark]:
    """Name the island to which the better line comes closest."""
    seat, board = _seat(better), better.ruleset.board
    found = []
    for island in map(Island, board.islands):
        missing = better.num_missing(island, seat)
        is_possible = _most(better, island, seat) >= board.majority[island]
        if 0 < missing < played.num_missing(island, seat) and missing <= CLOSE and is_possible:
            found.append((missing, island))
    for number, island in sorted(found)[:1]:
        yield ComesCloser(island, number)
