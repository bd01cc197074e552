"""Explanations: each one is a fact of the events, or counted in believed worlds."""

from functools import cache

import pytest

from coach.games import tiny_network, whole_game
from coach.test_ranking import WIN_IN_THREE
from kahuna.coach import review
from kahuna.coach.decisions import Decision, decisions_of, situation_of
from kahuna.coach.remarks import (
    BreaksControl,
    BreaksPair,
    EndsRound,
    GainsControl,
    Holds,
    KeepsCards,
    LeavesOpenCard,
    OpponentHolds,
    Sweeps,
    remarks_on,
)
from kahuna.coach.report import make_report
from kahuna.coach.review import Verdict
from kahuna.coach.texts import coach_texts
from kahuna.coach.wording import describe_remarks
from kahuna.core import ARCHIPELAGO, DECLINE, Build, Seat, mover, preview, view_of
from kahuna.core.events import BridgeRemoved, ControlGained, RemovalCause
from kahuna.i18n import LANGUAGES
from kahuna.record import parse_ply, parse_position, to_action

A, D = 0, 3


def remarks(position, played, better):
    state = parse_position(position)
    phase = state.public.phase
    view = view_of(state, mover(phase))
    played, better = (to_action(parse_ply(text).action, phase) for text in (played, better))
    decision = Decision(1, situation_of(view), played)
    return remarks_on(decision, better, weights=tiny_network(), seed=1)


@pytest.mark.parametrize(
    ("played", "better", "expected"),
    [
        (".", "-AD/AA", BreaksControl((A, D))),
        (".", "-AD/AA", EndsRound(is_better=False, points=(0, 0))),
        (".", "-AD/AA", OpponentHolds(A, played=100, better=0)),
        ("xA", "-AD/AA", BreaksPair(A)),
        ("xA", ".", EndsRound(is_better=True, points=(0, 0))),
        ("xA", ".", KeepsCards(1)),
    ],
)
def test_what_the_better_move_does(played, better, expected):
    assert expected in remarks(WIN_IN_THREE, played, better)


@pytest.mark.parametrize(("played", "better"), [("xD", "-AD/AA"), ("xK", "+KL/L")])
def test_a_pair_is_broken_only_if_its_card_is_gone(played, better):
    found = remarks(WIN_IN_THREE, played, better)
    assert not any(isinstance(remark, BreaksPair) for remark in found)


def test_islands_and_sweeps_are_those_of_the_events():
    for decision in decisions_of(whole_game()):
        situation, seat = decision.situation, decision.seat
        for action in situation.legal:
            events = preview(situation.view, action)
            gained = tuple(sorted(e.island for e in events if isinstance(e, ControlGained)))
            swept = [
                e
                for e in events
                if isinstance(e, BridgeRemoved) and e.cause is RemovalCause.CONTROL
            ]
            if isinstance(action, Build) and swept and DECLINE in situation.legal:
                found = remarks_on(
                    Decision(1, situation, DECLINE), action, weights=tiny_network(), seed=1
                )
                assert GainsControl(gained) in found
                assert Sweeps(len(swept)) in found
                assert all(e.seat is seat.other for e in swept)
                return
    raise AssertionError("no bridge could be swept in this game")


EVERY_KIND = (
    GainsControl((A, D)),
    BreaksControl((A,)),
    Sweeps(1),
    Sweeps(3),
    KeepsCards(1),
    KeepsCards(2),
    EndsRound(is_better=True, points=(2, 0)),
    EndsRound(is_better=False, points=(0, 1)),
    BreaksPair(A),
    Holds(A, played=20, better=90),
    OpponentHolds(D, played=90, better=20),
    LeavesOpenCard(A, played=60),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_is_said_in_every_language(language):
    decision = next(d for d in decisions_of(whole_game()) if d.seat is Seat.WHITE)
    verdict = Verdict(decision, None, None, DECLINE, 50.0, 1, EVERY_KIND)
    said = describe_remarks(verdict, ("Ann", "Bob"), coach_texts(language))
    assert len(set(said)) == len(EVERY_KIND)
    assert not any("{" in sentence for sentence in said)
    assert ARCHIPELAGO.names[A] in said[0]
    assert "Bob" in said[1]
    assert "Ann" in said[9]


@cache
def quick_review():
    return review(whole_game(), budget=1, weights=tiny_network())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_plain_data_with_sentences(language):
    record = whole_game()
    report = make_report(quick_review(), language)
    assert report.summary
    assert len(report.values) == len(record.plies) + 1
    assert [decision.label.is_error for decision in report.moments] == [True] * len(report.moments)
    assert all(decision.played.words and decision.better.words for decision in report.decisions)
