"""Transcript secrecy: two games that differ in hidden cards only look the same from outside.

A game is played at random. Then another one is made in which White sees exactly the same, but
Black was dealt, drew and buried other cards wherever White could not see it. Both are played on a
real server with scripted chance, and every byte that White and a spectator receive, over HTTP and
over the WebSocket, is compared. When the games end the cards are opened, and then they differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from tests.server.harness import Client, Server, bearer, running

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
from kahuna.match import Authority, RandomChance, ScriptedChance
from kahuna.record import Ply, format_action
from kahuna.server.games.sources import Sources


class Plan(NamedTuple):
    """A game to be played: the deal, who starts, actions, and the cards that chance turns up."""

    deal: Deal
    first: Seat
    actions: tuple[tuple[Seat, Action], ...]
    plies: tuple[Ply, ...]

    @property
    def cards(self) -> list[Island]:
        drawn = ((ply.card, *ply.opened) for ply in self.plies)
        return [card for cards in drawn for card in cards if card is not None]


def random_plan(rng: Random, ruleset: Ruleset, num_turns: int) -> Plan:
    """A game in which much is hidden: Black likes to draw from the pile and to bury."""
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
        if authority.outcome is not None:  # Nothing is hidden any more: stop before it.
            actions.pop()
            plies.pop()
            break
    return Plan(start.deal, start.first, tuple(actions), tuple(plies))


class TwinChance:
    """Chance of the other game: what White sees is as before, Black's secrets are others."""

    def __init__(self, plan: Plan, rng: Random) -> None:
        self.plan = plan
        self.rng = rng
        self.kept = _kept(plan)
        self.needs = list(_needs(plan, self.kept))
        self.at = 0
        self.queue: Iterator[Island] = iter(())

    def first(self) -> Seat:
        return self.plan.first

    def deal(self, ruleset: Ruleset) -> Deal:
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

    def draw(self, pile: Cards) -> Island:
        """The next card; raises where the other game cannot go on alike."""
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


def _kept(plan: Plan) -> set[tuple[int, int]]:
    """Black's hidden cards that must stay the same because they are played in sight later."""
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
        played = (action.card,) if isinstance(action, Build) else ()
        played = action.cards if isinstance(action, Remove) else played
        for card in played:
            # White cannot tell which of two equal cards it was; the hidden one may have to stay.
            for slot, held in hidden:
                if held == card:
                    kept.add(slot)
        if isinstance(action, Bury) and known[action.card]:
            known[action.card] -= 1
    return kept


def _needs(plan: Plan, kept: set[tuple[int, int]]) -> Iterator[Counter[Island]]:
    """Before each ply: the cards that must still come from the pile in this round."""
    later: list[Counter[Island]] = [Counter()]
    for number in range(len(plan.plies) - 1, -1, -1):
        (seat, action), ply = plan.actions[number], plan.plies[number]
        need = Counter() if ply.opened else later[-1].copy()
        is_secret = seat is Seat.BLACK and isinstance(action, DrawPile)
        if ply.card is not None and (not is_secret or (number, 0) in kept):
            need[ply.card] += 1
        later.append(need)
    yield from reversed(later)


def twin_of(plan: Plan, ruleset: Ruleset, rng: Random) -> Plan | None:
    """A game that White cannot tell from the first; none if this attempt comes to a dead end."""
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
    return Plan(record.deal, plan.first, tuple(actions), tuple(plies))


def pair_of_plans(seed: int, ruleset: Ruleset) -> tuple[Plan, Plan]:
    rng = Random(seed)
    for _ in range(2000):
        plan = random_plan(rng, ruleset, rng.choice((12, 30, 45)))
        for _ in range(20):
            twin = twin_of(plan, ruleset, rng)
            if twin is not None and twin.deal.hands[1] != plan.deal.hands[1]:
                return plan, twin
    pytest.fail("no two games that look alike were found")


