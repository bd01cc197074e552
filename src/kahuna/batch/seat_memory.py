"""What both seats remember of their games, for all games at once: the core's memory in arrays.

:func:`start_memories` begins, :func:`remember_ply` follows every ply, and :func:`memory_features`
turns the memory of a seat into network inputs, in the order of ``kahuna.encoding.MEMORY_FIELDS``.

Shapes: n games, 6 cases, 12 islands. Probabilities are (n, 6, 12), those of one case (n, 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy

from kahuna.batch.arrays import Array, Numbers, bits_at, is_jax, one_hot, swap
from kahuna.batch.cards import counts, size, with_one, without
from kahuna.batch.constants import BOARD, NUM_CARDS, NUM_ISLANDS, NUM_LINES
from kahuna.batch.effects import ActionParts, take_apart
from kahuna.batch.legality import choice_of
from kahuna.batch.state import Clock, State, black_mask, num_games, pile, shown, unseen_cards
from kahuna.core.hand_estimate import CERTAIN, MAX_TILT, SMALL, TINY
from kahuna.core.recollection import DECLINED, DREW, TOOK_OPEN, SeatMemory, TurnRecord

Floats: TypeAlias = Any
"""An array of float32 or of booleans, of NumPy or JAX."""
FloatPair: TypeAlias = tuple[Floats, Floats]
Cases: TypeAlias = list[Floats]
"""The probabilities of the six cases of every island: (n, 12) each."""

_ENDINGS: Final = (TOOK_OPEN, DREW, DECLINED)
_EARLIER: Final = tuple(map(TurnRecord._fields.index, ("paid", "offered", "taken", "ending")))
"""What is kept of a turn when it is the last but one."""


class SeatMemories(NamedTuple):
    """The memories of White and of Black, for a batch of games."""

    hand: FloatPair
    """About the opponent's hidden hand: (n, 6, 12)."""
    identified: FloatPair
    """Own cards that the opponent has identified: (n,), packed."""
    last: FloatPair
    """The seat's latest turn, by the fields of ``TurnRecord``: (n, 7)."""
    earlier: FloatPair
    """The one before: cards paid, offered and taken, and its ending: (n, 4)."""

    def take(self, games: Any) -> Self:  # noqa: ANN401  # whatever indexes an array
        """Return the memories of the games at several indices, or of a boolean mask."""
        return type(self)(*((white[games], black[games]) for white, black in self))


class _Side(NamedTuple):
    """The memories of one seat per game, by the fields of :class:`SeatMemories`."""

    hand: Floats
    identified: Floats
    last: Floats
    earlier: Floats


def start_memories(states: State) -> SeatMemories:
    """Return the memories at the start of games, or of positions without a history."""
    space = states.clock.__array_namespace__()
    n = num_games(states)
    nothing = numpy.array([CERTAIN[0]] * NUM_ISLANDS, numpy.float32).T
    hand = space.zeros((n, 1, 1), dtype=space.float32) + space.asarray(nothing)
    none: Floats = states.clock & 0
    last = space.stack([none] * len(TurnRecord._fields), axis=1)
    earlier = last[:, : len(_EARLIER)]
    return SeatMemories((hand, hand), (none, none), (last, last), (earlier, earlier))


def memories_from_core(
    memories: Sequence[tuple[SeatMemory, SeatMemory]], *, space: ModuleType = numpy
) -> SeatMemories:
    """Make a batch of memories, White's and Black's of each game."""
    columns = zip(*memories, strict=True)
    pairs = zip(*(_from_core(column, space) for column in columns), strict=True)
    return SeatMemories(*pairs)


def _from_core(memories: Sequence[SeatMemory], space: ModuleType) -> tuple[Floats, ...]:
    hand = numpy.array([memory.hand for memory in memories], numpy.float32)
    last = numpy.array([memory.last for memory in memories], numpy.uint32)
    earlier = numpy.array([memory.earlier for memory in memories], numpy.uint32)
    identified = numpy.array([memory.identified for memory in memories], numpy.uint32)
    parts = (hand.swapaxes(1, 2), identified, last, earlier[:, _EARLIER])
    return tuple(space.asarray(part) for part in parts)


def restart_memories(memories: SeatMemories, states: State, over: Floats) -> SeatMemories:
    """Forget the games that are over."""
    space = states.clock.__array_namespace__()
    fresh = start_memories(states)
    pairs = (
        tuple(space.where(_like(over, new), new, old) for new, old in zip(*pair, strict=True))
        for pair in zip(fresh, memories, strict=True)
    )
    return SeatMemories(*pairs)


