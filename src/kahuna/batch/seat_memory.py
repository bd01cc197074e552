"""What both seats remember of their games, for all games at once: the core's memory in arrays.

:func:`start_memories` begins, :func:`remember_ply` follows every ply, and :func:`memory_features`
turns the memory of a seat into network inputs, in the order of ``kahuna.encoding.MEMORY_FIELDS``.

Shapes: n games, 6 cases, 12 islands. Probabilities are (n, 6, 12), counts of cards (n, 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Final, NamedTuple, Self

import numpy

from kahuna.batch.arrays import Array, Pair, bits_at, is_jax, one_hot, swap
from kahuna.batch.cards import counts, size, with_one, without
from kahuna.batch.constants import BOARD, NUM_CARDS, NUM_ISLANDS, NUM_LINES
from kahuna.batch.effects import ActionParts, take_apart
from kahuna.batch.legality import choice_of
from kahuna.batch.state import Clock, State, black_mask, num_games, pile, shown, unseen_cards
from kahuna.core.hand_estimate import CERTAIN, GONE, HELD, MAX_TILT, SMALL, TINY
from kahuna.core.recollection import DECLINED, DREW, TOOK_OPEN, SeatMemory, TurnRecord

_ENDINGS: Final = (TOOK_OPEN, DREW, DECLINED)
_EARLIER: Final = tuple(map(TurnRecord._fields.index, ("paid", "offered", "taken", "ending")))
"""What is kept of a turn when it is the last but one."""
_IDENTIFIED: Final = tuple(map(sum, zip(HELD, GONE, strict=True)))
"""Identified cards in each case, in the hand or discarded since."""


class SeatMemories(NamedTuple):
    """The memories of White and of Black, for a batch of games."""

    hand: Pair
    """About the opponent's hidden hand: (n, 6, 12)."""
    identified: Pair
    """Own cards that the opponent has identified: (n,), packed."""
    last: Pair
    """The seat's latest turn, by the fields of ``TurnRecord``: (n, 7)."""
    earlier: Pair
    """The one before: cards paid, offered and taken, and its ending: (n, 4)."""

    def take(self, games: Array | Sequence[int]) -> Self:
        """Return the memories of the games at several indices, or of a boolean mask."""
        return type(self)(*((white[games], black[games]) for white, black in self))


class _Side(NamedTuple):
    """The memories of one seat per game, by the fields of :class:`SeatMemories`."""

    hand: Array
    identified: Array
    last: Array
    earlier: Array


def start_memories(states: State) -> SeatMemories:
    """Return the memories at the start of games, or of positions without a history."""
    space = states.clock.__array_namespace__()
    nothing = numpy.array([CERTAIN[0]] * NUM_ISLANDS, numpy.float32).T
    hand = space.zeros((num_games(states), 1, 1), dtype=space.float32) + space.asarray(nothing)
    none = states.clock & 0
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


def _from_core(memories: Sequence[SeatMemory], space: ModuleType) -> tuple[Array, ...]:
    hand = numpy.array([memory.hand for memory in memories], numpy.float32)
    last = numpy.array([memory.last for memory in memories], numpy.uint32)
    earlier = numpy.array([memory.earlier for memory in memories], numpy.uint32)
    identified = numpy.array([memory.identified for memory in memories], numpy.uint32)
    parts = (hand.swapaxes(1, 2), identified, last, earlier[:, _EARLIER])
    return tuple(space.asarray(part) for part in parts)


def restart_memories(memories: SeatMemories, states: State, over: Array) -> SeatMemories:
    """Forget the games that are over."""
    fields = zip(start_memories(states), memories, strict=True)
    return SeatMemories(
        *((_pick(over, new[0], old[0]), _pick(over, new[1], old[1])) for new, old in fields)
    )


