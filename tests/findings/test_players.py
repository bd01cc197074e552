"""Players with limits notice and remember less; those without are the champion."""

import numpy as np
import pytest

from kahuna.batch import legal_masks, remember_ply, start_memories
from kahuna.batch.state import Clock, TurnActivity
from kahuna.bots import LEVELS
from kahuna.bots.limits import Limits
from research.findings import games as action_kinds
from research.findings.games import (
    BASE,
    LEVEL,
    MEMORY,
    PlayerModel,
    Players,
    batch,
    memories_at,
    model_of,
    notice,
    perceive,
    rows,
)

RNG = np.random.default_rng(5)


def noticed(games, limits):
    players = Players.same(PlayerModel(limits), len(games.action))
    return notice(games.before, np.asarray(legal_masks(games.before)), players, games.seat, RNG)


def test_a_player_without_limits_notices_everything(games):
    assert np.array_equal(noticed(games, Limits()), legal_masks(games.before))


def test_who_overlooks_all_plays_still_ends_its_turns(games):
    found = noticed(games, Limits(overlooks=1, overlooks_removals=1))
    assert not (found & (action_kinds.BUILDS | action_kinds.REMOVES)).any()
    assert found.any(axis=1).all()


def test_a_share_of_the_plays_is_overlooked(games):
    legal = np.asarray(legal_masks(games.before)) & action_kinds.BUILDS
    found = noticed(games, Limits(overlooks=0.3)) & action_kinds.BUILDS
    assert found.sum() / legal.sum() == pytest.approx(0.7, abs=0.02)


def test_haste_ends_turns_after_a_play_only(games):
    found = noticed(games, Limits(hastes=1)) & (action_kinds.BUILDS | action_kinds.REMOVES)
    has_played = Clock.ACTIVITY.of(games.before.clock) == TurnActivity.PLAYED
    assert not found[has_played].any()
    assert found[~has_played].any()


def test_what_is_remembered_at_a_decision_is_folded_over_the_game(games):
    at = np.flatnonzero(games.game == 3)[[0, 7, 40]]
    found = memories_at(games, at)
    for place, decision in enumerate(at):
        start = np.flatnonzero(games.game == 3)[0]
        memories = start_memories(rows(games.before, [start]))
        for i in range(start, decision):
            memories = remember_ply(
                memories,
                rows(games.before, [i]),
                games.action[[i]],
                rows(games.before, [i + 1]),
            )
        for pair, wanted in zip(found, memories, strict=True):
            assert all(np.array_equal(a[[place]], b) for a, b in zip(pair, wanted, strict=True))


def test_a_player_without_memory_decides_differently(games):
    at = np.arange(100, 400)
    states, memories = rows(games.before, at), memories_at(games, at)
    outputs = [
        perceive(states, memories, Players.same(player, len(at)), games.seat[at])
        for player in (PlayerModel(), PlayerModel().without_memory())
    ]
    assert np.allclose(outputs[0].value, games.value[at], atol=1e-4)
    assert np.abs(outputs[1].value - outputs[0].value).mean() > 0.01


def test_a_style_is_added_to_the_logits():
    ikaika = model_of(LEVELS["ikaika"])
    biases = Players.swapping(PlayerModel(), ikaika, 2).biases(np.array([0, 0]))
    assert not biases[0].any()
    assert np.array_equal(np.flatnonzero(biases[1]), np.flatnonzero(action_kinds.REMOVES))


def test_weaker_players_play_by_the_rules():
    for experiment in (LEVEL, MEMORY):
        games = batch(experiment, 8, (3,), 0.5)
        legal = np.asarray(legal_masks(games.before))
        assert legal[np.arange(len(games.action)), games.action].all()


def test_a_copy_of_the_champion_plays_the_champions_games():
    copy = BASE._replace(players=(PlayerModel(Limits(temperature=0.5)),) * 2)
    one, other = (batch(each, 4, (3,), 0.5) for each in (BASE, copy))
    assert np.array_equal(one.action, other.action)
    assert len(rows(one.before, np.arange(2))) == 2
