"""Bots: legal moves in every ruleset, the same move for the same seed, nothing peeked at."""

import subprocess
import sys
from random import Random

import pytest

from kahuna.bots import BOTS, LEVELS, GreedyBot, RandomBot, SearchBot
from kahuna.bots.spec import make_bot
from kahuna.core import (
    EDITIONS,
    SEATS,
    Ruleset,
    Seat,
    legal_actions,
    sample_world,
    view_of,
)
from kahuna.match import Authority, RandomChance, play_out

SLOW = {"search", *(key for key, level in LEVELS.items() if level.searches)}
QUICK = {
    **{key: make for key, make in BOTS.items() if key not in SLOW},
    "search:6": lambda rng: SearchBot(rng, simulations=6),
}
RULESETS = (
    *(edition.ruleset() for edition in EDITIONS.values()),
    Ruleset(no_trespass=True, open_hands=True, handicap=3, handicap_seat=Seat.BLACK),
    EDITIONS["italian"].ruleset(no_trespass=True, handicap=1, handicap_seat=Seat.WHITE),
)


@pytest.mark.parametrize("key", QUICK)
def test_a_bot_plays_whole_games_in_every_edition_and_variant(key):
    for number, ruleset in enumerate(RULESETS[-2:] if ":" in key else RULESETS):
        rng = Random(number)
        authority = Authority(ruleset, RandomChance(rng))
        bot, other = QUICK[key](Random(number)), RandomBot(rng)
        outcome = play_out(authority, (bot, other) if number % 2 else (other, bot))
        assert outcome == authority.outcome


@pytest.mark.parametrize("spec", ["namaka", "champion:1"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_takes_time_to_think_has_ideas_in_every_edition_and_variant(ruleset, spec):
    authority = Authority(ruleset, RandomChance(Random(4)))
    bot = make_bot(spec, Random(1))
    for _ in range(4):
        view = authority.view(authority.mover)
        action = bot.decide(view)
        assert action in legal_actions(view)
        authority.act(authority.mover, action)


def positions(count: int):
    """Views of games between careful players, with the states they come from."""
    rng = Random(7)
    authority = Authority(Ruleset(), RandomChance(rng))
    bots = (GreedyBot(Random(1)), RandomBot(Random(2)))
    while count and (seat := authority.mover) is not None:
        view = authority.view(seat)
        if len(legal_actions(view)) > 3 and rng.random() < 0.3:
            count -= 1
            yield view
        authority.act(seat, bots[seat].decide(view))


@pytest.mark.parametrize("key", QUICK)
def test_everything_hidden_may_be_swapped_and_the_move_is_the_same(key):
    for view in positions(4):
        other = view_of(sample_world(view, Random(99)), view.viewer, history=view.history)
        decided = QUICK[key](Random(5)).decide(view)
        assert QUICK[key](Random(5)).decide(other) == decided
        assert decided in legal_actions(view)


def test_a_time_is_kept():
    view = next(positions(1))
    bot = SearchBot(Random(1), seconds=0.01)
    assert bot.decide(view) in legal_actions(view)
    assert bot.name == "search:0.01s"


def test_names_say_how_long_a_bot_thinks():
    assert QUICK["search:6"](Random(1)).name == "search:6"


@pytest.mark.slow
def test_greedy_beats_random_in_more_than_97_percent_of_300_games():
    wins = 0
    for seed in range(300):
        bots = (GreedyBot(Random(seed)), RandomBot(Random(seed + 1)))
        seat = SEATS[seed % 2]
        authority = Authority(Ruleset(), RandomChance(Random(seed // 2)), first=Seat.WHITE)
        outcome = play_out(authority, bots if seat is Seat.WHITE else bots[::-1])
        wins += outcome.winner is seat
    assert wins > 291


@pytest.mark.slow
def test_a_little_search_beats_greedy():
    wins = 0
    for seed in range(8):
        search = SearchBot(Random(seed), simulations=30)
        bots = (search, GreedyBot(Random(seed)))
        seat = SEATS[seed % 2]
        authority = Authority(Ruleset(), RandomChance(Random(seed // 2)), first=Seat.WHITE)
        outcome = play_out(authority, bots if seat is Seat.WHITE else bots[::-1])
        wins += outcome.winner is seat
    assert wins >= 6


def test_bots_can_be_imported_where_there_are_no_processes_threads_or_numpy():
    missing = ("multiprocessing", "numpy", "signal", "socket", "subprocess", "threading")
    code = f"import sys; sys.modules.update(dict.fromkeys({missing})); import kahuna.bots"
    subprocess.run([sys.executable, "-c", code], check=True)
