"""What a seat can infer from what it has seen: possible worlds and their probabilities. [R15]

The model behind the probabilities: the deal and every draw are uniform; which of its
cards the opponent discards face down is uniform too; beyond what it shows, no other choice of the
opponent reveals anything about the rest of its cards. A card that was seen going to the opponent is
the one it plays first when it plays such a card.

Under this model the cards that were never seen are exchangeable: whichever of them lie in the
opponent's hand, among its discards and in the pile is a matter of plain counting. What does not
average out is kept as hypotheses: which *identified* cards the opponent still holds, and which of
them it has discarded since. A discard face down splits a hypothesis; a renewed pile turns what is
held unseen into identified cards, because from then on hand and pile come from different pools. In
variant 2 a hidden discard is never a card of an island of which the opponent has an open card, so
the cards of that island are located first, wherever they are.

Hypotheses multiply while a player keeps discarding identified cards. Beyond :data:`MAX_HYPOTHESES`
they are reduced to the opponent's whole hand. Every hand keeps its exact probability at that
moment, and nothing that is possible is ruled out. What is lost is which of the remaining cards are
discards and which are in the pile: they count as shuffled together. So a belief is exact as long as
it has never been reduced; later probabilities are approximations. In ordinary play it does not
happen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate
from math import comb
from random import Random
from typing import Final, NamedTuple, TypeAlias, assert_never

from kahuna.core.actions import Action
from kahuna.core.board import Island
from kahuna.core.cards import NO_CARDS, Cards, cards_of, count, expand, kinds, single, size
from kahuna.core.effects import apply
from kahuna.core.errors import UnknownWorldError
from kahuna.core.events import (
    BridgeBuilt,
    BridgeRemoved,
    CardBuried,
    CardDrawn,
    CardsPlayed,
    ControlGained,
    ControlLost,
    DrawDeclined,
    GameEnded,
    HiddenCardBuried,
    HiddenCardDrawn,
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    RoundScored,
    SeenEvent,
    SeenStart,
    TurnStarted,
    seen,
)
from kahuna.core.ruleset import Ruleset
from kahuna.core.seats import Seat
from kahuna.core.spelling import readable
from kahuna.core.state import Private, State
from kahuna.core.view import View


class Identified(NamedTuple):
    """A hypothesis: identified cards in the opponent's hand, among its discards, in the pile."""

    held: Cards
    buried: Cards
    piled: Cards = NO_CARDS


Weights: TypeAlias = dict[Identified, float]

MAX_HYPOTHESES: Final = 3432
"""The most hypotheses that a belief keeps: as many as there are hands of five cards."""


@readable
class Hidden(NamedTuple):
    """One possible placement of the cards that a seat cannot see."""

    hand: Cards
    buried: Cards
    pile: Cards


