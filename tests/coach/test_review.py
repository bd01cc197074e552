"""Reviews: fair, repeatable, complete; and luck and skill add up to the result."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from coach.games import cut, ended, resigned, tiny_engine, whole_game
from kahuna.coach import UnfinishedGameError, review, reviews
from kahuna.coach.decisions import decisions_of
from kahuna.coach.effort import THOROUGH
from kahuna.coach.labels import Label
from kahuna.core import SEATS, Ruleset, Seat, Termination, kinds
from kahuna.record import final_state, replay


def reviewed(record, **options):
    return review(record, **({"budget": 2_000, "engine": tiny_engine()} | options))


def twins():
    """Return two records that differ only in cards which White has never seen.

    Black still holds a card of the deal; in the other game it is one that is still in the pile.
    """
    for seed, num_plies in product(range(1, 20), (8, 7, 6)):
        record = resigned(whole_game(seed), num_plies)
        state = final_state(record)
        dealt = record.hands[Seat.BLACK]
        for card, other in product(kinds(state.private[Seat.BLACK].hand), kinds(state.pile)):
            if card in dealt and card != other:
                place = dealt.index(card)
                swapped = (*dealt[:place], other, *dealt[place + 1 :])
                return record, replace(record, hands=(record.hands[Seat.WHITE], swapped))
    raise AssertionError("no such game")


def test_verdicts_do_not_depend_on_hidden_cards():
    record, other = twins()
    one, two = (
        [verdict for verdict in reviewed(game).verdicts if verdict.decision.seat is Seat.WHITE]
        for game in (record, other)
    )
    assert one
    assert one == two


def test_a_review_is_repeatable_for_a_seed():
    record = resigned(whole_game(), 4)
    assert reviewed(record, seed=7) == reviewed(record, seed=7)
    assert reviewed(record, seed=7) != reviewed(record, seed=8)


def test_the_parts_of_a_review_do_not_depend_on_each_other():
    def the_last_first(parts):
        for work in reversed(parts):
            work()

    record = resigned(whole_game(), 4)
    *_, found = reviews(record, budget=2_000, engine=tiny_engine(), run_all=the_last_first)
    assert found == reviewed(record)


def test_a_glance_judges_the_moves_that_stand_out():
    glance, first, refined = reviews(whole_game(), budget=2_000, engine=tiny_engine())
    assert [found.is_partial for found in (glance, first, refined)] == [True, False, False]
    assert glance.ledger.values == first.ledger.values
    judged = [verdict.decision.ply for verdict in glance.verdicts]
    assert 0 < len(judged) <= 2 * THOROUGH.stages[0].suspects
    assert {verdict.decision.ply for verdict in first.verdicts} > set(judged)


@cache
def whole_review():
    return reviewed(whole_game())


def test_luck_and_skill_add_up_to_the_result():
    found = whole_review()
    ledger = found.ledger
    assert abs(ledger.residual) < 1e-6
    assert ledger.end == pytest.approx(0)
    assert (
        ledger.result
        == 50 + 50 * {Seat.WHITE: 1, Seat.BLACK: -1, None: 0}[found.record.outcome.winner]
    )
    assert ledger.luck(Seat.WHITE) == -ledger.luck(Seat.BLACK)
    assert ledger.hidden(Seat.WHITE) == pytest.approx(-ledger.hidden(Seat.BLACK))
    assert len(ledger.values) == len(found.record.plies) + 1
    assert ledger.values[-1] == pytest.approx(ledger.result)
    assert all(0 <= value <= 100 for value in ledger.values)


def test_every_card_from_the_pile_is_a_luck_event():
    record = whole_game()
    found = whole_review().ledger.draws
    cards = [
        step.number
        for step in replay(record)
        if step.ply is not None
        for _ in range((step.ply.card is not None) + len(step.ply.opened))
    ]
    assert [event.ply for event in found] == cards


@pytest.mark.parametrize(
    ("winner", "termination", "result"),
    [
        (Seat.WHITE, Termination.RESIGNATION, 100),
        (Seat.BLACK, Termination.TIMEOUT, 0),
        (None, Termination.AGREEMENT, 50),
    ],
)
def test_an_end_by_the_players_is_neither_luck_nor_play(winner, termination, result):
    ledger = reviewed(ended(whole_game(), 8, winner, termination)).ledger
    assert ledger.result == result
    assert ledger.end == pytest.approx(result - ledger.values[-1])
    assert abs(ledger.residual) < 1e-6


def test_forced_moves_are_excluded():
    record = whole_game()
    choices = [d.ply for d in decisions_of(record) if not d.is_forced]
    assert [verdict.decision.ply for verdict in whole_review().verdicts] == choices
    assert len(choices) < len(record.plies)


def test_a_verdict_names_a_legal_action_and_a_loss():
    found = reviewed(resigned(whole_game(), 12))
    for verdict in found.verdicts:
        assert verdict.best in verdict.decision.situation.legal
        is_best = verdict.label in (Label.BEST, Label.ONLY_MOVE)
        assert is_best == (verdict.best == verdict.decision.played)
        assert verdict.loss.mean <= 0 or not is_best
        assert 0 <= verdict.win_probability <= 100
        assert verdict.num_worlds >= 4
    for seat in SEATS:
        losses = [verdict.loss.mean for verdict in found.errors(seat)]
        assert losses == sorted(losses, reverse=True)
        assert all(loss >= 5 for loss in losses)


def test_an_error_says_what_else_was_possible_and_why_it_falls_short():
    errors = [error for seat in SEATS for error in whole_review().errors(seat)]
    assert any(error.alternatives for error in errors)
    for error in errors:
        for other in error.alternatives:
            assert other.action in error.decision.situation.legal
            assert other.action not in (error.best, error.decision.played)
            assert bool(other.remarks) is not other.is_as_good


def test_progress_only_grows_and_ends_at_one():
    parts = []
    reviewed(resigned(whole_game(), 12), progress=parts.append)
    assert parts == sorted(parts)
    assert parts[0] > 0
    assert parts[-1] == 1


@pytest.mark.parametrize("num_plies", [0, 10])
def test_an_unfinished_game_is_refused(num_plies):
    with pytest.raises(UnfinishedGameError, match="finished game"):
        reviewed(cut(whole_game(), num_plies))


def test_a_game_without_a_move_is_refused():
    with pytest.raises(UnfinishedGameError, match="without a single move"):
        reviewed(resigned(whole_game(), 0))


@pytest.mark.parametrize(
    "ruleset", [Ruleset(open_hands=True), Ruleset(handicap_seat=Seat.WHITE, handicap=3)]
)
def test_games_of_other_rules_can_be_reviewed(ruleset):
    found = reviewed(resigned(whole_game(ruleset=ruleset), 6))
    assert found.verdicts
    assert abs(found.ledger.residual) < 1e-6


def test_random_play_costs_more_than_thoughtful_play():
    found = review(resigned(whole_game(), 16), budget=1_000)
    white, black = (found.mean_loss(seat) for seat in SEATS)
    assert black > white + 2