class Onlookers:
    """Everybody at a game, and every byte that they have received."""

    def __init__(self, server: Server, ruleset: Ruleset, plan: Plan) -> None:
        handicap_seat = ruleset.handicap_seat
        rules = {
            "edition": "custom",
            "open_hands": ruleset.open_hands,
            "no_trespass": ruleset.no_trespass,
            "discard": str(ruleset.discard),
            "handicap": ruleset.handicap,
            "handicap_seat": handicap_seat and handicap_seat.name.lower(),
        }
        self.server = server
        self.game, self.white, self.black = server.make_online(
            ruleset=rules, first=plan.first.name.lower()
        )
        self.ada: Client = server.sit(self.game, self.white)
        self.bob: Client = server.sit(self.game, self.black)
        self.eve: Client = server.sit(self.game)
        self.fetched: list[bytes] = []

    def fetch(self) -> None:
        """What can be had over HTTP by White and by anybody."""
        base = f"/api/games/{self.game}"
        for path, token in (
            (base, None), (f"{base}/record", None), (f"{base}/record", self.white),
            (f"{base}/replay", self.white), (f"{base}/record", "wrong"),
        ):  # fmt: skip
            answer = self.server.http.get(path, headers=bearer(token))
            self.fetched.append(repr((answer.status_code, answer.headers.raw)).encode())
            self.fetched.append(answer.content)
        mine = self.server.http.post("/api/my-games", json={"tokens": [self.white]})
        self.fetched.append(mine.content)

    def poke(self, number: int) -> None:
        """White and the spectator try what they may not."""
        for client in (self.ada, self.eve):
            for message in (
                {"type": "preview", "action": "<*"},
                {"type": "act", "key": f"p{number}", "version": 0, "action": "xA"},
                {"type": "undo", "key": f"q{number}", "version": 0},
                {"type": "look", "at": 1},
            ):
                client.send(message)
            client.drain()

    def seen(self) -> tuple[list[str], list[str], list[bytes]]:
        return _timeless(self.ada), _timeless(self.eve), list(self.fetched)

    def close(self) -> None:
        for client in (self.ada, self.bob, self.eve):
            client.close()


def _timeless(client: Client) -> list[str]:
    """What a client received, without presence: that comes when a second has passed."""
    return [text for text in client.received if '"type":"presence"' not in text]


def transcript(
    db_url: str, ruleset: Ruleset, plan: Plan
) -> tuple[list[tuple[list[str], list[str], list[bytes]]], list[str]]:
    """What White and a spectator saw after every step, and what Black saw."""
    numbers = iter(range(10**6))
    chance = ScriptedChance(plan.deal, plan.cards, first=plan.first)
    sources = Sources(
        chance=lambda: chance,
        now=lambda: 1_700_000_000.0,
        game_id=lambda: f"game{next(numbers)}",
        token=lambda: f"token{next(numbers)}",
    )
    with running(db_url, sources) as server:
        table = Onlookers(server, ruleset, plan)
        seen = []
        for number, (seat, action) in enumerate(plan.actions):
            client = (table.ada, table.bob)[seat]
            client.drain()
            phase = server.registry._rooms[table.game].game.view(seat).public.phase
            answer = client.act(format_action(action, phase), key=f"k{number}")
            assert answer["type"] == "changed", answer
            if seat is Seat.BLACK:
                table.poke(number)
            for onlooker in (table.ada, table.eve):
                onlooker.drain()
            if number % 7 == 0:
                table.fetch()
            seen.append(table.seen())
        table.fetch()
        seen.append(table.seen())
        black = list(table.bob.received)
        table.bob.ask("resign")
        table.ada.drain()
        table.fetch()
        seen.append(table.seen())
        table.close()
    return seen, black


RULESETS = {
    "base": Ruleset(edition="custom"),
    "variant 2": Ruleset(edition="custom", open_hands=True),
    "variant 1": Ruleset(edition="custom", no_trespass=True, handicap=2, handicap_seat=Seat.BLACK),
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", RULESETS)
def test_hidden_cards_change_no_byte(tmp_path: Path, name: str, seed: int):
    ruleset = RULESETS[name]
    plan, twin = pair_of_plans(seed, ruleset)
    one, black = transcript(f"sqlite:///{tmp_path}/one.db", ruleset, plan)
    two, other_black = transcript(f"sqlite:///{tmp_path}/two.db", ruleset, twin)
    for number, (ours, theirs) in enumerate(zip(one[:-1], two[:-1], strict=True)):
        assert ours == theirs, f"after step {number}"
    assert black != other_black  # There was something to be seen,
    assert one[-1] != two[-1]  # and it is seen when the game is over.


def test_the_compared_games_really_differ():
    """The test has power: burials and draws of Black differ, not only the deal."""
    differing = Counter[str]()
    for seed in range(6):
        plan, twin = pair_of_plans(seed, RULESETS["base"])
        for (seat, ours), (_, theirs), ply, other in zip(
            plan.actions, twin.actions, plan.plies, twin.plies, strict=True
        ):
            differing["draws"] += seat is Seat.BLACK and ply.card != other.card
            differing["burials"] += ours != theirs
    assert differing["draws"] > 0
    assert differing["burials"] > 0
