"""The champion: small, quick to load, and much stronger than greedy; thinking may take its time."""

from importlib import resources
from random import Random

import numpy as np
import pytest

from kahuna.batch import from_core, start_memories
from kahuna.bots import GreedyBot, neural_search
from kahuna.bots.batch_playouts import playouts
from kahuna.bots.networks import CHAMPION, NETWORKS, WEIGHTS
from kahuna.bots.neural import champion_weights, forward_view, policy
from kahuna.bots.neural_search import HORIZON, NeuralSearchBot
from kahuna.bots.policy_bot import PolicyBot
from kahuna.bots.spec import BotSpecError, make_bot
from kahuna.core import ACTIONS, DECLINE, Ruleset, legal_actions, sample_world, view_of
from kahuna.encoding import legal_mask
from kahuna.match import Authority, RandomChance, play_out
from kahuna.record import parse_position

MOST_BYTES = 4_500_000


def views(count):
    """Some positions of a game of the champion against greedy."""
    rng = Random(4)
    authority = Authority(Ruleset(), RandomChance(rng))
    bots = (PolicyBot(Random(1)), GreedyBot(Random(2)))
    while count and (seat := authority.mover) is not None:
        view = authority.view(seat)
        if len(legal_actions(view)) > 4 and rng.random() < 0.2:
            count -= 1
            yield view
        authority.act(seat, bots[seat].decide(view))


def test_the_weights_are_in_the_package_and_small():
    assert len((resources.files("kahuna.bots") / WEIGHTS).read_bytes()) <= MOST_BYTES


@pytest.mark.parametrize("network", NETWORKS)
def test_every_network_ships_and_plays_under_its_name(network):
    assert (resources.files("kahuna.bots") / NETWORKS[network]).is_file()
    assert make_bot(network, Random(1)).name == network
    assert make_bot(f"{network}:2", Random(1)).name == f"{network}:2"
    view = next(views(1))
    assert make_bot(network, Random(1)).decide(view) in legal_actions(view)


def test_every_shipped_network_has_a_number():
    """The current champion too, so that its weights have a name that outlives it."""
    numbered = {file for name, file in NETWORKS.items() if name != CHAMPION}
    assert NETWORKS[CHAMPION] in numbered
    assert list(NETWORKS)[1:] == [f"champion-{i}" for i in range(1, len(NETWORKS))]


def test_names_that_share_a_file_share_its_weights():
    assert champion_weights("champion-2") is champion_weights()


def test_it_likes_legal_actions_only():
    for view in views(5):
        output = forward_view(champion_weights(), view)
        for temperature in (0.1, 1.0):
            probabilities = policy(output, legal_mask(view)[None], temperature)[0]
            assert probabilities.sum() == pytest.approx(1)
            likely = {ACTIONS[i] for i in np.flatnonzero(probabilities > 0)}
            assert likely <= set(legal_actions(view))


def test_less_heat_makes_the_best_more_likely():
    view = next(views(1))
    output = forward_view(champion_weights(), view)
    highs = [
        policy(output, legal_mask(view)[None], temperature).max()
        for temperature in (2.0, 1.0, 0.25)
    ]
    assert highs == sorted(highs)


def test_it_beats_greedy():
    """A few games: that it is 99.5 % and more is for the arena to say."""
    won = 0
    for number in range(6):
        authority = Authority(Ruleset(), RandomChance(Random(number)))
        champion, greedy = PolicyBot(Random(number)), GreedyBot(Random(number))
        agents = (champion, greedy) if number % 2 else (greedy, champion)
        won += agents[play_out(authority, agents).winner] is champion
    assert won >= 5


def test_thinking_gives_the_same_move_for_the_same_seed_and_does_not_peek():
    for view in views(2):
        other = view_of(sample_world(view, Random(99)), view.viewer, history=view.history)
        decided = NeuralSearchBot(Random(5), determinizations=4).decide(view)
        assert NeuralSearchBot(Random(5), determinizations=4).decide(other) == decided
        assert decided in legal_actions(view)


def tried(monkeypatch, value=lambda candidate: 0.0, **think):
    """The candidates of each pass, and its worlds; each candidate is worth the same in all of them.

    The clock stands still but for playouts, which take a thousandth of a second each.
    """
    now, passes = 0.0, []

    def play(_situation, candidates, num, _rng):
        nonlocal now
        yield
        passes.append((candidates, num))
        now += len(candidates) * num / 1000
        return [[value(candidate)] * num for candidate in candidates]

    monkeypatch.setattr(neural_search, "perf_counter", lambda: now)
    view = next(views(1))
    return NeuralSearchBot(Random(1), playouts=play, **think).decide(view), passes, now