def remember_ply(
    memories: SeatMemories, before: State, actions: Numbers, after: State
) -> SeatMemories:
    """Return the memories after a ply; ``after`` is what it led to, before any new deal."""
    space = before.clock.__array_namespace__()
    is_black = black_mask(before)
    parts = take_apart(before, choice_of(before, actions))
    ply = _ply(before, parts, after, is_black)
    chosen = is_black >= 1
    own, other = _sides(chosen, memories, space)
    other_hidden = swap(is_black, _hidden_hands(before))[1]
    identified = with_one(without(own.identified, ply.played), ply.taken)
    last = _recorded(own.last, before, parts, space)
    mine_now = _Side(
        _estimate_by_mover(own.hand, before, after, is_black, ply),
        space.where(ply.renewed, ply.hidden, identified),
        last,
        own.earlier,
    )
    theirs_now = _Side(
        _estimate_by_watcher(other.hand, before, after, is_black, ply),
        space.where(ply.renewed, other_hidden, other.identified),
        other.last,
        other.earlier,
    )
    pairs = zip(mine_now, theirs_now, strict=True)
    now = SeatMemories(*(_swapped(chosen, pair, space) for pair in pairs))
    return _begin_turn(now, before, after, space)


class _Ply(NamedTuple):
    """What a ply did with cards that are not open."""

    hidden: Floats
    """The mover's hidden hand afterwards."""
    size_before: Floats
    played: Floats
    is_buried: Floats
    taken: Floats
    is_drawn: Floats
    drawn: Floats
    renewed: Floats
    turned: Floats
    """Cards that now lie open."""


def _ply(before: State, parts: ActionParts, after: State, is_black: Array) -> _Ply:
    hidden_before, _ = swap(is_black, _hidden_hands(before))
    hidden, _ = swap(is_black, _hidden_hands(after))
    is_play = (parts.is_build | parts.is_remove) & ~parts.is_handicap
    lost, gained = hidden_before - hidden, hidden - hidden_before
    renewed: Floats = Clock.ROUND.of(before.clock) != Clock.ROUND.of(after.clock)
    left = before.open_cards - parts.taken
    space = before.clock.__array_namespace__()
    return _Ply(
        hidden=hidden,
        size_before=size(hidden_before).astype(space.float32),
        played=lost & is_play,
        is_buried=(parts.is_bury & lost) >= 1,
        taken=gained & parts.is_take,
        is_drawn=parts.is_draw >= 1,
        drawn=gained & parts.is_draw,
        renewed=renewed,
        turned=space.where(renewed, after.open_cards, after.open_cards - left),
    )


def _estimate_by_mover(
    hand: Floats, before: State, after: State, is_black: Array, ply: _Ply
) -> Floats:
    """Update what the mover thinks about the other hand, which its own plays do not touch."""
    space = before.clock.__array_namespace__()
    if _is_sure(hand) and not _some(ply.renewed):
        return hand
    _, other = swap(is_black, _hidden_hands(before))
    num: Floats = size(other).astype(space.float32)
    cases = _columns(hand)
    unseen = _counts(unseen_cards(before, is_black))
    unidentified, _ = _pool(cases, unseen, num, space)
    cases, unidentified, unseen = _renewed(
        cases, unidentified, unseen, num, (after, is_black, ply), space
    )
    # What the mover drew was not in the other hand; nor was what was turned up.
    cases = _revealed(cases, unseen, ply.drawn, space)
    unseen = unseen - _counts(ply.drawn)
    cases = _revealed(cases, unseen, ply.turned, space)
    return _joined(_balanced(cases, unidentified, num, space), space)


