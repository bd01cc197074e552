"""Explanations: each one is a fact of the events, or counted in believed worlds."""

import re
from dataclasses import fields, replace
from functools import cache
from types import SimpleNamespace
from typing import get_args

import pytest

from coach.games import tiny_engine, tiny_network, whole_game
from coach.test_ranking import WIN_IN_THREE
from kahuna.bots.neural import NumpyNetwork
from kahuna.coach import review
from kahuna.coach.action_values import number_of
from kahuna.coach.batch_engine import BatchEngine
from kahuna.coach.continuations import typical
from kahuna.coach.core_engine import CoreEngine
from kahuna.coach.decisions import Decision, decisions_of, situation_of
from kahuna.coach.engine import Future, FutureStep
from kahuna.coach.facts import (
    at_once,
    denied_removal,
    endings,
    follow,
    kept_cards,
    new_threat,
    one_short,
    open_card,
    percent_of,
)
from kahuna.coach.prospects import first_steps, prospects
from kahuna.coach.reasons import Outlook, remarks_on
from kahuna.coach.remarks import (
    Blocks,
    BreaksControl,
    BreaksMore,
    BreaksPair,
    BridgesDecide,
    ChangesHands,
    ComesCloser,
    DeniesCard,
    DeniesRemoval,
    DrawHelps,
    EndsRound,
    FillsHand,
    ForcesDraw,
    GainsControl,
    GainsMore,
    GetsCard,
    HasFewCards,
    Holds,
    IsRightOnBoard,
    IsSweptSoon,
    KeepsCards,
    KeepsForLastTurn,
    KeepsPair,
    KeepsPile,
    KeepsRemoval,
    LeavesOneShort,
    LeavesOpenCard,
    MovesLast,
    OpensPlaces,
    OpponentHolds,
    PaysForIsland,
    Remark,
    ScoresMore,
    ScoresNow,
    ShowsNoCard,
    SparesBridge,
    SpendsScoringCard,
    Sweeps,
    TakesLastCard,
    TakesSpare,
    TakesUsefulCard,
    Threatens,
    ThreatensRemoval,
    WinsAtMost,
    WinsMore,
    WinsNothingYet,
)
from kahuna.coach.texts import CoachTexts, Compared, coach_texts
from kahuna.coach.turn_reasons import shortfall
from kahuna.coach.wording import describe_remarks, summarize
from kahuna.core import (
    ARCHIPELAGO,
    DECLINE,
    Build,
    Bury,
    Ruleset,
    Seat,
    believe,
    cards,
    lines,
    mover,
    preview,
    view_of,
)
from kahuna.core.events import BridgeRemoved, ControlGained, RemovalCause
from kahuna.hosting.learn.puzzles import open_puzzle
from kahuna.hosting.play.names import line_names
from kahuna.hosting.study.analysis import ActionsSoFar
from kahuna.hosting.study.review import errors_of, render_review
from kahuna.i18n import LANGUAGES
from kahuna.puzzles import load_puzzles, parse_turn
from kahuna.record import parse_ply, parse_position, parse_view_position, replay, to_action

A, B, C, D = range(4)
AD = ARCHIPELAGO.line_of[A, D]
CF = ARCHIPELAGO.line_of[2, 5]


def remarks(position, played, better):
    state = parse_position(position)
    phase = state.public.phase
    view = view_of(state, mover(phase))
    played, better = (to_action(parse_ply(text).action, phase) for text in (played, better))
    decision = Decision(1, situation_of(view), played)
    return remarks_on(decision, better, engine=tiny_engine(), seed=1)


