"""OpenSpiel's search as an entrant."""

import sys
from random import Random
from time import perf_counter

import pytest

from kahuna.arena import PairTask, Plan, parse_entrants, play_pair
from kahuna.bots import RandomBot
from kahuna.bots.spec import BotSpecError, make_bot
from kahuna.core import Ruleset, legal_actions, sample_world, view_of
from kahuna.match import Authority, RandomChance

pytest.importorskip("pyspiel")


def views(count):
    authority = Authority(Ruleset(), RandomChance(Random(6)))
    bot = RandomBot(Random(2))
    while (seat := authority.mover) is not None and count:
        view = authority.view(seat)
        if len(legal_actions(view)) > 3 and len(view.history) > 100:
            count -= 1
            yield view
        authority.act(seat, bot.decide(view))


def test_it_thinks_as_long_as_it_may_and_knows_no_more_than_its_view():
    from kahuna.arena.openspiel import OpenSpielBot

    bot = OpenSpielBot(Random(1), 0.05)
    for view in views(3):
        began = perf_counter()
        assert bot.decide(view) in legal_actions(view)
        assert perf_counter() - began >= 0.05
    assert bot.name == "openspiel:0.05s"


def test_a_view_becomes_a_state_that_looks_the_same():
    from kahuna.core import ACTIONS
    from kahuna.encoding import encode_view, memory_of
    from kahuna.envs.openspiel import KahunaGame

    game = KahunaGame()
    for view in views(6):
        player = int(view.viewer)
        state = game.state_of(view)
        twin = view_of(sample_world(view, Random(9)), view.viewer, history=view.history)
        row = encode_view(view, memory=memory_of(view)).tolist()
        for found in (
            state,
            game.state_of(twin),
            state.resample_from_infostate(player, Random(1).random),
        ):
            assert found.current_player() == player
            assert {ACTIONS[a] for a in found.legal_actions()} == set(legal_actions(view))
            assert found.observation_tensor(player) == row
            assert found.information_state_string(player) == state.information_state_string(player)


def test_it_plays_in_an_arena():
    plan = Plan(parse_entrants(["openspiel:0.001s", "random"]), 1)
    result = play_pair(plan, PairTask(0, 0))
    assert [game.forfeit for game in result.games] == [None, None]


@pytest.mark.parametrize("text", ["", "200", "0s", "0.1s:2"])
def test_other_times_are_refused(text):
    with pytest.raises(BotSpecError, match=r"write openspiel:0\.3s"):
        parse_entrants([f"openspiel:{text}", "greedy"])


def test_without_openspiel_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(BotSpecError, match=r"pip install 'kahuna\[openspiel\]'"):
        parse_entrants(["openspiel:0.1s", "greedy"])


def test_it_is_a_yardstick_and_no_opponent():
    with pytest.raises(BotSpecError, match="there is no bot"):
        make_bot("openspiel:0.1s", Random(1))
