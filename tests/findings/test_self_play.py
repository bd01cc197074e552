"""Games of the champion are games by the rules, and share the chance that they are to share."""

import numpy as np

from kahuna.batch import is_over, legal_masks, start_memories
from kahuna.batch.effects import can_turn_up
from kahuna.batch.state import Clock, arrays_of, pile
from kahuna.core import Ruleset
from research.findings import games as action_kinds
from research.findings.games import (
    BASE,
    HANDICAPS,
    LUCK,
    SKILL,
    PlayerModel,
    Players,
    batch,
    deal,
    join,
    load,
    next_card,
    play,
    ply,
    rows,
    save,
    shuffle,
)

COLD = 1e-3


def same(one, other):
    pairs = zip(arrays_of(one), arrays_of(other), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


def test_every_decision_is_legal_and_every_game_is_over(games):
    legal = legal_masks(games.before)
    assert legal[np.arange(len(games.action)), games.action].all()
    assert (is_over(games.ended) > 0).all()
    assert set(games.result.tolist()) <= {-1, 0, 1}


def test_decisions_lie_game_by_game_in_the_order_of_time(games):
    assert (np.diff(games.game) >= 0).all()
    turn = Clock.TURN.of(games.before.clock).astype(int)
    is_later = np.diff(turn) >= 0
    assert is_later[np.diff(games.game) == 0].all()
    assert np.array_equal(np.unique(games.game), np.arange(games.num))


def test_the_next_card_is_in_the_pile_and_any_of_it():
    rng = np.random.default_rng(1)
    states, _ = deal(Ruleset(), 1, rng)
    many = rows(states, np.zeros(4000, dtype=int))
    cards = next_card(many, shuffle(4000, rng), np.arange(4000))
    assert (can_turn_up(many, cards) > 0).all()
    counts = np.bincount(cards, minlength=12)
    left = np.array([(int(pile(states)[0]) >> 2 * i) & 3 for i in range(12)])
    expected = 4000 * left / left.sum()
    assert np.abs(counts - expected).max() < 5 * np.sqrt(expected.max())


def test_the_same_shuffle_turns_up_the_same_card():
    rng = np.random.default_rng(2)
    states, shuffles = deal(Ruleset(), 3, rng, shuffles=2, replays=2)
    draws = np.full(12, np.flatnonzero(action_kinds.PILE)[0], dtype=np.uint32)
    after, _ = ply(states, start_memories(states), draws, shuffles, np.arange(12))
    for first in range(0, 12, 2):
        assert same(rows(after, np.array([first])), rows(after, np.array([first + 1])))
    shuffled = [same(rows(after, np.array([i])), rows(after, np.array([i + 2]))) for i in (0, 4, 8)]
    assert not all(shuffled)


def test_batches_are_one_and_come_back_from_a_file(games, tmp_path):
    both = join([games, games])
    assert both.num == 2 * games.num
    assert both.game[-1] == 2 * games.num - 1
    assert np.array_equal(both.result[games.num :], games.result)
    save(games, tmp_path / "games.npz")
    again = load(tmp_path / "games.npz")
    assert same(again.before, games.before)
    assert same(again.ended, games.ended)
    for name in ("game", "action", "value", "first"):
        assert np.array_equal(getattr(again, name), getattr(games, name))


def test_the_first_actions_can_be_forced(games):
    rng = np.random.default_rng(4)
    start = np.flatnonzero(np.diff(games.game, prepend=-1))[:4]
    states = rows(games.before, start)
    forced = np.full(4, np.flatnonzero(action_kinds.DECLINES)[0])
    played = play(states, shuffle(4, rng), Players.same(PlayerModel(), 4), rng, opening=forced)
    opened = np.flatnonzero(np.diff(played.game, prepend=-1))
    assert played.action[opened].tolist() == forced.tolist()


def test_experiments_share_out_deals_players_and_handicaps():
    players = SKILL[0].seat(4, 0.5)
    temperatures = [players.temperatures(np.full(4, seat)).tolist() for seat in (0, 1)]
    assert temperatures == [[0.5, 1.0] * 2, [1.0, 0.5] * 2]
    played = batch(LUCK, 8, (1,), COLD)
    dealt = rows(played.before, np.flatnonzero(np.diff(played.game, prepend=-1)))
    hands = dealt.cards[0].reshape(2, 4)
    assert (hands == hands[:, :1]).all()
    assert HANDICAPS[2].ruleset.handicap == 3


def test_a_small_run_plays_few_games():
    assert [BASE.batch_size(games) for games in (100, 102, 5000)] == [100, 104, 1024]
    assert [LUCK.batch_size(games) for games in (1, 100, 500)] == [48, 48, 200]
    assert [BASE.num_batches(games) for games in (100, 1024, 5000)] == [1, 1, 5]