def remember_ply(
    memories: SeatMemories, before: State, actions: Array, after: State
) -> SeatMemories:
    """Return the memories after a ply; ``after`` is what it led to, before any new deal."""
    is_black = black_mask(before)
    parts = take_apart(before, choice_of(before, actions))
    ply = _ply(before, parts, after, is_black)
    own, other = _sides(is_black, memories)
    identified = with_one(without(own.identified, ply.played), ply.taken)
    mine_now = _Side(
        _estimate_by_mover(own.hand, before, after, is_black, ply),
        _pick(ply.renewed, ply.hidden, identified),
        _recorded(own.last, before, parts),
        own.earlier,
    )
    theirs_now = other._replace(
        hand=_estimate_by_watcher(other.hand, before, after, is_black, ply),
        identified=_pick(ply.renewed, ply.other_hidden, other.identified),
    )
    pairs = zip(mine_now, theirs_now, strict=True)
    return _begin_turn(SeatMemories(*(_swapped(is_black, pair) for pair in pairs)), before, after)


class _Ply(NamedTuple):
    """What a ply did with cards that are not open."""

    hidden_before: Array
    """The mover's hidden hand before it..."""
    hidden: Array
    """...and after it."""
    other_hidden: Array
    """The other hidden hand, which a ply never changes."""
    played: Array
    is_buried: Array
    taken: Array
    is_drawn: Array
    drawn: Array
    renewed: Array
    turned: Array
    """Cards that now lie open."""


def _ply(before: State, parts: ActionParts, after: State, is_black: Array) -> _Ply:
    hidden_before, other_hidden = swap(is_black, _hidden_hands(before))
    hidden, _ = swap(is_black, _hidden_hands(after))
    is_play = (parts.is_build | parts.is_remove) & ~parts.is_handicap
    lost, gained = hidden_before - hidden, hidden - hidden_before
    renewed = Clock.ROUND.of(before.clock) != Clock.ROUND.of(after.clock)
    left = before.open_cards - parts.taken
    return _Ply(
        hidden_before=hidden_before,
        hidden=hidden,
        other_hidden=other_hidden,
        played=lost & is_play,
        is_buried=(parts.is_bury & lost) >= 1,
        taken=gained & parts.is_take,
        is_drawn=parts.is_draw >= 1,
        drawn=gained & parts.is_draw,
        renewed=renewed,
        turned=_pick(renewed, after.open_cards, after.open_cards - left),
    )


def _estimate_by_mover(
    hand: Array, before: State, after: State, is_black: Array, ply: _Ply
) -> Array:
    """Update what the mover thinks about the other hand, which its own plays do not touch."""
    if _is_sure(hand) and not _some(ply.renewed):
        return hand
    estimate = _Estimate(hand, ply.other_hidden, unseen_cards(before, is_black))
    estimate.renew(ply, after, is_black)
    # What the mover drew was not in the other hand; nor was what was turned up.
    estimate.reveal(ply.drawn)
    estimate.unseen = estimate.unseen - _counts(ply.drawn)
    estimate.reveal(ply.turned)
    estimate.balance()
    return estimate.hand


def _estimate_by_watcher(
    hand: Array, before: State, after: State, is_black: Array, ply: _Ply
) -> Array:
    """Update what the other seat thinks about the mover's hand."""
    estimate = _Estimate(hand, ply.hidden_before, unseen_cards(before, ~is_black))
    estimate.play(ply.played)
    estimate.bury(ply.is_buried)
    estimate.take(ply.taken)
    if _is_sure(hand) and not (_some(ply.is_buried) or _some(ply.renewed)):
        return estimate.hand
    estimate.draw(ply.is_drawn)
    estimate.renew(ply, after, ~is_black)
    estimate.reveal(ply.turned)
    estimate.balance()
    return estimate.hand