def _estimate_by_watcher(
    hand: Floats, before: State, after: State, is_black: Array, ply: _Ply
) -> Floats:
    """Update what the other seat thinks about the mover's hand."""
    space = before.clock.__array_namespace__()
    num = ply.size_before
    cases = _columns(hand)
    unseen = _counts(unseen_cards(before, ~is_black))
    unidentified, pool = _pool(cases, unseen, num, space)
    if _some(ply.played):
        played = _counts(ply.played)
        cases, unidentified = _played(cases, unidentified, pool, unseen, played, space)
        unseen = unseen - played
        num = num - played.sum(axis=1)
    if _some(ply.is_buried):
        cases, unidentified = _buried(cases, unidentified, num, ply.is_buried, space)
        num = num - ply.is_buried
    if _some(ply.taken):
        taken = _counts(ply.taken)
        a, b, c, d, e, f = cases
        none = space.zeros_like(a)
        cases = _where(taken >= 1, [none, a, b + c, none, d + e, f], cases, space)
        unseen = unseen + taken
        num = num + taken.sum(axis=1)
    if _is_sure(hand) and not (_some(ply.is_buried) or _some(ply.renewed)):
        return _joined(cases, space)
    num, unidentified = num + ply.is_drawn, unidentified + ply.is_drawn
    cases, unidentified, unseen = _renewed(
        cases, unidentified, unseen, num, (after, ~is_black, ply), space
    )
    cases = _revealed(cases, unseen, ply.turned, space)
    return _joined(_balanced(cases, unidentified, num, space), space)


def _played(
    cases: Cases,
    unidentified: Floats,
    pool: Floats,
    unseen: Floats,
    played: Floats,
    space: Any,  # noqa: ANN401
) -> tuple[Cases, Floats]:
    """Update for cards out of the hidden hand; identified ones go first."""
    chance = (unidentified / pool)[:, None]
    for number in range(BOARD.copies):
        now = played > number
        if not _some(now):
            break
        left = unseen - number
        a, b, c, d, e, f = cases
        others = [
            share * chance * space.maximum(left - gone, 0) for gone, share in enumerate((a, d, f))
        ]
        none = space.zeros_like(a)
        after = [b + others[0], c, none, e + others[1], none, others[2]]
        lost = sum(others) / space.maximum(sum(after), TINY)
        unidentified = unidentified - (lost * now).sum(axis=1)
        cases = _where(now, _normal(after, space), cases, space)
    return cases, space.maximum(unidentified, 0)


def _buried(
    cases: Cases,
    unidentified: Floats,
    num: Floats,
    is_buried: Floats,
    space: Any,  # noqa: ANN401
) -> tuple[Cases, Floats]:
    """Update for a hidden discard: each card of the hand is as likely as any other."""
    share = (is_buried / space.maximum(num, 1)).astype(space.float32)[:, None]
    a, b, c, d, e, f = cases
    after = [
        a,
        b * (1 - share),
        space.maximum(c * (1 - 2 * share), 0),
        d + b * share,
        e * (1 - share) + 2 * share * c,
        f + e * share,
    ]
    return after, unidentified * (1 - share[:, 0])


def _renewed(
    cases: Cases,
    unidentified: Floats,
    unseen: Floats,
    num: Floats,
    now: tuple[State, Array, _Ply],
    space: Any,  # noqa: ANN401
) -> tuple[Cases, Floats, Floats]:
    """Update for a renewed pile: whatever is in the hand now is identified."""
    after, is_black, ply = now
    if not _some(ply.renewed):
        return cases, unidentified, unseen
    none = space.zeros_like(unseen)
    known = [*_count_chances(cases, unseen, num, space), none, none, none]
    where = ply.renewed[:, None]
    unseen_now = _counts(unseen_cards(after, is_black)) + _counts(ply.turned)
    return (
        _where(where, known, cases, space),
        space.where(ply.renewed, 0, unidentified).astype(space.float32),
        space.where(where, unseen_now, unseen),
    )


def _revealed(cases: Cases, unseen: Floats, cards: Floats, space: Any) -> Cases:  # noqa: ANN401
    """Update for cards that came from the pile: they were not in the hand."""
    revealed = _counts(cards)
    for number in range(BOARD.copies):
        now = revealed > number
        if not _some(now):
            break
        left = _left(unseen - number, space)
        weighted = [p * num for p, num in zip(cases, left, strict=True)]
        cases = _where(now, _normal(weighted, space), cases, space)
    return cases


def _balanced(cases: Cases, unidentified: Floats, num: Floats, space: Any) -> Cases:  # noqa: ANN401
    """Make the expected number of cards in the hand add up to its size."""
    expected = _held(cases)
    target = expected * num / space.maximum(expected + unidentified, SMALL)
    for _ in range(2):
        _, b, c, _, e, _ = cases
        mean = b + 2 * c + e
        variance = (mean + 2 * c - mean**2).sum(axis=1)
        if not _some(variance > SMALL):
            break
        step = (target - mean.sum(axis=1)) / space.maximum(variance, SMALL)
        step = space.where(variance > SMALL, space.clip(step, -MAX_TILT, MAX_TILT), 0)
        odds = space.exp(step)[:, None]
        a, b, c, d, e, f = cases
        cases = _normal([a, b * odds, c * odds**2, d, e * odds, f], space)
    return cases


