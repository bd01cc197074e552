"""A seat's belief is exact: compared with every way in which labelled cards can have gone. [R15]

The model is that of :mod:`kahuna.core.knowledge`. Here it is carried out card by card, with
fractions: each of the cards is a thing of its own, and a world says where each of them lies.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import comb, sqrt
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kahuna.core import (
    ARCHIPELAGO,
    NO_CARDS,
    SEATS,
    SPECTATOR,
    Belief,
    Board,
    Hidden,
    Island,
    Over,
    Ruleset,
    Seat,
    SeenEvent,
    UnknownWorldError,
    advance,
    apply,
    believe,
    cards_of,
    custom,
    expand,
    knowledge,
    legal_actions,
    mover,
    preview,
    random_draw,
    sample_world,
    seen,
    single,
    size,
    start,
    view_of,
    world,
)
from kahuna.core.board import LETTERS
from kahuna.core.events import (
    CardBuried,
    CardDrawn,
    CardsPlayed,
    HiddenCardBuried,
    HiddenCardDrawn,
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    SeenStart,
    TurnStarted,
)
from kahuna.core.knowledge import Identified, _choices, begin
from property.random_games import KITE, MOODS, TRIANGLE, random_deal, random_step

WHITE, BLACK = SEATS
Places: TypeAlias = str
"""Where each card of the deck lies, one letter a card.

