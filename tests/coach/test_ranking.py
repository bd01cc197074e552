"""Rankings of the moves of a position."""

from coach.games import cut, tiny_engine, whole_game
from kahuna.coach import rank_actions
from kahuna.coach.decisions import decisions_of
from kahuna.coach.ranking import EXPLAINED
from kahuna.core import Seat, legal_actions, view_of
from kahuna.record import format_action, parse_position


def rankings(view, **options):
    return list(rank_actions(view, **({"num_worlds": 16, "engine": tiny_engine()} | options)))


def test_every_legal_move_is_ranked_and_the_best_ones_are_looked_at_longest():
    view = decisions_of(cut(whole_game(), 12))[-1].situation.view
    found = rankings(view)
    for ranking in found:
        assert {move.action for move in ranking.moves} == set(legal_actions(view))
    last = found[-1].moves
    assert last[0].num_worlds == 16
    for ranking in found:
        values = [move.value.mean for move in ranking.moves]
        assert values == sorted(values, reverse=True)
        assert ranking.moves[0].loss.mean == 0


def test_progress_grows_to_one():
    view = decisions_of(cut(whole_game(), 12))[-1].situation.view
    parts = [ranking.progress for ranking in rankings(view)]
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_the_best_move_is_explained_before_the_ranking_is_complete():
    view = decisions_of(cut(whole_game(), 12))[-1].situation.view
    first, *_, almost, last = rankings(view, num_worlds=2 * EXPLAINED)
    assert not first.remarks
    assert almost.remarks
    assert last.remarks


def test_a_ranking_is_repeatable_for_a_seed():
    view = decisions_of(cut(whole_game(), 6))[-1].situation.view
    assert rankings(view, seed=3) == rankings(view, seed=3)


WIN_IN_THREE = (
    "AB,AD,BC,BD,DH,HI,HL,IK,IL/AH,BF,CF,CG,CK,DE,EF,EH,EI,EJ,FG,FJ,GJ,GK,IJ,JK "
    "FHI/AADKL - BBEEFGJJKL -/CCDGHI 1:0,2:0 3.68 b:1 kosmos-2015"
)
"""Black's last turn. Building KAHU–LALE, removing ALOA–DUDA and building it wins; ending loses."""


def test_the_champion_finds_the_win_of_the_last_turn():
    view = view_of(parse_position(WIN_IN_THREE), Seat.BLACK)
    *_, ranking = rank_actions(view, num_worlds=16)
    values = {
        format_action(move.action, view.public.phase): move.value.mean for move in ranking.moves
    }
    assert values["+KL/K"] > 90
    assert values["."] == 0
    assert format_action(ranking.moves[0].action, view.public.phase) != "."