class _Estimate:
    """One seat's idea of the other's hidden hand, as ``HandEstimate`` of the core; it changes."""

    def __init__(self, hand: Array, hidden: Array, unseen: Array) -> None:
        self._space = hand.__array_namespace__()
        self.cases = _columns(hand)
        """The probabilities of the six cases: (n, 12) each, which is faster than one array."""
        self.num = size(hidden).astype(numpy.float32)
        """Hidden cards in the hand: (n,)."""
        self.unseen = _counts(unseen)
        self.unidentified, self.pool = self._pool()
        """Expected unidentified cards in the hand, and of all of those: (n,) each."""

    def play(self, cards: Array) -> None:
        """Update for cards out of the hidden hand; identified ones go first."""
        if not _some(cards):
            return
        space, played = self._space, _counts(cards)
        chance = (self.unidentified / self.pool)[:, None]
        for number in range(BOARD.copies):
            now = played > number
            if not _some(now):
                break
            a, b, c, d, e, f = self.cases
            others = [
                share * chance * space.maximum(self.unseen - number - gone, 0)
                for gone, share in enumerate((a, d, f))
            ]
            none = a * 0
            after = [b + others[0], c, none, e + others[1], none, others[2]]
            lost = sum(others) / space.maximum(sum(after), TINY)
            self.unidentified = self.unidentified - (lost * now).sum(axis=1)
            self._change(now, self._normal(after))
        self.unidentified = space.maximum(self.unidentified, 0)
        self.unseen = self.unseen - played
        self.num = self.num - played.sum(axis=1)

    def bury(self, is_buried: Array) -> None:
        """Update for a hidden discard: each card of the hand is as likely as any other."""
        if not _some(is_buried):
            return
        space = self._space
        share = (is_buried / space.maximum(self.num, 1))[:, None]
        a, b, c, d, e, f = self.cases
        self.cases = [
            a,
            b * (1 - share),
            space.maximum(c * (1 - 2 * share), 0),
            d + b * share,
            e * (1 - share) + 2 * share * c,
            f + e * share,
        ]
        self.unidentified = self.unidentified * (1 - share[:, 0])
        self.num = self.num - is_buried

    def take(self, cards: Array) -> None:
        """Update for an open card that went into the hand."""
        if not _some(cards):
            return
        taken = _counts(cards)
        a, b, c, d, e, f = self.cases
        none = a * 0
        self._change(taken >= 1, [none, a, b + c, none, d + e, f])
        self.unseen = self.unseen + taken
        self.num = self.num + taken.sum(axis=1)

    def draw(self, is_drawn: Array) -> None:
        """Update for a hidden card of the pile."""
        self.num, self.unidentified = self.num + is_drawn, self.unidentified + is_drawn

    def renew(self, ply: _Ply, after: State, is_black: Array) -> None:
        """Update for a renewed pile: whatever is in the hand now is identified."""
        if not _some(ply.renewed):
            return
        none = self.unseen * 0
        known = [*self.count_chances(), none, none, none]
        unseen = _counts(unseen_cards(after, is_black)) + _counts(ply.turned)
        self._change(ply.renewed[:, None], known)
        self.unidentified = self.unidentified * ~ply.renewed
        self.unseen = _pick(ply.renewed, unseen, self.unseen)

    def reveal(self, cards: Array) -> None:
        """Update for cards that came from the pile: they were not in the hand."""
        revealed = _counts(cards)
        for number in range(BOARD.copies):
            now = revealed > number
            if not _some(now):
                break
            self._change(now, self._normal(self._left(number)))

    @property
    def hand(self) -> Array:
        """Return the cases as memories keep them: (n, 6, 12)."""
        return self._space.stack(self.cases, axis=1)

    def balance(self) -> None:
        """Make the expected number of cards in the hand add up to its size."""
        space = self._space
        expected = self._means().sum(axis=1)
        target = expected * self.num / space.maximum(expected + self.unidentified, SMALL)
        for _ in range(2):
            a, b, c, d, e, f = self.cases
            mean = self._means()
            variance = (mean + 2 * c - mean**2).sum(axis=1)
            if not _some(variance > SMALL):
                break
            step = (target - mean.sum(axis=1)) / space.maximum(variance, SMALL)
            step = space.clip(step, -MAX_TILT, MAX_TILT) * (variance > SMALL)
            odds = space.exp(step)[:, None]
            self.cases = self._normal([a, b * odds, c * odds**2, d, e * odds, f])

    def count_chances(self) -> list[Array]:
        """Return how likely 0, 1 and 2 cards of each island are, identified or not: (n, 12)."""
        space = self._space
        in_hand, pool = (each[:, None] for each in self._pool())
        pairs = space.maximum(pool * (pool - 1), SMALL)
        one = in_hand / pool
        none_of_two = space.clip((pool - in_hand) * (pool - in_hand - 1) / pairs, 0, 1)
        both_of_two = space.clip(in_hand * (in_hand - 1) / pairs, 0, 1)
        one_of_two = space.maximum(1 - none_of_two - both_of_two, 0)

        def split(left: Array) -> list[Array]:
            is_two, is_one = left > 1.5, left > 0.5
            return [
                space.where(is_two, none_of_two, space.where(is_one, 1 - one, 1)),
                space.where(is_two, one_of_two, space.where(is_one, one, 0)),
                space.where(is_two, both_of_two, 0),
            ]

        # At most two cards of an island are unseen, so some cases leave at most one or none.
        a, b, c, d, e, f = self.cases
        two, one_left, none = (split(self.unseen - num) for num in range(BOARD.copies + 1))
        found = [
            a * two[0] + d * one_left[0] + f * none[0],
            a * two[1] + d * one_left[1] + f * none[1] + b * one_left[0] + e * none[0],
            a * two[2] + d * one_left[2] + f * none[2] + b * one_left[1] + e * none[1] + c,
        ]
        total = space.maximum(sum(found), TINY)
        return [chance / total for chance in found]

    def expected_pile(self, pile_size: Array) -> Array:
        """Return how many cards of each island to expect in the pile: (n, 12)."""
        return sum(self._left(0)) * (pile_size / self.pool)[:, None]

    def _left(self, gone: int) -> list[Array]:
        """Weight each case with the number of unseen cards that are not identified then."""
        left = [self._space.maximum(self.unseen - gone - num, 0) for num in range(BOARD.copies + 1)]
        return [p * left[num] for p, num in zip(self.cases, _IDENTIFIED, strict=True)]

    def _means(self) -> Array:
        """Return the expected number of identified cards in the hand: (n, 12)."""
        _, b, c, _, e, _ = self.cases
        return b + 2 * c + e

    def _pool(self) -> tuple[Array, Array]:
        """Return the expected unidentified cards in the hand, and of all of those."""
        _, _, _, d, e, f = self.cases
        held = self._means().sum(axis=1)
        in_hand = self._space.maximum(self.num - held, 0)
        rest = self.unseen.sum(axis=1) - held - (d + e + 2 * f).sum(axis=1)
        return in_hand, self._space.maximum(self._space.maximum(rest, in_hand), SMALL)

    def _normal(self, cases: list[Array]) -> list[Array]:
        """Scale to a sum of one; if nothing is left, assume that no card is identified."""
        total = sum(cases)
        is_some = total > TINY
        scale = is_some / self._space.maximum(total, TINY)
        first, *rest = (p * scale for p in cases)
        return [first + ~is_some, *rest]

    def _change(self, islands: Array, cases: list[Array]) -> None:
        """Replace the cases of these islands: (n, 12)."""
        pairs = zip(cases, self.cases, strict=True)
        self.cases = [self._space.where(islands, new, old) for new, old in pairs]


