"""Rankings of the moves of a position."""

from coach.games import cut, tiny_network, whole_game
from kahuna.coach import rank_actions
from kahuna.coach.decisions import decisions_of
from kahuna.core import legal_actions


def rankings(view, **options):
    return list(rank_actions(view, **({"num_worlds": 16, "weights": tiny_network()} | options)))


def test_every_legal_move_is_ranked_and_the_best_ones_are_looked_at_longest():
    view = decisions_of(cut(whole_game(), 12))[-1].situation.view
    found = rankings(view)
    for ranking in found:
        assert {move.action for move in ranking.moves} == set(legal_actions(view))
    last = found[-1].moves
    assert last[0].num_worlds == 16
    assert [move.num_worlds for move in last] == sorted(
        (move.num_worlds for move in last), reverse=True
    )


def test_progress_grows_to_one():
    view = decisions_of(cut(whole_game(), 12))[-1].situation.view
    parts = [ranking.progress for ranking in rankings(view)]
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_a_ranking_is_repeatable_for_a_seed():
    view = decisions_of(cut(whole_game(), 6))[-1].situation.view
    assert rankings(view, seed=3) == rankings(view, seed=3)
