"""The champion: small, quick to load, and much stronger than greedy; thinking may take its time."""

from importlib import resources
from random import Random

import numpy as np
import pytest

from kahuna.batch import from_core
from kahuna.bots import GreedyBot, thinking
from kahuna.bots.network import judge
from kahuna.bots.neural import WEIGHTS, NeuralBot, champion_weights, policy
from kahuna.bots.spec import BotSpecError, make_bot
from kahuna.bots.thinking import ThinkingBot, playouts
from kahuna.core import ACTIONS, DECLINE, Ruleset, legal_actions, sample_world, view_of
from kahuna.encoding import encode_view, legal_mask
from kahuna.match import Authority, RandomChance, play_out
from kahuna.record import parse_position

MOST_BYTES = 4_000_000


def views(count):
    """Some positions of a game of the champion against greedy."""
    rng = Random(4)
    authority = Authority(Ruleset(), RandomChance(rng))
    bots = (NeuralBot(Random(1)), GreedyBot(Random(2)))
    while count and (seat := authority.mover) is not None:
        view = authority.view(seat)
        if len(legal_actions(view)) > 4 and rng.random() < 0.2:
            count -= 1
            yield view
        authority.act(seat, bots[seat].decide(view), version=authority.version)


def test_the_weights_are_in_the_package_and_small():
    assert len((resources.files("kahuna.bots") / WEIGHTS).read_bytes()) <= MOST_BYTES


def test_it_likes_legal_actions_only():
    for view in views(5):
        judgement = judge(champion_weights(), encode_view(view)[None], np)
        for heat in (0.1, 1.0):
            chances = policy(judgement, legal_mask(view)[None], heat)[0]
            assert chances.sum() == pytest.approx(1)
            likely = {ACTIONS[i] for i in np.flatnonzero(chances > 0)}
            assert likely <= set(legal_actions(view))


def test_less_heat_makes_the_best_more_likely():
    view = next(views(1))
    judgement = judge(champion_weights(), encode_view(view)[None], np)
    highs = [policy(judgement, legal_mask(view)[None], heat).max() for heat in (2.0, 1.0, 0.25)]
    assert highs == sorted(highs)


def test_it_beats_greedy():
    """A few games: that it is 99.5 % and more is for the arena to say."""
    won = 0
    for number in range(6):
        authority = Authority(Ruleset(), RandomChance(Random(number)))
        champion, greedy = NeuralBot(Random(number)), GreedyBot(Random(number))
        agents = (champion, greedy) if number % 2 else (greedy, champion)
        won += agents[play_out(authority, agents).winner] is champion
    assert won >= 5


def test_thinking_gives_the_same_move_for_the_same_seed_and_does_not_peek():
    for view in views(2):
        other = view_of(sample_world(view, Random(99)), view.viewer, history=view.history)
        decided = ThinkingBot(Random(5), worlds=64).decide(view)
        assert ThinkingBot(Random(5), worlds=64).decide(other) == decided
        assert decided in legal_actions(view)


@pytest.mark.parametrize("seconds", [1.0, 3.0, 20.0])
def test_thinking_keeps_to_its_time(monkeypatch, seconds):
    """By a clock that only playouts move: a tenth of a second for each world."""
    now, sizes = 0.0, []

    def slow(states, ideas, _weights, _rng):
        nonlocal now
        sizes.append(states.clock.shape[0])
        now += sizes[-1] / 10
        return [np.zeros(sizes[-1]) for _ in ideas]

    monkeypatch.setattr(thinking, "playouts", slow)
    monkeypatch.setattr(thinking, "perf_counter", lambda: now)
    monkeypatch.setattr(thinking, "FAITH", 0.0)
    monkeypatch.setattr(thinking, "LEAST", 0.0)
    ThinkingBot(Random(1), seconds=seconds).decide(next(views(1)))
    assert seconds - 0.2 < now <= seconds
    assert max(sizes) <= thinking.WORLDS


@pytest.mark.parametrize("worlds", [3, 64, 100])
def test_thinking_tries_as_many_worlds_as_it_is_told(monkeypatch, worlds):
    tried = 0

    def count(states, ideas, _weights, _rng):
        nonlocal tried
        tried += states.clock.shape[0]
        return [np.zeros(states.clock.shape[0]) for _ in ideas]

    monkeypatch.setattr(thinking, "playouts", count)
    monkeypatch.setattr(thinking, "FAITH", 0.0)
    monkeypatch.setattr(thinking, "LEAST", 0.0)
    ThinkingBot(Random(1), worlds=worlds).decide(next(views(1)))
    assert tried == worlds


@pytest.mark.parametrize(("points", "value"), [("1:0,2:0", 1.0), ("0:1,0:2", -1.0)])
def test_playouts_know_who_has_won(points, value):
    """White declines in the last turn of the game, and the points are counted. [R10.4]"""
    cards = "AABBCCDDEEFFGGHHIIJJKKLL"
    last_turn = f"AB,AD,KL/EF -/- - {cards} -/- {points} 3.60 w:1 kosmos-2015"
    states = from_core([parse_position(last_turn)] * 4)
    ideas = [ACTIONS.index(DECLINE)]
    (values,) = playouts(states, ideas, champion_weights(), np.random.default_rng(1))
    assert values.tolist() == [value] * 4


@pytest.mark.parametrize(
    "spec", ["champion:", "champion:0s", "champion:0", "champion:x", "champion:-2s"]
)
def test_nonsense_about_thinking_time_is_refused(spec):
    with pytest.raises(BotSpecError, match=r"champion:2s or champion:128"):
        make_bot(spec, Random(1))


@pytest.mark.parametrize(
    ("spec", "name"), [("champion:2s", "champion:2s"), ("champion:64", "champion:64")]
)
def test_thinking_time_is_part_of_the_name(spec, name):
    assert make_bot(spec, Random(1)).name == name