def _pool(cases: Cases, unseen: Floats, num: Floats, space: Any) -> tuple[Floats, Floats]:  # noqa: ANN401
    """Return the expected unidentified cards in the hand, and of all of those."""
    _, _, _, d, e, f = cases
    held = _held(cases)
    in_hand = space.maximum(num - held, 0)
    rest = unseen.sum(axis=1) - held - (d + e + 2 * f).sum(axis=1)
    return in_hand, space.maximum(space.maximum(rest, in_hand), SMALL)


def _count_chances(cases: Cases, unseen: Floats, num: Floats, space: Any) -> Cases:  # noqa: ANN401
    """Return how likely 0, 1 and 2 cards of each island are, identified or not: (n, 12) each."""
    in_hand, pool = (each[:, None] for each in _pool(cases, unseen, num, space))
    pairs = space.maximum(pool * (pool - 1), SMALL)
    one = in_hand / pool
    none_of_two = space.clip((pool - in_hand) * (pool - in_hand - 1) / pairs, 0, 1)
    both_of_two = space.clip(in_hand * (in_hand - 1) / pairs, 0, 1)
    one_of_two = space.maximum(1 - none_of_two - both_of_two, 0)
    a, b, c, d, e, f = cases

    def split(left: Floats) -> Cases:
        is_two, is_one = left > 1.5, left > 0.5
        return [
            space.where(is_two, none_of_two, space.where(is_one, 1 - one, 1)),
            space.where(is_two, one_of_two, space.where(is_one, one, 0)),
            space.where(is_two, both_of_two, 0),
        ]

    # At most two cards of an island are unseen, so some cases leave at most one or none.
    all_left, fewer, none_left = split(unseen), split(unseen - 1), split(unseen - 2)
    found = [
        a * all_left[0] + d * fewer[0] + f * none_left[0],
        a * all_left[1] + d * fewer[1] + f * none_left[1] + b * fewer[0] + e * none_left[0],
        a * all_left[2] + d * fewer[2] + f * none_left[2] + b * fewer[1] + e * none_left[1] + c,
    ]
    total = space.maximum(sum(found), TINY)
    return [chance / total for chance in found]


def memory_features(memories: SeatMemories, states: State, is_black: Array) -> Floats:
    """Return what a seat remembers as network inputs; ``is_black`` is a mask: (n, 242) float32."""
    space = states.clock.__array_namespace__()
    chosen = is_black >= 1
    own, other = _sides(chosen, memories, space)
    _, hidden = swap(is_black, _hidden_hands(states))
    num: Floats = size(hidden).astype(space.float32)
    cases = _columns(own.hand)
    unseen = _counts(unseen_cards(states, is_black))
    _, one, two = _count_chances(cases, unseen, num, space)
    _, pool = _pool(cases, unseen, num, space)
    pile_size: Floats = size(pile(states))
    left = sum(p * num for p, num in zip(cases, _left(unseen, space), strict=True))
    own_cards, their_cards = swap(is_black, states.cards)
    built, removed, paid, offered, taken, ending, num_buried = _columns(other.last)
    earlier_paid, earlier_offered, earlier_taken, earlier_ending = _columns(other.earlier)
    columns = [
        cases[1] + cases[4] + cases[2],
        cases[2],
        one + two,
        two,
        left * (pile_size.astype(space.float32) / pool)[:, None] / 2,
        _counts(own.identified) / 2,
        bits_at(built, range(NUM_LINES)),
        bits_at(removed, range(NUM_LINES)),
        _counts(paid) / 2,
        _counts(offered) / 2,
        _counts(taken),
        one_hot(ending, _ENDINGS),
        num_buried[:, None].astype(space.float32) / 2,
        _counts(earlier_paid) / 2,
        _counts(earlier_offered) / 2,
        _counts(earlier_taken),
        one_hot(earlier_ending, _ENDINGS),
        one_hot(pile_size + size(states.open_cards), range(NUM_CARDS + 1)),
        one_hot(size(own_cards), range(BOARD.hand_limit + 1)),
        one_hot(size(their_cards), range(BOARD.hand_limit + 1)),
    ]
    return space.concatenate([column.astype(space.float32) for column in columns], axis=1)