@dataclass(frozen=True, slots=True)
class Belief:
    """What a seat believes about the hidden cards, folded over its history."""

    viewer: Seat
    ruleset: Ruleset
    own_hand: Cards
    shown: tuple[Cards, Cards]
    table: Cards
    """Open cards, discards everybody saw, and the viewer's own hidden discards."""
    hand_size: int
    """Hidden cards in the opponent's hand."""
    buried_size: int
    """The opponent's hidden discards since the pile was last renewed."""
    pile_size: int
    weights: Weights

    def after(self, event: SeenEvent) -> Belief:
        """Return the belief after one more event; raise if no world fits that event."""
        belief = self._after(event)._bounded()
        if not belief.weights:
            raise UnknownWorldError(f"no world fits {event}")
        return belief

    def sample(self, rng: Random) -> Hidden:
        """Sample where the hidden cards are, with the probability of the sample."""
        cumulative = list(accumulate(self.weights.values()))
        (known,) = rng.choices(list(self.weights), cum_weights=cumulative)
        unseen = list(expand(self._pool(known)))
        rng.shuffle(unseen)
        in_hand = self.hand_size - size(known.held)
        not_in_pile = in_hand + self.buried_size - size(known.buried)
        return Hidden(
            known.held + cards_of(unseen[:in_hand]),
            known.buried + cards_of(unseen[in_hand:not_in_pile]),
            known.piled + cards_of(unseen[not_in_pile:]),
        )

    def chance_to_hold(self, islands: Collection[Island]) -> float:
        """Return the probability that the opponent has a card of one of these islands."""
        if any(count(self.shown[self.viewer.other], island) for island in islands):
            return 1.0
        total = sum(self.weights.values())
        missing = 0.0
        for known, weight in self.weights.items():
            if not any(count(known.held, island) for island in islands):
                pool, unseen = self._pool(known), self.hand_size - size(known.held)
                others = size(pool) - sum(count(pool, island) for island in islands)
                missing += weight / total * comb(others, unseen) / comb(size(pool), unseen)
        return 1.0 - missing

    def chance_to_draw(self, islands: Collection[Island]) -> float:
        """Return the probability that the top card of the pile is one of these islands."""
        total = sum(self.weights.values())
        found = 0.0
        for known, weight in self.weights.items():
            pool, unseen = self._pool(known), self.pile_size - size(known.piled)
            hits = sum(count(pool, island) for island in islands) * unseen / max(size(pool), 1)
            hits += sum(count(known.piled, island) for island in islands)
            found += weight / total * hits / self.pile_size
        return found

    def _pool(self, known: Identified) -> Cards:
        """Return the cards that the viewer has not located under a hypothesis."""
        located = self.own_hand + sum(self.shown) + self.table + sum(known)
        return self.ruleset.board.deck - located

    def _after(self, event: SeenEvent) -> Belief:
        match event:
            case CardsPlayed(seat, cards):
                return reduce(lambda belief, card: belief._played(seat, card), cards, self)
            case CardBuried(seat, card):
                return self._buried(seat, card)
            case HiddenCardBuried():
                return self._buried_hidden()
            case OpenCardTaken(seat, card):
                return self._taken(seat, card)
            case OpenCardTurned(card):
                turned = replace(self, weights=self._drawn(card), table=self.table + single(card))
                return replace(turned, pile_size=self.pile_size - 1)
            case CardDrawn(_, card):
                drawn = replace(
                    self, weights=self._drawn(card), own_hand=self.own_hand + single(card)
                )
                return replace(drawn, pile_size=self.pile_size - 1)
            case HiddenCardDrawn():
                drawn = replace(self, weights=self._drawn_hidden(), hand_size=self.hand_size + 1)
                return replace(drawn, pile_size=self.pile_size - 1)
            case PileRenewed(pile_size):
                return self._renewed(pile_size)
            case SeenStart():
                return begin(self.viewer, self.ruleset, event)
            case (
                TurnStarted()
                | BridgeBuilt()
                | BridgeRemoved()
                | ControlGained()
                | ControlLost()
                | DrawDeclined()
                | RoundScored()
                | GameEnded()
            ):
                return self
            case _:
                assert_never(event)

    def _drawn(self, card: Island) -> Weights:
        """Weight each hypothesis by how likely it made a card that was seen being drawn."""
        weights: Weights = {}
        for known, weight in self.weights.items():
            if copies := count(known.piled, card):
                rest = known._replace(piled=known.piled - single(card))
                _add(weights, rest, weight * copies / self.pile_size)
            pool, unseen = self._pool(known), self.pile_size - size(known.piled)
            if unseen and (copies := count(pool, card)):
                _add(weights, known, weight * unseen / self.pile_size * copies / size(pool))
        return weights

    def _drawn_hidden(self) -> Weights:
        """Update for a hidden draw of the opponent: an identified card of the pile, or another."""
        weights: Weights = {}
        for known, weight in self.weights.items():
            for card in kinds(known.piled):
                drawn = known._replace(
                    held=known.held + single(card), piled=known.piled - single(card)
                )
                _add(weights, drawn, weight * count(known.piled, card) / self.pile_size)
            if unseen := self.pile_size - size(known.piled):
                _add(weights, known, weight * unseen / self.pile_size)
        return weights

    def _played(self, seat: Seat, card: Island) -> Belief:
        """Update for a played card; cards that lie open are played first, then identified ones."""
        played = replace(self, table=self.table + single(card))
        if count(self.shown[seat], card):
            return replace(played, shown=_less(self.shown, seat, card))
        if seat is self.viewer:
            return replace(played, own_hand=self.own_hand - single(card))
        weights: Weights = {}
        for known, weight in self.weights.items():
            if count(known.held, card):
                _add(weights, known._replace(held=known.held - single(card)), weight)
                continue
            pool = self._pool(known)
            unseen = self.hand_size - size(known.held)
            if unseen and (copies := count(pool, card)):
                _add(weights, known, weight * unseen * copies / size(pool))
        return replace(played, hand_size=self.hand_size - 1, weights=weights)

    def _buried(self, seat: Seat, card: Island) -> Belief:
        """Update for a discard that the viewer saw: its own, or one that lay open. [R13.3]"""
        buried = replace(self, table=self.table + single(card))
        if count(self.shown[seat], card):
            return replace(buried, shown=_less(self.shown, seat, card))
        return replace(buried, own_hand=self.own_hand - single(card))

    def _buried_hidden(self) -> Belief:
        """Update for a hidden discard: any hidden card of the opponent, equally likely. [R15.3]

        Never one of an island of which a card lies open: that one would be discarded first. [R13.4]
        """
        lying = kinds(self.shown[self.viewer.other])
        weights: Weights = {}
        for known, weight in self._located(lying).items():
            for card in kinds(known.held):
                if card not in lying:
                    split = known._replace(
                        held=known.held - single(card), buried=known.buried + single(card)
                    )
                    _add(weights, split, weight * count(known.held, card) / self.hand_size)
            if unseen := self.hand_size - size(known.held):
                _add(weights, known, weight * unseen / self.hand_size)
        return replace(
            self, hand_size=self.hand_size - 1, buried_size=self.buried_size + 1, weights=weights
        )

    def _located(self, islands: tuple[Island, ...]) -> Weights:
        """Split the hypotheses by where the unseen cards of some islands are."""
        weights = self.weights
        for card in islands * self.ruleset.board.copies:
            split: Weights = {}
            for known, weight in weights.items():
                pool = self._pool(known)
                if not count(pool, card):
                    _add(split, known, weight)
                    continue
                sizes = (self.hand_size, self.buried_size, self.pile_size)
                for zone, (cards, total) in enumerate(zip(known, sizes, strict=True)):
                    if unseen := total - size(cards):
                        zones = [*known]
                        zones[zone] += single(card)
                        _add(split, Identified(*zones), weight * unseen / size(pool))
            if len(split) > MAX_HYPOTHESES:
                return self._hands(split)  # Whole hands: no card of these islands is unseen in one.
            weights = split
        return weights

    def _taken(self, seat: Seat, card: Island) -> Belief:
        """Update for an open card that was taken, by either seat."""
        taken = replace(self, table=self.table - single(card))
        if self.ruleset.open_hands:
            return replace(taken, shown=_more(self.shown, seat, card))
        if seat is self.viewer:
            return replace(taken, own_hand=self.own_hand + single(card))
        weights = {
            known._replace(held=known.held + single(card)): weight
            for known, weight in self.weights.items()
        }
        return replace(taken, hand_size=self.hand_size + 1, weights=weights)

    def _renewed(self, pile_size: int) -> Belief:
        """Update for a new pile; cards that the opponent holds unseen become hypotheses."""
        weights = self._hands(self.weights)
        return replace(self, table=NO_CARDS, buried_size=0, pile_size=pile_size, weights=weights)

    def _bounded(self) -> Belief:
        """Drop the detail of the other cards once there are too many hypotheses."""
        if len(self.weights) <= MAX_HYPOTHESES:
            return self
        return replace(self, weights=self._hands(self.weights))

    def _hands(self, weights: Weights) -> Weights:
        """Reduce hypotheses to the opponent's whole hand; each hand keeps its probability."""
        hands: Weights = {}
        choices: dict[tuple[Cards, int], list[tuple[Cards, float]]] = {}
        for known, weight in weights.items():
            pool, unseen = self._pool(known), self.hand_size - size(known.held)
            if (pool, unseen) not in choices:
                ways = comb(size(pool), unseen)
                choices[pool, unseen] = [
                    (chosen, times / ways) for chosen, times in _choices(pool, unseen)
                ]
            for chosen, share in choices[pool, unseen]:
                _add(hands, Identified(known.held + chosen, NO_CARDS), weight * share)
        return hands


