"""Players with limits notice and remember less; those without are the champion."""

import numpy as np
import pytest

from kahuna.batch import legal_masks, observe
from kahuna.batch.state import Clock, TurnActivity
from kahuna.bots.limits import Limits
from kahuna.encoding import SLICES
from research.findings import games as action_kinds
from research.findings.games import (
    BASE,
    BOTH,
    LEVEL,
    MEMORY,
    Forgets,
    PlayerModel,
    Players,
    batch,
    forget,
    notice,
    recall,
    rows,
)

RNG = np.random.default_rng(5)


@pytest.fixture(scope="module")
def observations(games):
    return np.asarray(observe(games.before, games.seat))


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


def test_a_guess_moves_cards_between_discards_and_unseen_ones(observations):
    found = forget(observations, BOTH, RNG)
    same = np.ones(observations.shape[1], dtype=bool)
    for name in ("unseen", "discards", "their_taken", "their_doubt"):
        same[SLICES[name]] = False
    assert np.array_equal(found[:, same], observations[:, same])
    assert not found[:, SLICES["their_taken"]].any()
    before, after = (
        x[:, SLICES["unseen"]] + x[:, SLICES["discards"]] for x in (observations, found)
    )
    assert np.array_equal(before, after)
    nums = [x[:, SLICES["discards"]].sum(axis=1) for x in (observations, found)]
    assert np.array_equal(*nums)
    assert (found[:, SLICES["discards"]] != observations[:, SLICES["discards"]]).any()


def test_a_card_that_the_opponent_took_is_not_guessed_to_be_discarded(observations):
    found = forget(observations, Forgets.DISCARDS, RNG)
    taken, unseen = (observations[:, SLICES[name]] for name in ("their_taken", "unseen"))
    assert (found[:, SLICES["unseen"]] >= np.minimum(taken, unseen)).all()


def test_only_forgetful_players_guess(observations):
    assert len(list(recall(observations, PlayerModel(), RNG))) == 1
    assert len(list(recall(observations, PlayerModel(forgets=Forgets.TAKEN), RNG))) == 1
    assert len(list(recall(observations, PlayerModel(forgets=BOTH), RNG))) > 1
    (blind,) = recall(observations, PlayerModel(Limits(counts_cards=False)), RNG)
    assert not blind[:, SLICES["discards"]].any()


def test_weaker_players_play_by_the_rules():
    for experiment in (LEVEL, MEMORY[-1]):
        games = batch(experiment, 8, (3,), 0.5)
        legal = np.asarray(legal_masks(games.before))
        assert legal[np.arange(len(games.action)), games.action].all()


def test_a_copy_of_the_champion_plays_the_champions_games():
    copy = BASE._replace(players=(PlayerModel(Limits(temperature=0.5)),) * 2)
    one, other = (batch(each, 4, (3,), 0.5) for each in (BASE, copy))
    assert np.array_equal(one.action, other.action)
    assert len(rows(one.before, np.arange(2))) == 2