def memory_features(memories: SeatMemories, states: State, is_black: Array) -> Array:
    """Return what a seat remembers as network inputs; ``is_black`` is a mask: (n, 242) float32."""
    space = states.clock.__array_namespace__()
    own, other = _sides(is_black, memories)
    _, hidden = swap(is_black, _hidden_hands(states))
    estimate = _Estimate(own.hand, hidden, unseen_cards(states, is_black))
    _, one, two = estimate.count_chances()
    pile_size = size(pile(states))
    own_cards, their_cards = swap(is_black, states.cards)
    built, removed, paid, offered, taken, ending, num_buried = _columns(other.last)
    earlier_paid, earlier_offered, earlier_taken, earlier_ending = _columns(other.earlier)
    columns = [
        own.hand[:, 1] + own.hand[:, 4] + own.hand[:, 2],
        own.hand[:, 2],
        one + two,
        two,
        estimate.expected_pile(pile_size.astype(space.float32)) / 2,
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


def _recorded(last: Array, before: State, parts: ActionParts) -> Array:
    """Add a ply to the record of the mover's turn."""
    ends = (parts.is_take | parts.is_draw | parts.is_decline) >= 1
    ending = (parts.is_take & TOOK_OPEN) | (parts.is_draw & DREW) | (parts.is_decline & DECLINED)
    built, removed, paid, offered, taken, ended, num_buried = _columns(last)
    is_play = ~parts.is_handicap & ~parts.is_bury
    columns = [
        built | (parts.bit & parts.is_build & is_play),
        removed | (parts.bit & parts.is_remove),
        paid + (parts.paid & is_play),
        _pick(ends, before.open_cards - parts.taken, offered),
        taken + parts.taken,
        _pick(ends, ending, ended),
        num_buried + (parts.is_bury & 1),
    ]
    return last.__array_namespace__().stack(columns, axis=1)


def _begin_turn(memories: SeatMemories, before: State, after: State) -> SeatMemories:
    """Where a turn begins, open a new record of the seat to move."""
    begins = Clock.TURN.of(before.clock) != Clock.TURN.of(after.clock)
    is_black = black_mask(after) >= 1
    (white, black), (old_white, old_black) = memories.last, memories.earlier
    sides = ((begins & ~is_black, white, old_white), (begins & is_black, black, old_black))
    last = [_pick(where, turn & 0, turn) for where, turn, _ in sides]
    earlier = [_pick(where, turn[:, list(_EARLIER)], old) for where, turn, old in sides]
    return memories._replace(last=(last[0], last[1]), earlier=(earlier[0], earlier[1]))


def _hidden_hands(states: State) -> Pair:
    (white, black), (white_shown, black_shown) = states.cards, shown(states)
    return white - white_shown, black - black_shown


def _sides(is_black: Array, memories: SeatMemories) -> tuple[_Side, _Side]:
    """Return the memories of a seat and of its opponent."""
    own, other = zip(*(_swapped(is_black, pair) for pair in memories), strict=True)
    return _Side(*own), _Side(*other)


def _swapped(is_black: Array, pair: Pair) -> Pair:
    """Swap White and Black where the mask is set; doing so twice undoes it."""
    white, black = pair
    return _pick(is_black >= 1, black, white), _pick(is_black >= 1, white, black)


def _pick(where: Array, then: Array, otherwise: Array) -> Array:
    """Return ``then`` in the games where the flag is set, ``otherwise`` elsewhere."""
    where = where.reshape(-1, *(1,) * (len(then.shape) - 1))
    return then.__array_namespace__().where(where, then, otherwise)


def _some(flags: Array) -> bool:
    """Return whether any number is not 0; always true where JAX cannot know it yet."""
    return is_jax(flags) or bool(flags.any())


def _is_sure(hand: Array) -> bool:
    """Return whether no hand is in doubt, so that cards that turn up say nothing more about it."""
    return not is_jax(hand) and not bool(((hand > 0) & (hand < 1)).any())


def _columns(array: Array) -> list[Array]:
    """Split along the second dimension."""
    return [array[:, column] for column in range(array.shape[1])]


def _counts(cards: Array) -> Array:
    """Count the cards of each island: (n, 12) float32."""
    return counts(cards).astype(numpy.float32)