def _recorded(last: Floats, before: State, parts: ActionParts, space: Any) -> Floats:  # noqa: ANN401
    """Add a ply to the record of the mover's turn."""
    ends = (parts.is_take | parts.is_draw | parts.is_decline) >= 1
    ending = (parts.is_take & TOOK_OPEN) | (parts.is_draw & DREW) | (parts.is_decline & DECLINED)
    built, removed, paid, offered, taken, ended, num_buried = _columns(last)
    is_play = ~parts.is_handicap & ~parts.is_bury
    columns = [
        built | (parts.bit & parts.is_build & is_play),
        removed | (parts.bit & parts.is_remove),
        paid + (parts.paid & is_play),
        space.where(ends, before.open_cards - parts.taken, offered),
        taken + parts.taken,
        space.where(ends, ending, ended),
        num_buried + (parts.is_bury & 1),
    ]
    return space.stack(columns, axis=1)


def _begin_turn(
    memories: SeatMemories,
    before: State,
    after: State,
    space: Any,  # noqa: ANN401
) -> SeatMemories:
    """Where a turn begins, open a new record of the seat to move."""
    begins = Clock.TURN.of(before.clock) != Clock.TURN.of(after.clock)
    is_black = black_mask(after) >= 1
    last, earlier = [], []
    for side, turn, old in zip(
        (begins & ~is_black, begins & is_black), memories.last, memories.earlier, strict=True
    ):
        columns = _columns(turn)
        kept = space.stack([columns[place] for place in _EARLIER], axis=1)
        earlier.append(space.where(side[:, None], kept, old))
        last.append(space.where(side[:, None], turn & 0, turn))
    return memories._replace(last=(last[0], last[1]), earlier=(earlier[0], earlier[1]))


def _hidden_hands(states: State) -> tuple[Array, Array]:
    (white, black), (white_shown, black_shown) = states.cards, shown(states)
    return white - white_shown, black - black_shown


def _sides(is_black: Floats, memories: SeatMemories, space: Any) -> tuple[_Side, _Side]:  # noqa: ANN401
    """Return the memories of a seat and of its opponent."""
    own, other = zip(*(_swapped(is_black, pair, space) for pair in memories), strict=True)
    return _Side(*own), _Side(*other)


def _swapped(is_black: Floats, pair: FloatPair, space: Any) -> FloatPair:  # noqa: ANN401
    """Swap White and Black where the mask is true; doing so twice undoes it."""
    white, black = pair
    where = _like(is_black, white)
    return space.where(where, black, white), space.where(where, white, black)


def _like(flags: Floats, array: Floats) -> Floats:
    """Give one flag per game as many dimensions as an array."""
    return flags.reshape(-1, *(1,) * (len(array.shape) - 1))


def _some(flags: Floats) -> bool:
    """Return whether any number is not 0; always true where JAX cannot know it yet."""
    return is_jax(flags) or bool(flags.any())


def _is_sure(hand: Floats) -> bool:
    """Return whether no hand is in doubt, so that cards that turn up say nothing more about it."""
    return not is_jax(hand) and not bool(((hand > 0) & (hand < 1)).any())


def _columns(array: Floats) -> list[Floats]:
    """Split along the second dimension."""
    return [array[:, column] for column in range(array.shape[1])]


def _joined(cases: Cases, space: Any) -> Floats:  # noqa: ANN401
    return space.stack(cases, axis=1).astype(space.float32)


def _where(where: Floats, then: Cases, otherwise: Cases, space: Any) -> Cases:  # noqa: ANN401
    return [space.where(where, a, b) for a, b in zip(then, otherwise, strict=True)]


def _normal(cases: Cases, space: Any) -> Cases:  # noqa: ANN401
    """Scale to a sum of one; if nothing is left, assume that no card is identified."""
    total = sum(cases)
    is_some = total > TINY
    scale = is_some / space.maximum(total, TINY)
    first, *rest = (p * scale for p in cases)
    return [first + ~is_some, *rest]


def _held(cases: Cases) -> Floats:
    """Return the expected number of identified cards in the hand: (n,)."""
    _, b, c, _, e, _ = cases
    return (b + 2 * c + e).sum(axis=1)


def _left(unseen: Floats, space: Any) -> Cases:  # noqa: ANN401
    """Return how many unseen cards of an island are not identified, in each case."""
    two, one, none = (space.maximum(unseen - num, 0) for num in range(BOARD.copies + 1))
    return [two, one, none, one, none, none]


def _counts(cards: Any) -> Floats:  # noqa: ANN401
    """Count the cards of each island: (n, 12) float32."""
    return counts(cards).astype(numpy.float32)
