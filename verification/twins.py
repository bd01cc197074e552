"""Pairs of games that one seat cannot tell apart.

Play a game at random. Then construct another one in which White sees exactly the same, but Black
was dealt, drew and buried other cards wherever White could not see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from kahuna.core import (
    Action,
    Build,
    Bury,
    Cards,
    Deal,
    DrawPile,
    IllegalActionError,
    ImpossibleCardError,
    Island,
    Remove,
    Ruleset,
    Seat,
    TakeOpen,
    cards_of,
    count,
    expand,
    legal_actions,
)
from kahuna.match import Authority, RandomChance
from kahuna.record import Ply


class TwinPlan(NamedTuple):
    """A game to be played: the deal, who starts, actions, and the cards that chance turns up."""

    deal: Deal
    first: Seat
    actions: tuple[tuple[Seat, Action], ...]
    plies: tuple[Ply, ...]

    @property
    def cards(self) -> list[Island]:
        """The cards that chance turns up, in order."""
        drawn = ((ply.card, *ply.opened) for ply in self.plies)
        return [card for cards in drawn for card in cards if card is not None]


def random_plan(rng: Random, ruleset: Ruleset, num_turns: int) -> TwinPlan:
    """Play a game in which much is hidden: Black likes to draw from the pile and to bury."""
    chance = RandomChance(rng)
    authority = Authority(ruleset, chance)
    start = authority.record()
    actions: list[tuple[Seat, Action]] = []
    plies: list[Ply] = []
    while (seat := authority.mover) is not None and authority.view(seat).public.turn < num_turns:
        legal = legal_actions(authority.view(seat))
        liked = [a for a in legal if isinstance(a, DrawPile | Bury)]
        wants = seat is Seat.BLACK and liked and rng.random() < 0.5
        action = rng.choice(liked if wants else legal)
        plies.append(authority.act(seat, action))
        actions.append((seat, action))
        if authority.outcome is not None:  # Stop before the hidden cards are revealed.
            actions.pop()
            plies.pop()
            break
    return TwinPlan(start.deal, start.first, tuple(actions), tuple(plies))


class TwinChance:
    """Chance for the twin game: White sees the same, but Black's secrets differ."""

    def __init__(self, plan: TwinPlan, rng: Random) -> None:
        self.plan = plan
        self.rng = rng
        self.kept = _kept(plan)
        self.needs = list(_needs(plan, self.kept))
        self.at = 0
        self.queue: Iterator[Island] = iter(())

    def first(self) -> Seat:
        """Return the starting seat."""
        return self.plan.first

    def deal(self, ruleset: Ruleset) -> Deal:
        """Return the same deal, except for Black's hidden cards."""
        white, black = self.plan.deal.hands
        free = Counter(expand(ruleset.board.deck))
        free.subtract(expand(white))
        free.subtract(expand(self.plan.deal.open_cards))
        free.subtract(self.needs[0])
        kept = [card for index, card in enumerate(expand(black)) if (-1, index) in self.kept]
        free.subtract(kept)
        others = list((+free).elements())
        hand = kept + self.rng.sample(others, 3 - len(kept))
        return Deal((white, cards_of(hand)), self.plan.deal.open_cards)

    def draw(self, pile: Cards, number: int = 0) -> Island:
        """Return the next card; raise where the twin game cannot stay alike."""
        seat, action = self.plan.actions[self.at]
        ply = self.plan.plies[self.at]
        is_free = seat is Seat.BLACK and isinstance(action, DrawPile) and (self.at, 0) not in (
            self.kept
        )  # fmt: skip
        card = next(self.queue, None)
        if card is None:
            self.queue = iter(ply.opened)
            card = ply.card if ply.card is not None else next(self.queue)
            if is_free:
                needed = self.needs[self.at + 1]
                choices = [c for c in set(expand(pile)) if count(pile, c) > needed[c]]
                if not choices:
                    raise ImpossibleCardError(card, "nothing else is left")
                return self.rng.choice(choices)
        if not count(pile, card):
            raise ImpossibleCardError(card, "Black has it in the other game")
        return card


def _kept(plan: TwinPlan) -> set[tuple[int, int]]:
    """Return Black's hidden cards that must stay because they are played openly later."""
    hidden = [((-1, i), card) for i, card in enumerate(expand(plan.deal.hands[1]))]
    known: Counter[Island] = Counter()
    kept = set()
    for number, ((seat, action), ply) in enumerate(zip(plan.actions, plan.plies, strict=True)):
        if seat is Seat.WHITE:
            continue
        if isinstance(action, DrawPile) and ply.card is not None:
            hidden.append(((number, 0), ply.card))
        if isinstance(action, TakeOpen):
            known[action.card] += 1
        played: tuple[Island, ...] = ()
        if isinstance(action, Build):
            played = (action.card,)
        elif isinstance(action, Remove):
            played = action.cards
        for card in played:
            # White cannot tell which of two equal cards it was; the hidden one may have to stay.
            for slot, held in hidden:
                if held == card:
                    kept.add(slot)
        if isinstance(action, Bury) and known[action.card]:
            known[action.card] -= 1
    return kept


def _needs(plan: TwinPlan, kept: set[tuple[int, int]]) -> Iterator[Counter[Island]]:
    """Yield for each ply the cards that must still come from the pile in this round."""
    later: list[Counter[Island]] = [Counter()]
    for number in range(len(plan.plies) - 1, -1, -1):
        (seat, action), ply = plan.actions[number], plan.plies[number]
        need = Counter() if ply.opened else later[-1].copy()
        is_secret = seat is Seat.BLACK and isinstance(action, DrawPile)
        if ply.card is not None and (not is_secret or (number, 0) in kept):
            need[ply.card] += 1
        later.append(need)
    yield from reversed(later)


def twin_of(plan: TwinPlan, ruleset: Ruleset, rng: Random) -> TwinPlan | None:
    """Return a game that White cannot tell from the first, or ``None`` at a dead end."""
    chance = TwinChance(plan, rng)
    authority = Authority(ruleset, chance, first=plan.first)
    record = authority.record()
    actions: list[tuple[Seat, Action]] = []
    plies: list[Ply] = []
    try:
        for number, (seat, action) in enumerate(plan.actions):
            chance.at = number
            view = authority.view(seat)
            shown = view.public.shown[seat]
            if seat is Seat.BLACK and isinstance(action, Bury) and not count(shown, action.card):
                hidden = [c for c in expand(view.own.hand) if not count(shown, c)]
                action = Bury(rng.choice(hidden)) if hidden else action
            plies.append(authority.act(seat, action))
            actions.append((seat, action))
    except (IllegalActionError, ImpossibleCardError):
        return None
    return TwinPlan(record.deal, plan.first, tuple(actions), tuple(plies))


def pair_of_plans(seed: int, ruleset: Ruleset) -> tuple[TwinPlan, TwinPlan]:
    """Return two games that differ in Black's hidden cards and look the same to White."""
    rng = Random(seed)
    for _ in range(2000):
        plan = random_plan(rng, ruleset, rng.choice((12, 30, 45)))
        for _ in range(20):
            twin = twin_of(plan, ruleset, rng)
            if twin is not None and twin.deal.hands[1] != plan.deal.hands[1]:
                return plan, twin
    raise LookupError("no twin games were found")
