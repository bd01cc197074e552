"""Compare what two turns, or parts of turns, leave for later: places and the last move.

Like ``facts`` it needs no rollouts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kahuna.coach.facts import (
    CLEAR,
    Line,
    free_lines,
    is_concrete,
    kept_cards,
    lost_with,
    percent_of,
    threats,
)
from kahuna.coach.hands import hands, helpful_draw, own_view, payment, payments, removals, seat_of
from kahuna.coach.remarks import (
    Blocks,
    ComesCloser,
    DrawHelps,
    ForcesDraw,
    GetsCard,
    IsSweptSoon,
    KeepsForLastTurn,
    MovesLast,
    OpensPlaces,
    Remark,
    SparesBridge,
    TakesLastCard,
    TakesSpare,
    WinsNothingYet,
)
from kahuna.core import (
    Belief,
    Decline,
    DrawPile,
    Island,
    Over,
    Seat,
    TakeOpen,
    Turn,
    View,
    bits,
    count,
    size,
)
from kahuna.core import Line as Place
from kahuna.core.scoring import ROUNDS

FEW_CARDS: Final = 6
"""With so many cards left, it matters who takes the last one."""
BOTH_LAST_TURNS: Final = 2
CLOSE: Final = 2
"""Bridges that an island may be away to be worth a remark."""


def prospects(played: Line, better: Line) -> Iterator[Remark]:
    """Compare positions in which the game goes on."""
    if isinstance(played.after.public.phase, Over) or isinstance(better.after.public.phase, Over):
        return
    before, after = own_view(played), own_view(better)
    yield from removals(before, after)
    yield from _last_card(played, better)
    yield from _places(before, after)
    yield from hands(played, better)


def completed(found: Sequence[Remark], played: Line, better: Line, belief: Belief) -> list[Remark]:
    """Add what wins nothing yet if there is nothing else to say, and the number of cards."""
    steps = [] if is_concrete(found) else list(first_steps(played, better, belief))
    if any(isinstance(step, DrawHelps) for step in steps):
        found = [remark for remark in found if not isinstance(remark, GetsCard)]
    return [*steps, *found, *kept_cards(played, better)]


def first_steps(played: Line, better: Line, belief: Belief) -> Iterator[Remark]:
    """Compare what wins nothing yet; only where there is nothing else to say."""
    if isinstance(better.after.public.phase, Over):
        return
    before, after = own_view(played), own_view(better)
    yield from payments(before, after)
    yield from _idle_bridges(played, better, belief)
    yield from closer_to(before, after, map(Island, after.ruleset.board.islands))
    yield from _last_turn(played, better)
    yield from helpful_draw(played, better, belief)


def _last_card(played: Line, better: Line) -> Iterator[Remark]:
    """Say who has to take a card, and who takes the last one, if one line declines."""
    is_declined = isinstance(better.last, Decline)
    takes = TakeOpen | DrawPile
    one, other = (better.last, played.last) if is_declined else (played.last, better.last)
    if not (isinstance(one, Decline) and isinstance(other, takes)):
        return
    left, left_played = _cards_left(better), _cards_left(played)
    if _moves_last_now(better) and left_played == 1:
        yield MovesLast()
    if better.after.public.round != played.after.public.round or not left or not left_played:
        return
    if left <= FEW_CARDS and left % 2 == 0:
        yield TakesLastCard(left)
    elif is_declined:
        yield ForcesDraw()


def _last_turn(played: Line, better: Line) -> Iterator[Remark]:
    """Name the cards that only the better line keeps for the last turn of the game."""
    if not _has_last_turn(played) or not _has_last_turn(better):
        return
    before, after = own_view(played).cards, own_view(better).cards
    islands = map(Island, better.view.ruleset.board.islands)
    kept = [i for i in islands for _ in range(count(after, i) - count(before, i))]
    if kept:
        yield KeepsForLastTurn(tuple(kept))


def _has_last_turn(line: Line) -> bool:
    """Return whether the player moves last in the game, if nobody declines from now on."""
    is_last_round, left = line.after.public.round == ROUNDS, _cards_left(line)
    return _moves_last_now(line) or (is_last_round and 0 < left <= FEW_CARDS and left % 2 == 0)


def _moves_last_now(line: Line) -> bool:
    """Return whether the two last turns follow, the opponent's first."""
    phase = line.after.public.phase
    return isinstance(phase, Turn) and phase.last_turns == BOTH_LAST_TURNS


def _cards_left(line: Line) -> int:
    view = own_view(line)
    return view.pile_size + size(view.public.open_cards) - isinstance(line.last, DrawPile)


def _places(played: View, better: View) -> Iterator[Remark]:
    """Name an island with a bridge to spare, and one that only one line leaves in reach."""
    found: dict[type[Remark], Remark] = {}
    for island in map(Island, better.ruleset.board.islands):
        for remark in _at_island(played, better, island):
            found.setdefault(type(remark), remark)
    yield from found.values()


def _at_island(played: View, better: View, island: Island) -> Iterator[Remark]:
    seat, least = seat_of(better), better.ruleset.board.majority[island]
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


def _is_winnable(view: View, island: Island, seat: Seat) -> bool:
    """Return whether there are enough free places at an island for a seat to win it."""
    return _most(view, island, seat) >= view.ruleset.board.majority[island]


def _bridges(view: View, island: Island, seat: Seat) -> int:
    return (view.public.bridges[seat] & view.ruleset.board.lines_at[island]).bit_count()


def _most(view: View, island: Island, seat: Seat) -> int:
    """Return how many bridges a seat has at an island if it takes all free places."""
    return _bridges(view, island, seat) + free_lines(view, island, seat).bit_count()


def _idle_bridges(played: Line, better: Line, belief: Belief) -> Iterator[Remark]:
    """Name a bridge that is easily lost, or wins nothing."""
    before, after = own_view(played), own_view(better)
    seat, cards = seat_of(before), threats(played)
    found: list[Remark] = []
    for line in map(Place, bits(before.public.bridges[seat] & ~after.public.bridges[seat])):
        if lost_with(before, line, seat):
            continue
        ends = [Island(end) for end in before.ruleset.board.ends[line]]
        chances = [(percent_of(belief.chance_to_hold(cards.get(end, ()))), end) for end in ends]
        percent, island = max(chances)
        if percent >= CLEAR:
            found.append(IsSweptSoon(line, island, percent))
        is_useful = seat in map(before.controller, ends)
        if not is_useful and not any(payment(before, end, before.cards) for end in ends):
            found.append(WinsNothingYet(line))
    yield from found[:1]


def closer_to(played: View, better: View, islands: Iterable[Island]) -> Iterator[Remark]:
    """Name the one of these islands to which the better line comes closest."""
    seat = seat_of(better)
    found = []
    for island in islands:
        missing = better.num_missing(island, seat)
        is_closer = 0 < missing < played.num_missing(island, seat)
        if is_closer and missing <= CLOSE and _is_winnable(better, island, seat):
            found.append((missing, island))
    for number, island in sorted(found)[:1]:
        yield ComesCloser(island, number)
