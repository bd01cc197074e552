"""Numbers that come out: computed from the board and the cards, and compared to RULES.md."""

from collections import Counter
from functools import cache
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

import pytest

from kahuna.core import (
    DECLINE,
    SEATS,
    Bury,
    DrawPile,
    Outcome,
    Over,
    Seat,
    TakeOpen,
    Termination,
    apply,
    is_chance,
    resolve,
    size,
)

from .positions import (
    BOARD,
    chapter,
    dealt,
    is_legal,
    legal,
    outcome,
    random_game,
    some_random_games,
    tables,
)

FEWEST_TABLE, DRAWS_TABLE = tables(chapter("Numbers that come out"))


# The fewest bridges with which a seat controls so many islands.


@cache
def fewest_bridges():
    """For each number of islands the smallest set of lines that controls as many.

    The lines are looked at one by one. All that matters of those already decided is how many
    bridges lie at each island, up to its majority, and how many islands are held among those whose
    lines have all been decided; of equal sets the smallest goes on.
    """
    last_line = [mask.bit_length() - 1 for mask in BOARD.lines_at]
    best = {(0, (0,) * len(BOARD.names)): (0, 0)}
    for number, ends in enumerate(BOARD.ends):
        grown = {}
        for (num_held, counts), (num_bridges, mask) in best.items():
            for bridge in (0, 1):
                now = list(counts)
                held = num_held
                for end in ends:
                    now[end] = min(now[end] + bridge, BOARD.majority[end])
                    if last_line[end] == number:
                        held += now[end] == BOARD.majority[end]
                        now[end] = 0
                value = num_bridges + bridge, mask | bridge << number
                key = held, tuple(now)
                grown[key] = min(grown.get(key, value), value)
        best = grown
    return {num_held: value for (num_held, _), value in best.items()}


@pytest.mark.parametrize("num_islands", range(1, 13))
def test_fewest_bridges_that_control_so_many_islands(num_islands):
    num_bridges, mask = fewest_bridges()[num_islands]
    assert mask.bit_count() == num_bridges
    assert BOARD.held(mask).bit_count() == num_islands
    assert num_bridges == int(FEWEST_TABLE[0][str(num_islands)])


def test_more_islands_never_take_fewer_bridges():
    """So the fewest for exactly k islands are the fewest for k or more."""
    fewest = [fewest_bridges()[num][0] for num in range(13)]
    assert fewest == sorted(fewest)


# How many cards are drawn in a round.
#
# A round lasts until every card that is not in a hand when it begins has been taken: 24 less the
# two hands. In round 1 that is 24 - 6. Later there are at most five and five cards in hand, and at
# least one: the card that ended the round before has just been taken and cannot have been played
# since. So it is 14 to 23, and not 24.


def draws_by_round(steps):
    """How many cards were drawn in each round."""
    return Counter(
        state.public.round for state, move, _ in steps if isinstance(move, TakeOpen | DrawPile)
    )


def game(choose):
    """Every step of a game in which one function chooses for both; the first card comes."""
    state = dealt().state
    for _ in range(1000):
        if isinstance(state.public.phase, Over):
            return
        if is_chance(state.public.phase):
            move = min(card for card in BOARD.islands if state.pile >> 2 * card & 3)
            step = resolve(state, move)
        else:
            move = choose(state)
            step = apply(state, move)
        yield state, move, step
        state = step.state
    raise AssertionError("the game does not end")


def first_of(state, *types):
    """The first legal action of the first of these types that has one."""
    actions = legal(state)
    return next(action for kind in types for action in actions if isinstance(action, kind))


def hold_on_to_everything(state):
    """Draw up to five cards, and from then on bury one and draw one."""
    if state.public.phase.last_turns:
        return DECLINE
    return first_of(state, DrawPile, TakeOpen, Bury)


def throw_everything_away(state):
    """Bury the whole hand each turn, draw, and leave the last card to the other player."""
    phase = state.public.phase
    if state.private[phase.seat].hand:
        return first_of(state, Bury)
    num_left = size(state.pile) + size(state.public.open_cards)
    if num_left <= 1 and is_legal(state, DECLINE):
        return DECLINE
    return first_of(state, DrawPile, TakeOpen)


@pytest.mark.parametrize(
    ("choose", "draws"), [(hold_on_to_everything, 14), (throw_everything_away, 23)]
)
def test_both_bounds_of_the_draws_are_reached(choose, draws):
    assert draws_by_round(game(choose)) == {1: 18, 2: draws, 3: draws}


def test_draws_are_the_cards_that_are_not_in_hand_when_the_round_begins():
    num_rounds = 0
    for seed in range(20):
        steps = list(random_game(seed))
        if outcome(steps[-1][2].state).termination is Termination.WIPEOUT:
            continue
        draws = draws_by_round(steps)
        for number in (1, 2, 3):
            begin = next(state for state, _, _ in steps if state.public.round == number)
            in_hand = sum(size(private.hand) for private in begin.private)
            assert draws[number] == 24 - in_hand
            assert 14 <= draws[number] <= 23
            num_rounds += 1
        assert draws[1] == 18
    assert num_rounds > 50


def test_whoever_took_the_last_card_of_a_round_holds_it():
    hands = [
        size(step.state.private[state.public.phase.seat].hand)
        for state, _, step in some_random_games()
        if step.state.public.round > state.public.round
    ]
    assert hands
    assert min(hands) >= 1


def test_draws_are_those_of_the_table():
    table = {row["round"]: row["draws"] for row in DRAWS_TABLE}
    assert table == {"1": "18", "2 and 3": "14 to 23", "last turns": "0"}


# Uniformly random play: every legal action is as likely as the others. What is expected comes from
# 20,000 games of another program; what is measured may be off by four standard errors.

NUM_GAMES, NUM_REFERENCE = 3000, 20_000


class Result(NamedTuple):
    """How a random game went."""

    first: Seat
    num_actions: int
    outcome: Outcome


def random_result(seed):
    first = SEATS[seed % 2]
    steps = list(random_game(seed, first=first))
    num_actions = sum(not is_chance(state.public.phase) for state, _, _ in steps)
    return Result(first, num_actions, outcome(steps[-1][2].state))


def assert_share(happened, expected):
    """A share of games is within four standard errors, its own and the expectation's."""
    error = sqrt(expected * (1 - expected) * (1 / len(happened) + 1 / NUM_REFERENCE))
    assert abs(mean(happened) - expected) < 4 * error


@pytest.mark.slow
def test_random_games_give_the_numbers_of_the_rules():
    """One test, so that the games are played once and not by every worker."""
    results = [random_result(seed) for seed in range(NUM_GAMES)]
    numbers = [result.num_actions for result in results]
    error = stdev(numbers) * sqrt(1 / NUM_GAMES + 1 / NUM_REFERENCE)
    assert error < 0.5
    assert abs(mean(numbers) - 137.7) < 4 * error
    assert_share([result.outcome.winner is result.first for result in results], 0.531)
    for seat in SEATS:
        wins = [result.outcome.winner is seat for result in results if result.first is seat]
        assert_share(wins, 0.531)
    for termination, share in ((Termination.WIPEOUT, 0.0065), (Termination.DRAW, 0.0006)):
        assert_share([result.outcome.termination is termination for result in results], share)