def begin(viewer: Seat, ruleset: Ruleset, start: SeenStart) -> Belief:
    """Return what a seat believes when a game has been dealt or a position set up.

    Discards that a position was set up with are on the table; in a deal there are none.
    """
    other = viewer.other
    return Belief(
        viewer=viewer,
        ruleset=ruleset,
        own_hand=start.own_hand,
        shown=start.shown,
        table=start.open_cards + start.own_buried + start.discards,
        hand_size=start.hand_sizes[other],
        buried_size=start.buried_sizes[other],
        pile_size=start.pile_size,
        weights={Identified(NO_CARDS, NO_CARDS): 1.0},
    )


def believe(view: View) -> Belief:
    """Return what a seat believes after everything it has seen."""
    if not isinstance(view.viewer, Seat):
        raise UnknownWorldError("a spectator holds no cards; worlds are sampled for seats")
    first, *rest = view.history or (start_now(view),)
    if not isinstance(first, SeenStart):
        raise UnknownWorldError("a history must begin with the start of the game")
    belief = begin(view.viewer, view.ruleset, first)
    for event in rest:
        belief = belief.after(event)
    return belief


def sample_world(view: View, rng: Random) -> State:
    """Sample a state that fits everything the viewer has seen, with its probability. [R15]

    To sample many, keep the :class:`Belief` and use :func:`world` for each.
    """
    return world(view, believe(view).sample(rng))