``o`` own hand, ``w`` and ``b`` open in front of White and Black, ``t`` the table (open cards and
known discards), ``h`` the opponent's hand, ``i`` there too, but identified, ``x`` the opponent's
hidden discards, ``p`` the pile.
"""
Worlds: TypeAlias = dict[Places, Fraction]


class Enumeration:
    """All worlds with their weights, for one viewer."""

    def __init__(self, ruleset: Ruleset, viewer: Seat, begun: SeenStart) -> None:
        self.ruleset, self.viewer = ruleset, viewer
        self.deck = expand(ruleset.board.deck)
        other = viewer.other
        zones = {
            "o": begun.own_hand,
            "w": begun.shown[0],
            "b": begun.shown[1],
            "t": begun.open_cards + begun.discards + begun.own_buried,
        }
        located = [(card, place) for place, cards in zones.items() for card in expand(cards)]
        hidden = "h" * begun.hand_sizes[other] + "x" * begun.buried_sizes[other]
        hidden += "p" * begun.pile_size
        # Two cards of an island look alike: which of them is which may be settled at will.
        places = ["?"] * len(self.deck)
        for card, place in located:
            places[next(i for i, c in enumerate(self.deck) if c == card and places[i] == "?")] = (
                place
            )
        self.worlds: Worlds = {
            fill(places, order): Fraction(1) for order in arrangements(Counter(hidden))
        }

    def follow(self, event: SeenEvent) -> None:
        match event:
            case CardsPlayed(seat, cards):
                for card in cards:
                    self.move(lambda places, card=card: self.plays(places, seat, card))
            case CardBuried(seat, card, was_shown):
                place = "wb"[seat] if was_shown else "o"
                self.move(lambda places: self.first(places, card, place, "t"))
            case HiddenCardBuried():
                self.move(self.buries)
            case OpenCardTaken(seat, card):
                to = "o" if seat is self.viewer else "i"
                to = "wb"[seat] if self.ruleset.open_hands else to
                self.move(lambda places: self.first(places, card, "t", to))
            case OpenCardTurned(card):
                self.move(lambda places: self.draws(places, "t", card))
            case CardDrawn(_, card):
                self.move(lambda places: self.draws(places, "o", card))
            case HiddenCardDrawn():
                self.move(lambda places: self.draws(places, "h"))
            case PileRenewed():
                shuffled = str.maketrans("txh", "ppi")
                self.move(lambda places: iter([(places.translate(shuffled), Fraction(1))]))

    def move(self, ways: Callable[[Places], Iterator[tuple[Places, Fraction]]]) -> None:
        worlds: Worlds = {}
        for places, weight in self.worlds.items():
            for after, chance in ways(places):
                worlds[after] = worlds.get(after, Fraction(0)) + weight * chance
        self.worlds = worlds

    def at(self, places: Places, zone: str, card: Island | None = None) -> list[int]:
        """The numbers of the cards in a zone, of one island or of all."""
        return [
            i
            for i, place in enumerate(places)
            if place in zone and (card is None or self.deck[i] == card)
        ]

    def first(
        self, places: Places, card: Island, zone: str, to: str
    ) -> Iterator[tuple[Places, Fraction]]:
        """A card that everybody can see moves: any of those that look alike."""
        for i in self.at(places, zone, card)[:1]:
            yield put(places, i, to), Fraction(1)

    def plays(self, places: Places, seat: Seat, card: Island) -> Iterator[tuple[Places, Fraction]]:
        """Open cards first, then identified ones; else any hidden one of that island."""
        for zone in ("wb"[seat], "o" if seat is self.viewer else "i"):
            if self.at(places, zone, card):
                yield from self.first(places, card, zone, "t")
                return
        if seat is not self.viewer:
            for i in self.at(places, "h", card):
                yield put(places, i, "t"), Fraction(1)

    def buries(self, places: Places) -> Iterator[tuple[Places, Fraction]]:
        """Any hidden card of the opponent, all alike. One that also lies open goes openly."""
        hidden = self.at(places, "hi")
        for i in hidden:
            if not self.at(places, "wb"[self.viewer.other], self.deck[i]):
                yield put(places, i, "x"), Fraction(1, len(hidden))

    def draws(
        self, places: Places, to: str, card: Island | None = None
    ) -> Iterator[tuple[Places, Fraction]]:
        pile = self.at(places, "p")
        for i in self.at(places, "p", card):
            yield put(places, i, to), Fraction(1, len(pile))

    def posterior(self) -> dict[Hidden, Fraction]:
        """How likely each way is in which the hidden cards may lie."""
        total = sum(self.worlds.values())
        found: dict[Hidden, Fraction] = {}
        for places, weight in self.worlds.items():
            hidden = Hidden(
                *(
                    cards_of(self.deck[i] for i in self.at(places, zone))
                    for zone in ("hi", "x", "p")
                )
            )
            found[hidden] = found.get(hidden, Fraction(0)) + weight / total
        return found


def put(places: Places, number: int, to: str) -> Places:
    return places[:number] + to + places[number + 1 :]


def fill(places: list[str], order: str) -> Places:
    hidden = iter(order)
    return "".join(next(hidden) if place == "?" else place for place in places)


def arrangements(letters: Counter[str]) -> Iterator[str]:
    """All different orders of some letters."""
    if not letters.total():
        yield ""
    for letter in sorted(letters):
        if letters[letter]:
            for rest in arrangements(letters - Counter(letter)):
                yield letter + rest


def believed(belief: Belief) -> dict[Hidden, float]:
    """How likely a belief takes each way in which the hidden cards may lie."""
    total = sum(belief.weights.values())
    found: dict[Hidden, float] = {}
    for known, weight in belief.weights.items():
        pool = belief._pool(known)
        in_hand = belief.hand_size - size(known.held)
        in_discards = belief.buried_size - size(known.buried)
        ways = comb(size(pool), in_hand) * comb(size(pool) - in_hand, in_discards)
        for hand, times in _choices(pool, in_hand):
            for buried, more_times in _choices(pool - hand, in_discards):
                pile = known.piled + pool - hand - buried
                hidden = Hidden(known.held + hand, known.buried + buried, pile)
                share = weight * times * more_times / ways / total
                found[hidden] = found.get(hidden, 0.0) + share
    return found


def check_same(belief: Belief, worlds: Enumeration) -> None:
    exact, found = worlds.posterior(), believed(belief)
    assert found.keys() == exact.keys()
    assert found == pytest.approx({hidden: float(share) for hidden, share in exact.items()}, 1e-12)


def card(letter: str) -> Island:
    return Island(LETTERS.index(letter))


def cards(letters: str) -> int:
    return cards_of(card(letter) for letter in letters)


def event(token: str) -> SeenEvent:
    """An event as White sees it, from a short word."""
    seat = BLACK if token[0] == "b" else WHITE
    sign, letters = token[1:2], [card(letter) for letter in token[2:]]
    match token[0], sign:
        case "=", _:
            return OpenCardTurned(card(sign))
        case "%", _:
            return PileRenewed(int(token[1:]))
        case _, "<":
            return OpenCardTaken(seat, letters[0])
        case _, "+":
            return CardsPlayed(seat, tuple(letters))
        case _, "*":
            return CardDrawn(seat, letters[0]) if letters else HiddenCardDrawn(seat)
        case "b", "x":
            return CardBuried(seat, letters[0], True) if letters else HiddenCardBuried(seat)
        case _, "x":
            return CardBuried(seat, letters[0], was_shown=False)
    raise ValueError(token)


KITE_START = SeenStart(cards("AB"), 0, (2, 2), (0, 0), (0, 0), 0, cards("C"), 3)
"""White holds A and B, C lies open; Black has two hidden cards, the pile three."""

FIVE = Board(tuple("ABCDE"), ((Island(0), Island(1)),), dealt=2, open_places=1, hand_limit=4)
FIVE_START = SeenStart(cards("AB"), 0, (2, 2), (0, 0), (0, 0), 0, cards("C"), 5)

STORIES = {
    "the deal alone": "",
    "a draw by each": "w*D b*",
    "an open card that excludes some": "b* =D w<D =D",
    "a hidden discard": "bx",
    "taken openly, then a hidden discard": "b<C =D bx",
    "taken openly, a hidden discard, then that card is played": "b<C =D bx b+C",
    "that card is played, and the other one of its island too": "b<C =D bx b+C b+C",
    "two hidden discards of three": "b<C =D bx bx",
    "a pair is played, one of it seen": "b<C =D b+CC",
    "a pair is played, none of it seen": "b+DD",
    "one of each is played": "b+CD",
    "own cards are played and buried": "w+A wxB w*D",
    "seen and drawn": "b<C =D w<D =A b* bx bx",
}

ROUND = "w+A w<D =A b<A =B bx bx wxB w<B"
"""A whole round from :data:`KITE_START`: Black took C and A openly, and discarded two cards."""

ROUNDS = {
    "a renewed pile": f"b<C =D {ROUND} %4",
    "cards of a renewed pile": f"b<C =D {ROUND} %4 =A w*B b*",
    "a play after the renewal": f"b<C =D {ROUND} %4 =A b+C",
    "a discard after the renewal": f"b<C =D {ROUND} %4 =A b<A =C bx b* bx",
    "a pair after the renewal": f"b<C =D {ROUND} %4 =A b<A =B b+CC",
    "drawn after the renewal, then played": f"b<C =D {ROUND} %4 =A b* bx b+A",
    "a second renewal": f"b<C =D {ROUND} %4 =A b<A =B bx wxD w*A b<B =C bx w<C %3 =D b* bx b+B",
}

OPEN_HANDS = {
    "an open card in front": "b<C =D w<D =A",
    "it is played": "b<C =D b+C bx",
    "it is discarded": "b<C =D bxC bx",
    "the hidden one of the same island is played after it": "b<C =D b+CC",
}


def tell(story: str, begun: SeenStart, ruleset: Ruleset) -> Belief:
    """Follow a story with belief and enumeration, and compare them at every step."""
    belief, worlds = begin(WHITE, ruleset, begun), Enumeration(ruleset, WHITE, begun)
    check_same(belief, worlds)
    for token in story.split():
        belief = belief.after(event(token))
        worlds.follow(event(token))
        check_same(belief, worlds)
    return belief


def shares(belief: Belief) -> dict[tuple[int, int], float]:
    """The hypotheses with their probabilities."""
    total = sum(belief.weights.values())
    return {known: weight / total for known, weight in belief.weights.items()}


ON_KITE = custom(Ruleset(), board=KITE)


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
@pytest.mark.parametrize(("begun", "board"), [(KITE_START, KITE), (FIVE_START, FIVE)])
def test_short_stories(story, begun, board):
    tell(story, begun, custom(Ruleset(), board=board))


@pytest.mark.parametrize("story", ROUNDS.values(), ids=ROUNDS)
def test_stories_of_more_than_a_round(story):
    tell(story, KITE_START, ON_KITE)


@pytest.mark.parametrize(("begun", "board"), [(KITE_START, KITE), (FIVE_START, FIVE)])
def test_a_hidden_discard_is_of_no_island_that_lies_open_before_the_player(begun, board):
    tell("b<C =D bx", begun, custom(Ruleset(), board=board, open_hands=True))


@pytest.mark.parametrize("story", OPEN_HANDS.values(), ids=OPEN_HANDS)
@pytest.mark.parametrize(("begun", "board"), [(KITE_START, KITE), (FIVE_START, FIVE)])
def test_stories_with_open_hands(story, begun, board):
    tell(story, begun, custom(Ruleset(), board=board, open_hands=True))


def test_a_position_set_up_with_discards():
    begun = SeenStart(cards("A"), cards("B"), (1, 2), (1, 1), (0, 0), cards("C"), cards("D"), 1)
    tell("bx b<D =C b+A", begun, ON_KITE)


def test_a_card_taken_openly_is_the_one_discarded_once_in_three():
    belief = tell("b<C =D bx", KITE_START, ON_KITE)
    assert shares(belief) == pytest.approx({(cards("C"), 0, 0): 2 / 3, (0, cards("C"), 0): 1 / 3})


def test_when_it_is_played_it_was_hardly_the_one_discarded():
    """2/3 for the card itself; 1/3 times the chance of 1/2 to have the other one as well."""
    belief = tell("b<C =D bx b+C", KITE_START, ON_KITE)
    assert shares(belief) == pytest.approx({(0, 0, 0): 4 / 5, (0, cards("C"), 0): 1 / 5})


def tell_game(ruleset: Ruleset, viewer: Seat, seed: int, mood: str) -> None:
    """Compare belief and enumeration along a whole random game."""
    rng = Random(seed)
    step = start(ruleset, random_deal(ruleset.board, rng), first=rng.choice(SEATS))
    begun = seen(step.events[0], viewer)
    assert isinstance(begun, SeenStart)
    belief, worlds = begin(viewer, ruleset, begun), Enumeration(ruleset, viewer, begun)
    while not isinstance(step.state.public.phase, Over):
        step = random_step(step.state, MOODS[mood], rng)
        for happened in step.events:
            belief = belief.after(seen(happened, viewer))
            worlds.follow(seen(happened, viewer))
        check_same(belief, worlds)


@settings(max_examples=60)
@given(
    board=st.sampled_from([TRIANGLE, KITE]),
    viewer=st.sampled_from(SEATS),
    seed=st.integers(0, 2**32),
    mood=st.sampled_from(["burier", "hoarder", "taker", "decliner", "idler", "even"]),
)
def test_whole_games(board, viewer, seed, mood):
    tell_game(custom(Ruleset(), board=board), viewer, seed, mood)


def test_whole_games_with_open_hands():
    for seed in range(60):
        board = KITE if seed % 3 else TRIANGLE
        ruleset = custom(Ruleset(), board=board, open_hands=True)
        tell_game(ruleset, SEATS[seed // 2 % 2], seed, "burier" if seed % 2 else "even")


HANDS_OF_FIVE = 3432
KEEPS_FIVE_CARDS = "=A =B =C " + "bx b* " * 4 + "bx b<A =D bx b<B =E bx b<C =F " + "bx b* " * 3
"""White always declines; Black discards, draws or takes an open card, and so keeps five cards."""


def test_there_are_never_more_hypotheses_than_hands_of_five_cards():
    begun = SeenStart(0, 0, (0, 5), (0, 0), (0, 0), 0, 0, 19)
    belief = begin(WHITE, Ruleset(), begun).after(PileRenewed(19))
    sizes = [len(belief.weights)]
    for token in KEEPS_FIVE_CARDS.split():
        belief = belief.after(event(token))
        sizes.append(len(belief.weights))
    assert knowledge.MAX_HYPOTHESES == HANDS_OF_FIVE == sizes[0]
    assert max(sizes) <= HANDS_OF_FIVE


def hands(worlds: dict[Hidden, float]) -> dict[int, float]:
    """How likely each hand of the opponent is."""
    found: dict[int, float] = {}
    for hidden, share in worlds.items():
        found[hidden.hand] = found.get(hidden.hand, 0.0) + float(share)
    return found


@pytest.mark.parametrize("is_open", [False, True])
def test_a_reduced_belief_keeps_each_hand_and_all_that_is_possible(monkeypatch, is_open):
    monkeypatch.setattr(knowledge, "MAX_HYPOTHESES", 1)
    ruleset = custom(Ruleset(), board=KITE, open_hands=is_open)
    num_reduced = 0
    for seed in range(40):
        rng, viewer = Random(seed), SEATS[seed % 2]
        step = start(ruleset, random_deal(KITE, rng), first=rng.choice(SEATS))
        begun = seen(step.events[0], viewer)
        belief, worlds = begin(viewer, ruleset, begun), Enumeration(ruleset, viewer, begun)
        is_reduced = False
        while not isinstance(step.state.public.phase, Over):
            step = random_step(step.state, MOODS["burier"], rng)
            for happened in [seen(happened, viewer) for happened in step.events]:
                before, belief = belief, belief.after(happened)
                worlds.follow(happened)
                exact, found = worlds.posterior(), believed(belief)
                assert found.keys() >= exact.keys()
                was_reduced, is_reduced = is_reduced, is_reduced or found.keys() != exact.keys()
                if is_reduced and not was_reduced and isinstance(happened, HiddenCardBuried):
                    assert hands(found) == pytest.approx(hands(exact)), before
                    num_reduced += 1
    assert num_reduced


def test_a_hidden_draw_from_a_pile_of_identified_cards_is_one_of_them():
    """Nothing else can have been drawn. [R15.3]"""
    deal = random_deal(ARCHIPELAGO, Random(1))
    view = view_of(start(Ruleset(), deal, first=Seat.WHITE).state, Seat.WHITE)
    a, b = Island(0), Island(1)
    belief = replace(
        believe(view), pile_size=2, weights={Identified(NO_CARDS, NO_CARDS, cards_of([a, b])): 1.0}
    )
    assert belief.after(HiddenCardDrawn(Seat.BLACK)).weights == {
        Identified(single(a), NO_CARDS, single(b)): 0.5,
        Identified(single(b), NO_CARDS, single(a)): 0.5,
    }


def test_samples_follow_the_probabilities():
    belief = tell("b<C =D bx b* bx", KITE_START, ON_KITE)
    num, rng = 20_000, Random(2015)
    found = Counter(belief.sample(rng) for _ in range(num))
    wanted = {hidden: num * share for hidden, share in believed(belief).items()}
    assert found.keys() <= wanted.keys()
    chi_square = sum((found[hidden] - want) ** 2 / want for hidden, want in wanted.items())
    freedom = len(wanted) - 1
    assert abs(chi_square - freedom) < 4 * sqrt(2 * freedom)


def test_a_world_sampled_from_a_view_fits_it():
    step = start(Ruleset(), random_deal(ARCHIPELAGO, Random(5)), first=WHITE)
    for history in ((), tuple(seen(happened, WHITE) for happened in step.events)):
        view = view_of(step.state, WHITE, history=history)
        imagined = sample_world(view, Random(8))
        assert imagined != step.state
        assert view_of(imagined, WHITE, history=history) == view
        assert world(view, Hidden(imagined.private[1].hand, 0, imagined.pile)) == imagined


def test_a_sampled_world_is_the_viewers_own_for_black_too():
    step = start(Ruleset(), random_deal(ARCHIPELAGO, Random(5)), first=WHITE)
    view = view_of(step.state, BLACK)
    assert sample_world(view, Random(1)).private[1] == step.state.private[1]


@pytest.mark.parametrize("viewer", SEATS)
def test_a_preview_shows_the_effects_without_the_cards_that_are_hidden(viewer):
    step = start(Ruleset(), random_deal(ARCHIPELAGO, Random(5)), first=viewer)
    view = view_of(step.state, viewer)
    for action in legal_actions(view):
        happened = apply(step.state, action).events
        assert preview(view, action) == tuple(seen(event, viewer) for event in happened)


def test_a_spectator_cannot_sample_worlds():
    step = start(Ruleset(), random_deal(ARCHIPELAGO, Random(5)), first=WHITE)
    with pytest.raises(UnknownWorldError, match="spectator"):
        believe(view_of(step.state, SPECTATOR))


def test_a_history_begins_with_the_start():
    step = start(Ruleset(), random_deal(ARCHIPELAGO, Random(5)), first=WHITE)
    with pytest.raises(UnknownWorldError, match="must begin"):
        believe(view_of(step.state, WHITE, history=(TurnStarted(WHITE),)))


def test_a_start_in_the_middle_begins_anew():
    belief = begin(WHITE, ON_KITE, KITE_START)
    assert belief.after(event("w*D")).after(KITE_START) == belief


@pytest.mark.parametrize("story", ["=D =D =D", "b+A b+A", "w*D w*D b+D", "b<C b+CC b+C"])
def test_what_cannot_have_happened_is_refused(story):
    belief = begin(WHITE, ON_KITE, KITE_START)
    *before, last = [event(token) for token in story.split()]
    belief = reduce(Belief.after, before, belief)
    with pytest.raises(UnknownWorldError, match="no world fits"):
        belief.after(last)


@pytest.mark.parametrize("seed", range(4))
def test_the_chances_to_hold_and_to_draw_a_card_are_those_of_the_worlds(seed):
    rng = Random(seed)
    ruleset = Ruleset(open_hands=seed == 3)
    state, events = start(ruleset, random_deal(ruleset.board, rng), first=Seat.WHITE)
    history = [seen(event, Seat.WHITE) for event in events]
    for _ in range(12):
        step = advance(
            state,
            rng.choice(legal_actions(view_of(state, mover(state.public.phase)))),
            random_draw(rng),
        )
        state = step.state
        history += [seen(event, Seat.WHITE) for event in step.events]
    view = view_of(state, Seat.WHITE, history=tuple(history))
    belief = believe(view)
    worlds = [world(view, belief.sample(rng)) for _ in range(2000)]
    shown = state.public.shown[Seat.BLACK]
    for islands in ((0,), (1, 2), (3, 4, 5, 6), (), tuple(range(12))):
        chance = belief.chance_to_hold([Island(i) for i in islands])
        hits = [
            any(i in islands for i in expand(w.private[Seat.BLACK].hand + shown)) for w in worlds
        ]
        assert abs(chance - sum(hits) / len(hits)) < 0.05
        chance = belief.chance_to_draw([Island(i) for i in islands])
        drawn = [i in islands for w in worlds for i in expand(w.pile)]
        assert abs(chance - sum(drawn) / len(drawn)) < 0.02