@pytest.mark.parametrize(
    ("played", "better", "expected"),
    [
        (".", "-AD/AA", BreaksControl((A, D))),
        (".", "-AD/AA", EndsRound(is_better=False, points=(0, 0))),
        (".", "-AD/AA", Threatens(A, card=D)),
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
                    Decision(1, situation, DECLINE), action, engine=tiny_engine(), seed=1
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
    Holds((A,), played=20, better=90),
    OpponentHolds((D,), played=90, better=20),
    LeavesOpenCard(A, played=60),
    LeavesOneShort(A, percent=43),
    LeavesOneShort(A, percent=93, better=30),
    SpendsScoringCard(D, percent=35),
    ScoresNow(played=(0, 1), better=(2, 0)),
    Threatens(A, card=D),
    TakesUsefulCard(D, island=A),
    DeniesCard(D, island=A),
    DeniesRemoval(D, island=A, percent=60),
    GetsCard(),
    DrawHelps(45),
    DrawHelps(45, takes=False),
    DrawHelps(45, wins=False),
    HasFewCards(0),
    HasFewCards(1),
    BridgesDecide(played=(9, 10), better=(10, 9)),
    KeepsPile(1),
    KeepsPile(3),
    ShowsNoCard(),
    ForcesDraw(),
    TakesLastCard(4),
    MovesLast(),
    KeepsForLastTurn((A, D)),
    FillsHand(),
    ThreatensRemoval(A, cards=(A, D)),
    SparesBridge(A),
    TakesSpare(A),
    Blocks(A),
    OpensPlaces(A),
    KeepsPair(A),
    KeepsRemoval(AD, cards=(A, D)),
    WinsNothingYet(AD),
    IsSweptSoon(AD, island=A, percent=70),
    PaysForIsland(A, cards=(A, D)),
    ComesCloser(A, number=1),
    ComesCloser(A, number=2),
    ScoresMore(played=-0.5, better=1.5),
    WinsMore(played=30, better=60),
    IsRightOnBoard(),
    GainsMore(1),
    GainsMore(2),
    BreaksMore(1),
    BreaksMore(2),
    WinsAtMost(played=30, better=60),
    Holds((A,), played=0, better=100),
    OpponentHolds((D,), played=100, better=0),
    ChangesHands((A, D)),
    LeavesOpenCard(B, played=100),
    LeavesOneShort(B, percent=100),
    DeniesRemoval(B, island=C, percent=100),
    IsSweptSoon(AD, island=A, percent=100),
    WinsAtMost(played=0, better=100),
    LeavesOneShort(B, percent=100, better=30),
)


TEMPLATES = [field.name for field in fields(CoachTexts)]
TEMPLATES = TEMPLATES[TEMPLATES.index("gains_control") : TEMPLATES.index("wins_surely") + 1]


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_belongs_to_a_remark(template):
    """So what is checked for every remark is checked for every template."""
    decision = next(d for d in decisions_of(whole_game()) if d.seat is Seat.WHITE)
    texts = coach_texts("en")
    is_plural = isinstance(getattr(texts, template), tuple)
    marked = replace(texts, **{template: ("marked", "marked") if is_plural else "marked"})
    said = describe_remarks(EVERY_KIND, decision.situation.view, "Bob", marked)
    assert "marked" in said


@pytest.mark.parametrize("compared", Compared)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_is_said_in_every_language(language, compared):
    decision = next(d for d in decisions_of(whole_game()) if d.seat is Seat.WHITE)
    said = describe_remarks(
        EVERY_KIND, decision.situation.view, "Bob", coach_texts(language, compared)
    )
    assert len(set(said)) == len(EVERY_KIND)
    assert not any("{" in sentence for sentence in said)
    assert ARCHIPELAGO.names[A] in said[0]
    assert "Bob" in said[1]
    assert not any("%" in sentence for sentence in said[-8:-1])  # "In 100 %."


def test_only_what_is_certain_is_100_percent():
    assert [percent_of(chance) for chance in (0.354, 0.997, 1.0)] == [35, 99, 100]


@cache
def quick_review():
    return review(whole_game(), budget=1, engine=tiny_engine())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_plain_data_with_sentences(language):
    record = whole_game()
    report = render_review(quick_review(), language)
    assert report["summary"]
    assert len(report["values"]) == len(record.plies) + 1
    assert all(each["loss"] > 0 for each in errors_of(report))
    assert all(
        decision["played"]["words"] and decision["better"]["words"]
        for decision in report["decisions"]
    )


def test_both_continuations_begin_with_the_moves_and_follow_the_board():
    record = whole_game()
    boards = [step.state.public.bridges for step in replay(record)]
    errors = errors_of(render_review(quick_review(), "en"))
    assert errors
    for error in errors:
        played, better = (error["continuations"][side] for side in ("played", "better"))
        assert better[0]["words"] == error["better"]["words"]
        assert {played[0]["seat"], better[0]["seat"]} == {error["seat"]}
        white, black = (played[0][seat]["bridges"] for seat in ("white", "black"))
        assert (white, black) == tuple(map(line_names, boards[error["ply"]]))


def test_the_continuation_is_a_frequent_one():
    step = FutureStep(Seat.WHITE, DECLINE, (0, 0))
    rare, often = (Future((held, 0), 0, (step,) * n) for n, held in enumerate((0, HELD), 1))
    found = typical(ARCHIPELAGO, [rare, often, often], [rare, rare, often])
    assert found == (often.steps, rare.steps)


@pytest.mark.parametrize(
    ("players", "language", "expected"),
    [
        ((None, "Pua"), "en", ["White", "Pua"]),
        ((None, "Pua"), "de", ["Weiß", "Pua"]),
        (("Pua", None), "nl", ["Pua", "Zwart"]),
        (("Ada", "Ada"), "it", ["Bianco", "Nero"]),
        ((None, None), "it", ["Bianco", "Nero"]),
    ],
)
def test_players_without_a_name_are_called_by_their_seats(players, language, expected):
    found = quick_review()
    named = replace(found, record=replace(found.record, players=players))
    report = render_review(named, language)
    assert [report[seat]["player"] for seat in ("white", "black")] == expected


def test_a_nameless_opponent_begins_a_sentence_with_a_capital():
    decision = next(d for d in decisions_of(whole_game()) if d.seat is Seat.WHITE)
    remarks = (LeavesOpenCard(A, played=60), DeniesCard(A, island=A))
    texts = coach_texts("it")
    _, short = describe_remarks(remarks, decision.situation.view, None, texts)
    assert short.startswith("Il tuo avversario")


@pytest.mark.parametrize(
    ("language", "both"),
    [("en", "both ALOA cards"), ("de", "beide ALOA-Karten"), ("it", "entrambe le carte ALOA")],
)
def test_two_cards_of_one_island_are_named_together(language, both):
    decision = next(d for d in decisions_of(whole_game()) if d.seat is Seat.WHITE)
    remark = PaysForIsland(A, cards=(A, A, D))
    [said] = describe_remarks([remark], decision.situation.view, None, coach_texts(language))
    assert both in said


def test_a_move_that_was_played_is_told_in_the_past():
    decisions = render_review(quick_review(), "de")["decisions"]
    taken = next(each for each in decisions if each["played"]["notation"].startswith("<"))
    assert taken["played"]["words"].endswith(("genommen", "gezogen"))
    better = [each["better"]["words"] for each in decisions]
    assert not any(words.endswith(("genommen", "gezogen", "gelegt")) for words in better)


ONE_SHORT = "BC/AD ADF/?? GIJ CC -/- 1:0 2.30 w kosmos-2015"
"""Black needs one more bridge for A: AB or AH, with an A, a B or an H."""


def test_an_island_one_bridge_short_comes_with_the_exact_chance_of_a_card_for_it():
    # 16 cards are unseen, five of them A, B or H: the hand of two has none of them in 55 of 120.
    found = facts(ONE_SHORT, ".", "-AD/AD")
    assert LeavesOneShort(A, round(100 * 65 / 120)) in found


@pytest.mark.parametrize(
    ("position", "played", "better"),
    [
        (ONE_SHORT, ".", "+CF/F"),  # The better move leaves it one bridge short as well.
        (ONE_SHORT, "-AD/AD", "."),  # The played one does not.
        (ONE_SHORT.replace("?? GIJ CC", "? GIJ ABBH"), ".", "-AD/AD"),  # Hardly a card is left.
        (ONE_SHORT.replace("BC/", "BC,BE,BF,DH,EH,HI/") + "+1", ".", "-AD/AD"),  # No trespassing.
    ],
)
def test_an_island_is_not_said_to_be_one_bridge_short_for_nothing(position, played, better):
    assert not any(isinstance(each, LeavesOneShort) for each in facts(position, played, better))


OWN = ONE_SHORT.replace("BC/AD", "AD/BC").replace("GIJ", "BIJ")
"""White needs one more bridge for A, and holds an A; a B lies open."""
THEIRS = ONE_SHORT.replace("GIJ", "BIJ")
"""Black needs one more bridge for A; a B lies open."""
SHORT_PILE = ONE_SHORT.replace("CC", "BBCCEEHHKKLL")
"""Four cards are left in the pile."""
FOUR_CARDS = ONE_SHORT.replace("ADF", "ADFK")
TWO_AS = ONE_SHORT.replace("ADF", "AAF")
THEIR_A = ONE_SHORT.replace("BC/AD", "BC/AB,AD")
"""Black holds A."""
LEVEL = "BF,CF,CG,CK,FG,FJ,GJ,GK,HL,IJ,JK,KL/AB,AD,AH,BC,BD,BE,DE,DH,EF,EI,HI,IK,IL"
LEVEL += " CGJJK/?? - DDEEFFHHIKL -/?????? 0:0,0:0 3.62 w:1 kosmos-2015"
"""The last turn, in which bridges decide."""
MINE = ONE_SHORT.replace("BC/AD ADF", "AB,AD/CF DFF").replace("GIJ", "BIJ")
"""White holds A with two bridges; with the open B and an A or a B, Black removes AB."""
POOR = ONE_SHORT.replace("BC/AD ADF", "AD/BC F")
"""White needs one more bridge for A, and has no card for it."""
LAST_CARD = "BC/AD ADF/?? K ABBCCDEEFGHIIJJKLL -/- 1:0,0:2 3.48 w kosmos-2015"
TWO_CARDS = LAST_CARD.replace("K ABBCCDEEFGHIIJJKLL", "KL ABBCCDEEFGHIIJJKL")
AT_F = ONE_SHORT.replace("/AD", "/BF,EF")
"""Black needs one more bridge for F: FG or FJ, if White builds CF."""
TWO_FOR_L = ONE_SHORT.replace("BC/AD ADF", "AD/BC FKL")
TWO_AT_C = "AD/BC,CF AFF/?? GIJ CC -/- 1:0 2.30 w kosmos-2015"


def facts(position, played, better):
    view = parse_view_position(position)
    turns = [parse_turn(view, turn) for turn in (played, better)]
    lines = [follow(view, turn) for turn in turns]
    belief = believe(view)
    certain = (at_once, new_threat, open_card, prospects, endings, kept_cards)
    believed = (one_short, denied_removal, first_steps)
    found = [
        *(remark for compare in certain for remark in compare(*lines)),
        *(remark for compare in believed for remark in compare(*lines, belief)),
    ]
    told = shortfall(view, turns[1], turns[0], value=60, margin=30)
    return [*found, *(remark for remark in told if remark not in found)]


FACTS = [
    (GainsControl, OWN, ".", "+AB/A .", [GainsControl((A,))]),
    (GainsControl, OWN, "+AB/A .", ".", []),
    (GainsMore, OWN, ".", "+AB/A .", [GainsMore(1)]),
    (GainsMore, OWN, "+AB/A .", ".", []),
    (WinsAtMost, OWN, ".", "+AB/A .", [WinsAtMost(played=30, better=60)]),
    (WinsAtMost, OWN, "<I", "<B", []),  # It may be nearly as good.
    (IsRightOnBoard, OWN, "<I", "<B", [IsRightOnBoard()]),
    (IsRightOnBoard, OWN, ".", "+AB/A .", []),
    (Sweeps, OWN.replace("BC", "AH,BC"), ".", "+AB/A .", [Sweeps(1)]),
    (Sweeps, OWN, ".", "+AB/A .", []),  # There is nothing to sweep.
    (Threatens, OWN, "xA", ".", [Threatens(A, card=A)]),
    (Threatens, OWN, "xD", ".", []),  # Both keep the A.
    (Threatens, THEIRS, "xA", ".", []),  # It is the opponent who is one bridge short.
    (TakesUsefulCard, OWN, "<I", "<B", [TakesUsefulCard(B, island=A)]),
    (TakesUsefulCard, OWN, "<B", "<I", []),  # An I builds no bridge at A.
    (TakesUsefulCard, THEIRS, "<I", "<B", []),
    (DeniesCard, THEIRS, "<I", "<B", [DeniesCard(B, island=A)]),
    (DeniesCard, THEIRS, "<B", "<I", []),
    (DeniesCard, OWN, "<I", "<B", []),
    (GetsCard, OWN, ".", "<B", [GetsCard()]),
    (GetsCard, OWN, "<B", "<*", []),  # Both take a card.
    (HasFewCards, OWN, "xA xD .", "<B", [HasFewCards(1)]),
    (HasFewCards, OWN, "xA xD xF .", "<B", [HasFewCards(0)]),
    (HasFewCards, OWN, "xA .", "<B", []),  # Two are left.
    (BridgesDecide, LEVEL, ".", "+EJ/J .", [BridgesDecide((12, 13), (13, 13))]),
    (BridgesDecide, LEVEL, ".", "xJ .", []),  # The result is the same.
    (KeepsPile, SHORT_PILE, "<*", ".", [KeepsPile(4)]),
    (KeepsPile, SHORT_PILE, ".", "<*", []),
    (KeepsPile, ONE_SHORT, "<*", ".", []),  # The pile is large.
    (ShowsNoCard, ONE_SHORT, "<I", "<*", [ShowsNoCard()]),
    (ShowsNoCard, ONE_SHORT, "<*", "<I", []),
    (KeepsCards, ONE_SHORT, "xA <*", "<*", [KeepsCards(1)]),
    (KeepsCards, ONE_SHORT, "<*", "xA <*", []),
    (ScoresNow, WIN_IN_THREE, ".", "-AD/AA .", [ScoresNow(played=(0, 0), better=(0, 2))]),
    (ScoresNow, WIN_IN_THREE, ".", "xA .", []),  # The points are the same.
    (BreaksControl, WIN_IN_THREE, ".", "-AD/AA .", [BreaksControl((A, D))]),
    (BreaksControl, WIN_IN_THREE, "-AD/AA .", ".", []),
    (BreaksMore, WIN_IN_THREE, ".", "-AD/AA .", [BreaksMore(2)]),
    (BreaksMore, WIN_IN_THREE, "-AD/AA .", ".", []),
    (EndsRound, WIN_IN_THREE, "-AD/AA", ".", [EndsRound(is_better=True, points=(0, 0))]),
    (EndsRound, WIN_IN_THREE, "-AD/AA .", ".", []),  # Both end it.
    (ForcesDraw, ONE_SHORT, "<*", ".", [ForcesDraw()]),
    (ForcesDraw, ONE_SHORT, ".", "<*", []),
    (TakesLastCard, SHORT_PILE, ".", "<*", [TakesLastCard(6)]),
    (TakesLastCard, SHORT_PILE, "<*", ".", []),  # Seven are left.
    (TakesLastCard, ONE_SHORT, ".", "<*", []),  # Nobody can tell yet.
    (FillsHand, FOUR_CARDS, "<*", "xF <*", [FillsHand()]),
    (FillsHand, FOUR_CARDS, "<I", "xF <I", [FillsHand()]),
    (FillsHand, FOUR_CARDS, ".", "xF <*", []),
    (FillsHand, FOUR_CARDS, "<I", "<*", []),  # Both do.
    (ThreatensRemoval, THEIR_A, "xA .", ".", [ThreatensRemoval(A, cards=(A, D))]),
    (ThreatensRemoval, THEIR_A, "xF .", ".", []),  # Both keep the two cards.
    (ThreatensRemoval, ONE_SHORT, "xA .", ".", []),  # Black does not hold A.
    (KeepsRemoval, ONE_SHORT, "xA .", ".", [KeepsRemoval(AD, cards=(A, D))]),
    (KeepsRemoval, ONE_SHORT, "xF .", ".", []),
    (SparesBridge, OWN.replace("AD/", "AB,AD/"), ".", "+AH/A .", [SparesBridge(A)]),
    (SparesBridge, OWN, ".", "+AH/A .", []),  # Just enough.
    (TakesSpare, THEIR_A.replace("AD ", "AD,AH "), ".", "-AD/AD .", [TakesSpare(A)]),
    (TakesSpare, THEIR_A, ".", "-AD/AD .", []),  # A is lost at once.
    (Blocks, ONE_SHORT, ".", "+CF/F .", [Blocks(C)]),
    (Blocks, ONE_SHORT, "+CF/F .", ".", []),
    (
        OpensPlaces,
        TWO_AT_C,
        ".",
        "-CF/FF .",
        [OpensPlaces(C)],
    ),
    (OpensPlaces, TWO_AT_C, "-CF/FF .", ".", []),
    (KeepsPair, TWO_AS, "xA .", ".", [KeepsPair(A)]),
    (KeepsPair, TWO_AS, "xF .", ".", []),
    (WinsNothingYet, ONE_SHORT, "+CF/F", ".", [WinsNothingYet(CF)]),
    (WinsNothingYet, ONE_SHORT.replace("ADF", "AFK"), "+CF/F", ".", []),  # The K wins C.
    (ComesCloser, ONE_SHORT, ".", "+CF/F", [ComesCloser(C, number=1)]),
    (ComesCloser, ONE_SHORT, "+CF/F", ".", []),
]


FACTS += [
    (DeniesRemoval, MINE, "<I", "<B", [DeniesRemoval(B, island=A, percent=35)]),
    (DeniesRemoval, MINE, "<B", "<I", []),
    (DeniesRemoval, MINE.replace("AB,AD", "AB,AD,AH"), "<I", "<B", []),  # There is one to spare.
    (DeniesRemoval, MINE.replace("CC", "AABCC"), "<I", "<B", []),  # No second card is left.
    (DrawHelps, POOR, ".", "<*", [DrawHelps(33, takes=False)]),  # Six of 18 cards.
    (DrawHelps, THEIR_A.replace("ADF", "A"), ".", "<*", [DrawHelps(28, wins=False)]),
    (DrawHelps, POOR.replace(" F/", " A/"), ".", "<*", []),  # It is won without the card, too.
    (DrawHelps, POOR, "<I", "<*", []),  # The other card is known.
    (MovesLast, LAST_CARD, ".", "<K", [MovesLast()]),
    (MovesLast, LAST_CARD, "<K", ".", []),
    (MovesLast, TWO_CARDS, ".", "<K", []),  # One card more is left.
    (MovesLast, LAST_CARD.replace("1:0,0:2 3", "1:0 2"), ".", "<K", []),  # A round follows.
    (KeepsForLastTurn, TWO_CARDS, "+CF/F .", ".", [KeepsForLastTurn((5,))]),
    (KeepsForLastTurn, TWO_CARDS, ".", "+CF/F .", []),
    (KeepsForLastTurn, LAST_CARD, "+CF/F .", ".", []),  # Black takes the last card.
    (KeepsForLastTurn, TWO_CARDS.replace("1:0,0:2 3", "1:0 2"), "+CF/F .", ".", []),
    (IsSweptSoon, AT_F, "+CF/F", ".", [IsSweptSoon(CF, island=5, percent=35)]),
    (IsSweptSoon, AT_F, ".", "+CF/F", []),
    (IsSweptSoon, ONE_SHORT, "+CF/F", ".", []),  # Black has no bridge there.
    (IsSweptSoon, AT_F.replace("BC/", "BC,CG/"), "+CF/F", ".", []),  # It wins C.
    (PaysForIsland, TWO_FOR_L, "xK .", ".", [PaysForIsland(11, cards=(10, 11))]),
    (PaysForIsland, TWO_FOR_L, "xF .", ".", []),  # Both keep the K and the L.
    (PaysForIsland, TWO_FOR_L.replace("/BC", "/BC,HL,IL"), "xK .", ".", []),  # No place is free.
    (LeavesOneShort, ONE_SHORT.replace("??", "???"), ".", "+AB/A", [LeavesOneShort(A, 71, 49)]),
    (LeavesOneShort, ONE_SHORT, ".", "+AB/A", []),  # The chances are much the same.
    (WinsNothingYet, ONE_SHORT, "+CF/F .", ".", [WinsNothingYet(CF)]),  # A whole turn.
]


@pytest.mark.parametrize(("kind", "position", "played", "better", "expected"), FACTS)
def test_a_remark_is_made_where_it_is_true_and_only_there(kind, position, played, better, expected):
    found = facts(position, played, better)
    assert [remark for remark in found if isinstance(remark, kind)] == expected


NOT_IN_TABLE = {BreaksPair, SpendsScoringCard, ScoresMore, WinsMore}
"""Remarks with tests of their own, where they are true and where they are false."""


def test_every_remark_is_checked_where_it_is_true_and_where_it_is_false():
    kinds = set(get_args(Remark))
    assert {type(remark) for remark in EVERY_KIND} == kinds
    later = {type(remark) for *_, expected in LATER for remark in expected}
    true = {kind for kind, *_, expected in FACTS if expected}
    false = {kind for kind, *_, expected in FACTS if not expected}
    assert true == false == kinds - later - NOT_IN_TABLE


HELD = lines("AB AD")
"""Two bridges that hold A."""
HELD_D = lines("BD DE")
"""With AD, they hold D."""


LATER = [
    ((0, 0), (HELD, 0), ".", [Holds((A,), played=0, better=100)]),
    ((HELD, 0), (HELD, 0), ".", []),
    ((HELD, 0), (0, 0), ".", []),  # The other way round.
    ((0, 0), (HELD | HELD_D, 0), ".", [Holds((A, D), played=0, better=100)]),
    ((0, HELD), (0, 0), ".", [OpponentHolds((A,), played=100, better=0)]),
    ((0, HELD), (0, HELD), ".", []),
    ((0, HELD), (HELD, 0), ".", [ChangesHands((A,))]),
    (
        (0, HELD),
        (HELD | HELD_D, 0),
        ".",
        [ChangesHands((A,)), Holds((D,), played=0, better=100)],
    ),
    ((0, 0), (0, HELD), ".", []),
    ((0, 0), (0, 0), "<I", [LeavesOpenCard(8, played=100)]),
    ((0, 0), (0, 0), "<J", []),  # The opponent takes another card.
]


@pytest.mark.parametrize(("after_played", "after_better", "better", "expected"), LATER)
def test_a_later_turn_is_counted(monkeypatch, after_played, after_better, better, expected):
    def play_on(_engine, _situation, _numbers, **_rest):
        taken = cards("I")
        return [[Future(bridges, taken)] * 48 for bridges in (after_played, after_better)]

    monkeypatch.setattr(BatchEngine, "play_on", play_on)
    found = remarks_of_view(FAR_OFF, "<*", better)
    kinds = Holds | OpponentHolds | ChangesHands | LeavesOpenCard
    assert [remark for remark in found if isinstance(remark, kinds)] == expected


def test_an_island_is_mentioned_once(monkeypatch):
    def play_on(_engine, _situation, _numbers, **_rest):
        held, free = (Future(bridges, cards("I")) for bridges in ((0, HELD), (0, 0)))
        return [[held, free] * 24, [Future((HELD, 0), cards("I"))] * 48]

    monkeypatch.setattr(BatchEngine, "play_on", play_on)
    found = remarks_of_view(FAR_OFF, "<*", ".")
    later = [remark for remark in found if isinstance(remark, Holds | OpponentHolds)]
    assert later == [Holds((A,), played=0, better=100)]


FAR_OFF = "KL/EF DDF/?? GIJ CC -/- 1:0 2.30 w kosmos-2015"


def remarks_of_view(position, played, better):
    view = parse_view_position(position)
    [played], [better] = (parse_turn(view, turn) for turn in (played, better))
    decision = Decision(1, situation_of(view), played)
    return remarks_on(decision, better, engine=tiny_engine(), seed=1)


@pytest.mark.parametrize(
    ("outlook", "expected"),
    [
        (Outlook((30.4, 60.0), (-1.0, 0.52)), ScoresMore(played=-1.0, better=0.5)),
        (Outlook((30.4, 60.0), (1.0, 1.1)), WinsMore(played=30, better=60)),
        (Outlook((30.4, 60.0), (1.0, 0.0)), WinsMore(played=30, better=60)),
    ],
)
def test_without_another_reason_the_rollouts_are_one(outlook, expected):
    record = whole_game(ruleset=Ruleset(handicap_seat=Seat.WHITE, handicap=3))
    decision = decisions_of(record)[0]
    better = next(action for action in decision.situation.legal if action != decision.played)
    found = remarks_on(decision, better, outlook, engine=tiny_engine(), seed=1)
    assert found == (expected,)


def test_every_error_has_a_reason_for_those_who_read_it():
    errors = [verdict for verdict in quick_review().verdicts if verdict.label.is_error]
    assert errors
    assert all(verdict.remarks for verdict in errors)


@pytest.mark.parametrize("puzzle", load_puzzles()[::97], ids=lambda puzzle: puzzle.id)
def test_every_puzzle_has_a_reason(puzzle):
    shown = open_puzzle(puzzle.id, ActionsSoFar(), "de", is_revealed=True)
    assert shown["reasons"] or any(step["effects"] for step in shown["solution"])
    assert not open_puzzle(puzzle.id, ActionsSoFar(), "de")["reasons"]


FAR = WIN_IN_THREE.replace("AADKL - BBEEFGJJKL", "AADKL EFG BB").replace("b:1", "b")


@pytest.mark.parametrize(
    ("position", "wins", "expected"),
    [
        (WIN_IN_THREE, (0, 20), [SpendsScoringCard(A, 42)]),
        (WIN_IN_THREE, (20, 20), []),
        (WIN_IN_THREE, (0, 9), []),
        (FAR.replace("-/CCDGHI", "-/-"), (0, 20), []),
    ],
)
def test_a_card_is_worth_more_at_a_scoring_that_is_near(monkeypatch, position, wins, expected):
    asked = []

    def wins_before_scoring(_engine, _situation, _numbers, card, **_rest):
        asked.append(card)
        return [[True] * num + [False] * (48 - num) for num in wins]

    monkeypatch.setattr(BatchEngine, "wins_before_scoring", wins_before_scoring)
    found = remarks(position, "xA", "xK")
    assert [remark for remark in found if isinstance(remark, SpendsScoringCard)] == expected
    assert set(asked) <= {A}


@pytest.mark.parametrize("has_numpy", [True, False])
def test_a_card_wins_an_island_only_after_the_move_in_question_and_before_the_scoring(has_numpy):
    state = parse_position(WIN_IN_THREE)
    situation = situation_of(view_of(state, mover(state.public.phase)))
    numbers = [number_of(action) for action in (DECLINE, Bury(D))]
    network = tiny_network(version=1)
    engine = BatchEngine(network) if has_numpy else CoreEngine(NumpyNetwork(network))
    declined, kept = engine.wins_before_scoring(situation, numbers, A, num_worlds=48, seed="1")
    assert not any(declined)  # The game is over.
    assert any(kept)  # Two As remove AD, which costs White A and D.
    removal = number_of(to_action(parse_ply("-AD/AA").action, state.public.phase))
    [removed] = engine.wins_before_scoring(situation, [removal], A, num_worlds=48, seed="1")
    assert not any(removed)  # The first move itself does not count.


@pytest.mark.parametrize("language", ["en", "de", "nl", "it"])
@pytest.mark.parametrize("points", [1, 2])
def test_one_point_is_singular(language, points):
    ledger = SimpleNamespace(
        skill=lambda seat: SimpleNamespace(mean=points * (1 - seat), error=0.1),
        luck=lambda seat: points,
        hidden=lambda seat: 0,
        end=points,
    )
    said = summarize(ledger, ("Ada", "Bob"), coach_texts(language))
    forms = {
        "en": ("1 percentage point", "2 percentage points"),
        "de": ("1 Prozentpunkt", "2 Prozentpunkte"),
        "nl": ("1 procentpunt", "2 procentpunten"),
        "it": ("1 punto percentuale", "2 punti percentuali"),
    }
    assert len(said) == 1  # So little luck is not worth a sentence.
    assert re.search(rf"\b{forms[language][points - 1]}\b", said[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summary_names_luck_and_an_early_end(language):
    ledger = SimpleNamespace(
        skill=lambda seat: SimpleNamespace(mean=0, error=3),
        luck=lambda seat: 7,
        hidden=lambda seat: -2,
        end=-6,
    )
    _, luck, end = summarize(ledger, ("Ada", "Bob"), coach_texts(language))
    assert "Ada" in luck
    assert "5" in luck
    assert "Bob" in end
    assert "6" in end