def world(view: View, hidden: Hidden) -> State:
    """Return the state in which the hidden cards lie like this."""
    theirs = Private(hidden.hand, hidden.buried)
    private = (view.own, theirs) if view.viewer is Seat.WHITE else (theirs, view.own)
    return State(view.ruleset, view.public, private, hidden.pile)


def any_world(view: View) -> State:
    """Return some state that looks the same to the viewer, regardless of its history.

    It is enough to try out one's own moves, whose effects do not depend on what is hidden.
    """
    return sample_world(view._replace(history=()), Random(0))


def preview(view: View, action: Action) -> tuple[SeenEvent, ...]:
    """Return what an action of the viewer would do, as far as the viewer can know it."""
    return tuple(seen(event, view.viewer) for event in apply(any_world(view), action).events)


def start_now(view: View) -> SeenStart:
    """Return the first event for a view without a history, as if it had just been set up."""
    return SeenStart(
        own_hand=view.own.hand,
        own_buried=view.own.buried,
        hand_sizes=view.hand_sizes,
        buried_sizes=view.buried_sizes,
        shown=view.public.shown,
        discards=view.public.discards,
        open_cards=view.public.open_cards,
        pile_size=view.pile_size,
    )


def _add(weights: Weights, known: Identified, weight: float) -> None:
    weights[known] = weights.get(known, 0.0) + weight


def _more(shown: tuple[Cards, Cards], seat: Seat, card: Island) -> tuple[Cards, Cards]:
    white, black = shown
    return (white, black + single(card)) if seat else (white + single(card), black)


def _less(shown: tuple[Cards, Cards], seat: Seat, card: Island) -> tuple[Cards, Cards]:
    white, black = shown
    return (white, black - single(card)) if seat else (white - single(card), black)


def _choices(pool: Cards, num: int) -> Iterator[tuple[Cards, int]]:
    """Yield every multiset of ``num`` cards of a pool, and the number of ways to pick it.

    >>> sorted(_choices(cards_of([Island(0), Island(0), Island(1)]), 2))
    [(2, 1), (5, 2)]
    """
    if num == 0:
        yield NO_CARDS, 1
        return
    if num == 1:
        yield from ((single(card), count(pool, card)) for card in kinds(pool))
        return
    if num == size(pool):
        yield pool, 1
        return
    first, *_ = kinds(pool)
    copies = count(pool, first)
    rest = pool - copies * single(first)
    for taken in range(max(0, num - size(rest)), min(copies, num) + 1):
        for chosen, times in _choices(rest, num - taken):
            yield chosen + taken * single(first), times * comb(copies, taken)
