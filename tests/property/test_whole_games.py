"""Whole games by random players under random rules: what must hold after every single ply."""

from random import Random

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from kahuna.core import (
    SEATS,
    SPECTATOR,
    VIEWERS,
    Action,
    Belief,
    IllegalActionError,
    ImpossibleCardError,
    Island,
    Over,
    Private,
    Reason,
    Ruleset,
    Seat,
    SeenEvent,
    State,
    Step,
    View,
    apply,
    catalogue,
    count,
    count_stones,
    expand,
    holds,
    is_chance,
    kinds,
    legal_actions,
    mover,
    preview,
    resolve,
    seen,
    setup_of,
    size,
    start,
    state_of,
    view_of,
    why_illegal,
    world,
)
from kahuna.core.events import ControlGained, ControlLost, GameStarted, TurnStarted
from kahuna.core.knowledge import begin
from property.random_games import MOODS, random_deal, random_step, rulesets


def most_plies(ruleset: Ruleset) -> int:
    """More plies than any game can have.

    Each round takes at most all cards, so that many are drawn; between two draws at most one turn
    is declined; a card is played or buried once for each time it came to a hand; a free bridge
    takes a removal, which takes two cards.
    """
    board = ruleset.board
    draws = 3 * size(board.deck)
    turns = 2 * draws + 1 + 2
    used = 2 * board.dealt + draws
    chance = draws + 2 * board.open_places
    return ruleset.handicap + turns + used + used // 2 + chance


class WholeGames(RuleBasedStateMachine):
    """Play on by a few plies at a time, each seat in a mood of its own."""

    state: State

    @initialize(ruleset=rulesets(), first=st.sampled_from(SEATS), seed=st.integers(0, 2**32))
    def play(self, ruleset: Ruleset, first: Seat, seed: int) -> None:
        self.rng = Random(seed)
        step = start(ruleset, random_deal(ruleset.board, self.rng), first=first)
        started = step.events[0]
        assert isinstance(started, GameStarted)
        self.num_plies = self.num_turns = 0
        self.held = [0, 0]
        self.histories: dict[object, tuple[SeenEvent, ...]] = dict.fromkeys(VIEWERS, ())
        self.beliefs: dict[Seat, Belief] = {
            seat: begin(seat, ruleset, seen(started, seat)) for seat in SEATS
        }
        self.follow(step)
        check(self)

    def follow(self, step: Step) -> None:
        """Keep track of the game as the events tell it."""
        for event in step.events:
            for viewer in VIEWERS:
                self.histories[viewer] += (seen(event, viewer),)
            for seat in SEATS:
                self.beliefs[seat] = self.beliefs[seat].after(seen(event, seat))
            match event:
                case TurnStarted():
                    self.num_turns += 1
                case ControlGained(seat, island):
                    assert not self.held[seat] >> island & 1, "gained an island held already"
                    self.held[seat] |= 1 << island
                case ControlLost(seat, island):
                    assert self.held[seat] >> island & 1, "lost an island that was not held"
                    self.held[seat] ^= 1 << island
        self.state = step.state

    @precondition(lambda self: not isinstance(self.state.public.phase, Over))
    @rule(
        moods=st.tuples(*[st.sampled_from(sorted(MOODS))] * 2),
        plies=st.integers(1, 25),
        seed=st.integers(0, 2**32),
    )
    def play_on(self, moods: tuple[str, str], plies: int, seed: int) -> None:
        rng = Random(seed)
        for _ in range(plies):
            phase = self.state.public.phase
            if isinstance(phase, Over):
                note(str(phase.outcome))
                return
            step = random_step(self.state, MOODS[moods[phase.seat]], rng)
            self.num_plies += 1
            self.follow(step)
            check(self)

    @precondition(lambda self: isinstance(self.state.public.phase, Over))
    @rule(ruleset=rulesets(), first=st.sampled_from(SEATS), seed=st.integers(0, 2**32))
    def play_another(self, ruleset: Ruleset, first: Seat, seed: int) -> None:
        self.play(ruleset, first, seed)


def check(game: WholeGames) -> None:
    """Everything that is true of every position of every game."""
    check_material(game.state)
    check_control(game)
    check_legality(game)
    check_chance(game.state)
    assert game.num_plies <= most_plies(game.state.ruleset)
    assert game.state.public.turn == game.num_turns
    assert state_of(setup_of(game.state)) == game.state
    for seat in SEATS:
        check_belief(game, seat)