@pytest.mark.parametrize("seconds", [1.0, 3.0, 20.0])
def test_thinking_keeps_to_its_time(monkeypatch, seconds):
    monkeypatch.setattr(neural_search, "PRIOR_WEIGHT", 0.0)
    _, passes, took = tried(monkeypatch, seconds=seconds)
    assert 0.9 * seconds < took <= seconds
    assert max(num for _, num in passes) <= neural_search.MAX_BATCH


def test_thinking_without_time_tries_everything_a_little(monkeypatch):
    _, passes, _ = tried(monkeypatch, seconds=0.001)
    assert [num for _, num in passes] == [neural_search.FIRST_BATCH]


def test_every_round_has_half_of_the_ideas_in_twice_as_many_worlds(monkeypatch):
    monkeypatch.setattr(neural_search, "PRIOR_WEIGHT", 0.0)
    _, passes, _ = tried(monkeypatch, determinizations=3)
    sizes = [len(candidates) for candidates, _ in passes]
    assert [num for _, num in passes] == [3 << number for number in range(len(passes))]
    assert sizes[1:] == [(size + 1) // 2 for size in sizes[:-1]]
    assert sizes[-1] == 2


def test_many_worlds_are_tried_in_several_passes(monkeypatch):
    monkeypatch.setattr(neural_search, "PRIOR_WEIGHT", 0.0)
    _, passes, _ = tried(monkeypatch, determinizations=100)
    assert [num for _, num in passes][:6] == [64, 36, 64, 64, 64, 8]


def test_an_idea_that_the_network_would_never_play_can_win(monkeypatch):
    view = next(views(1))
    logits = forward_view(champion_weights(), view).logits[0]
    least = min((ACTIONS.index(each) for each in legal_actions(view)), key=lambda i: logits[i])
    decided, _, _ = tried(
        monkeypatch, lambda candidate: float(candidate == least), determinizations=2
    )
    assert decided == ACTIONS[least]


def test_an_idea_that_is_clearly_behind_is_tried_no_more(monkeypatch):
    best = ACTIONS.index(legal_actions(next(views(1)))[0])
    decided, passes, _ = tried(
        monkeypatch,
        lambda candidate: float(candidate == best),
        determinizations=neural_search.PRUNE_AFTER,
    )
    assert decided == ACTIONS[best]
    assert len(passes) == 1


def test_who_goes_by_the_first_thought_tries_what_the_network_likes(monkeypatch):
    view = next(views(1))
    output = forward_view(champion_weights(), view)
    probabilities = policy(output, legal_mask(view)[None], 1.0)[0]
    least = float(np.sort(probabilities)[-2])
    _, passes, _ = tried(monkeypatch, determinizations=2, min_prior=least)
    assert [sorted(probabilities[candidates]) for candidates, _ in passes] == [
        sorted([least, probabilities.max()])
    ]
    _, passes, _ = tried(monkeypatch, determinizations=2, min_prior=1.0)
    assert not passes


@pytest.mark.parametrize(("points", "value"), [("1:0,2:0", 1.0), ("0:1,0:2", -1.0)])
def test_playouts_know_who_has_won(points, value):
    """White declines in the last turn of the game, and the points are counted. [R10.4]"""
    cards = "AABBCCDDEEFFGGHHIIJJKKLL"
    last_turn = f"AB,AD,KL/EF -/- - {cards} -/- {points} 3.60 w:1 kosmos-2015"
    states = from_core([parse_position(last_turn)] * 4)
    candidates = [ACTIONS.index(DECLINE)]
    (values,) = playouts(
        states, start_memories(states), candidates, champion_weights(), seed=1, horizon=HORIZON
    )
    assert values.tolist() == [value] * 4


@pytest.mark.parametrize(
    "spec", ["champion:", "champion:0s", "champion:0", "champion:x", "champion:-2s"]
)
def test_nonsense_about_thinking_time_is_refused(spec):
    with pytest.raises(BotSpecError, match=r"champion:2s or champion:8"):
        make_bot(spec, Random(1))


@pytest.mark.parametrize(
    ("spec", "name"), [("champion:2s", "champion:2s"), ("champion:8", "champion:8")]
)
def test_thinking_time_is_part_of_the_name(spec, name):
    assert make_bot(spec, Random(1)).name == name