def check_material(state: State) -> None:
    """Cards, bridges and stones are conserved, and a line has one owner. [R1]"""
    ruleset, public, private, pile = state
    board = ruleset.board
    zones = [public.open_cards, public.discards, *public.shown, pile]
    zones += [cards for own in private for cards in own]
    for island in board.islands:
        assert sum(count(zone, Island(island)) for zone in zones) == board.copies
    assert sum(zones) == board.deck
    white, black = public.bridges
    assert not white & black
    assert (white | black) < 1 << len(board.ends)
    for seat in SEATS:
        assert public.bridges[seat].bit_count() <= ruleset.bridges
        assert size(private[seat].hand + public.shown[seat]) <= board.hand_limit
        assert count_stones(ruleset, public.bridges)[seat] <= ruleset.stones
    if not ruleset.open_hands:
        assert public.shown == (0, 0)


def check_control(game: WholeGames) -> None:
    """The events told of every island that changed hands; variant 1 keeps strangers out. [R5]"""
    board, bridges = game.state.ruleset.board, game.state.public.bridges
    for seat in SEATS:
        for island in board.islands:
            num = (bridges[seat] & board.lines_at[island]).bit_count()
            has_majority = 2 * num > board.lines_at[island].bit_count()
            assert has_majority == bool(game.held[seat] >> island & 1)
            if has_majority and game.state.ruleset.no_trespass:
                assert not bridges[seat.other] & board.lines_at[island]


def check_legality(game: WholeGames) -> None:
    """The legal list, ``why_not`` and ``apply`` tell the same story to everybody."""
    state = game.state
    actions = catalogue(state.ruleset.board)
    to_move = mover(state.public.phase)
    for viewer in VIEWERS:
        if viewer is not to_move:
            view = view_of(state, viewer)
            assert legal_actions(view) == ()
            assert all(why_illegal(view, action) for action in actions)
    if to_move is None:
        assert is_chance(state.public.phase) or isinstance(state.public.phase, Over)
        assert all(refusal_of(state, action) for action in actions)
        return
    view = view_of(state, to_move)
    legal = legal_actions(view)
    assert legal
    assert len(set(legal)) == len(legal)
    reasons = {action: why_illegal(view, action) for action in actions}
    assert set(legal) == {action for action, reason in reasons.items() if reason is None}
    for action, reason in reasons.items():
        assert refusal_of(state, action) is reason
    action = game.rng.choice(legal)
    happened = tuple(seen(event, to_move) for event in apply(state, action).events)
    assert preview(view, action) == happened


def refusal_of(state: State, action: Action) -> Reason | None:
    """Why ``apply`` refuses an action; an action that it does always changes something."""
    try:
        after = apply(state, action).state
    except IllegalActionError as error:
        return error.reason if error.action == action else None
    assert after != state
    return None


def check_chance(state: State) -> None:
    """Chance has a card to turn up when one is awaited, and only cards of the pile."""
    if is_chance(state.public.phase):
        assert state.pile
        for card in kinds(state.pile):
            assert size(resolve(state, card).state.pile) == size(state.pile) - 1
        missing = set(state.ruleset.board.islands) - set(kinds(state.pile))
    else:
        missing = set(state.ruleset.board.islands)
    for card in missing:
        with pytest.raises(ImpossibleCardError):
            resolve(state, Island(card))


def check_belief(game: WholeGames, seat: Seat) -> None:
    """A sampled world looks the same to its viewer, and the true one is never ruled out. [R15]"""
    state, belief = game.state, game.beliefs[seat]
    view = view_of(state, seat, history=game.histories[seat])
    hidden = belief.sample(game.rng)
    imagined = world(view, hidden)
    assert view_of(imagined, seat, history=game.histories[seat]) == view
    check_material(imagined)
    theirs = state.private[seat.other]
    assert any(
        holds(theirs.hand, known.held)
        and holds(theirs.buried, known.buried)
        and holds(state.pile, known.piled)
        for known in belief.weights
    )


TestWholeGames = WholeGames.TestCase
TestWholeGames.settings = settings(max_examples=20, stateful_step_count=12)


class OtherWholeGames(WholeGames):
    """Games of their own, for another core: which ones they are follows from the name."""


MANY = settings(max_examples=12, stateful_step_count=40)


@pytest.mark.slow
class TestManyWholeGames(WholeGames.TestCase):  # type: ignore[misc, name-defined]
    settings = MANY


@pytest.mark.slow
class TestManyOtherWholeGames(OtherWholeGames.TestCase):  # type: ignore[misc, name-defined]
    settings = MANY


def test_a_spectator_is_never_to_move_and_sees_only_what_is_public() -> None:
    ruleset = Ruleset()
    state = start(ruleset, random_deal(ruleset.board, Random(1)), first=Seat.BLACK).state
    view: View = view_of(state, SPECTATOR)
    assert not view.is_to_move
    assert (view.own, view.cards) == (Private(0, 0), 0)
    assert len(expand(state.pile)) == view.pile_size == 15
