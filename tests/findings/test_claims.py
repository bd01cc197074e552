"""Evidence about claims, counted again one by one with the core; and the rules of verdicts."""

from itertools import pairwise

import numpy as np
import pytest

from kahuna.batch import to_core
from kahuna.core import ACTIONS, ARCHIPELAGO, Build, Remove, TakeOpen
from research.findings import claims
from research.findings.claims import ClaimVerdict, Comebacks, ScoreLead, comebacks
from research.findings.estimate import Interval
from research.findings.games import PlayerModel


@pytest.fixture(scope="module")
def turns(games):
    """Of each game its turns: seat, position before, actions, position after."""
    before, ended = to_core(games.before), to_core(games.ended)
    found = []
    for game in range(games.num):
        at = np.flatnonzero(games.game == game).tolist()
        starts = [i for i in at if i == at[0] or before[i].public.turn != before[i - 1].public.turn]
        found.append(
            [
                (
                    before[one].public.phase.seat,
                    before[one],
                    [ACTIONS[games.action[i]] for i in range(one, other)],
                    before[other] if other <= at[-1] else ended[game],
                )
                for one, other in pairwise([*starts, at[-1] + 1])
            ]
        )
    return found


def controls(state, seat, island):
    return bool(ARCHIPELAGO.held(state.public.bridges[seat]) >> island & 1)


def test_central_islands_are_those_nearest_to_the_middle():
    assert {ARCHIPELAGO.names[i] for i in claims.CENTRAL} == {
        "BARI",
        "ELAI",
        "FAAA",
        "IFFI",
        "JOJO",
    }


def test_islands_won_and_lost_by_their_number_of_lines(games, turns):
    found = claims.small_islands(games)
    for number, (islands, won, lost) in found.sizes.items():
        assert {ARCHIPELAGO.lines_at[i].bit_count() for i in islands} == {number}
        wins = [
            controls(after, seat, island)
            for game in turns
            for seat, before, _, after in game
            for island in islands
            if not controls(before, seat, island)
        ]
        losses = [
            not controls(after, seat.other, island)
            for game in turns
            for seat, before, _, after in game
            for island in islands
            if controls(before, seat.other, island)
        ]
        assert won.value == pytest.approx(np.mean(wins))
        assert lost.value == pytest.approx(np.mean(losses))


def test_islands_lost_by_their_links(games, turns):
    found = claims.links(games)
    lost = [[] for _ in range(claims.MOST_LINKS + 1)]
    for seat, before, _, after in (turn for game in turns for turn in game):
        other = seat.other
        for island in ARCHIPELAGO.islands:
            if controls(before, other, island):
                num = sum(
                    island in ends
                    and bool(before.public.bridges[other] >> line & 1)
                    and all(controls(before, other, end) for end in ends)
                    for line, ends in enumerate(ARCHIPELAGO.ends)
                )
                lost[min(num, claims.MOST_LINKS)].append(not controls(after, other, island))
    for rate, cases in zip(found.by_links, lost, strict=True):
        assert rate.value == pytest.approx(np.mean(cases))


def test_cards_that_are_played_on_the_next_turn(games, turns):
    found = claims.open_cards(games, PlayerModel(), np.random.default_rng(1))
    is_played = [
        any(
            action.card == actions[-1].card
            if isinstance(action, Build)
            else isinstance(action, Remove) and actions[-1].card in action.cards
            for action in later
        )
        for game in turns
        for (_, _, actions, _), (_, _, later, _) in zip(game, game[2:], strict=False)
        if isinstance(actions[-1], TakeOpen)
    ]
    assert found.played_next.value == pytest.approx(np.mean(is_played))
    assert 0 < found.drawn_played_next.value < 1
    assert found.touches[0].value > found.touches[1].value


def test_scores_after_the_second_scoring(games, turns):
    found = comebacks(games)
    scores = []
    for game in turns:
        state = next(before for _, before, _, _ in game if before.public.round == 3)
        totals = [sum(points[seat] for points in state.public.points) for seat in (0, 1)]
        winner = game[-1][3].public.phase.outcome.winner
        if sorted(totals) == [0, 3]:
            scores.append(0.5 if winner is None else totals[winner] == 0)
    assert found.standings["0–3"].often.value == pytest.approx(len(scores) / games.num)
    assert found.standings["0–3"].comes_back.value == pytest.approx(np.mean(scores))
    assert sum(each.often.value for each in found.by_stones.values()) == pytest.approx(1)


def near(value):
    return Interval(value, value - 0.01, value + 0.01)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (claims.Centre(near(0.2), near(0.1), near(0.1), near(0), (4, 8, 9)), ClaimVerdict.TRUE),
        (claims.Centre(near(0.2), near(0.1), near(0.1), near(0), (4, 0, 9)), ClaimVerdict.PARTLY),
        (claims.Centre(near(0.1), near(0.1), near(0.0), near(0), (4, 8, 9)), ClaimVerdict.FALSE),
        (claims.LinkedIslands([], near(-0.02), near(0.1)), ClaimVerdict.TRUE),
        (claims.LinkedIslands([], near(-0.02), near(0.3)), ClaimVerdict.PARTLY),
        (claims.LinkedIslands([], near(0.02), near(0.1)), ClaimVerdict.FALSE),
        (Comebacks({"0–3": ScoreLead(near(0.2), near(0.12))}, {}), ClaimVerdict.TRUE),
        (Comebacks({"0–3": ScoreLead(near(0.2), near(0.05))}, {}), ClaimVerdict.PARTLY),
        (Comebacks({"0–3": ScoreLead(near(0.2), near(0.01))}, {}), ClaimVerdict.FALSE),
        (
            claims.OpenCards(near(0.5), near(0.3), near(0.2), (near(0.2), near(0.1))),
            ClaimVerdict.TRUE,
        ),
        (
            claims.OpenCards(near(0.3), near(0.3), near(0.2), (near(0.2), near(0.1))),
            ClaimVerdict.PARTLY,
        ),
        (
            claims.OpenCards(near(0.5), near(0.3), near(0.2), (near(0.1), near(0.1))),
            ClaimVerdict.FALSE,
        ),
    ],
)
def test_verdicts_follow_fixed_rules(found, expected):
    assert found.verdict is expected


@pytest.mark.parametrize(
    ("won", "lost", "expected"),
    [
        (0.2, 0.2, ClaimVerdict.TRUE),
        (0.2, 0.0, ClaimVerdict.PARTLY),
        (0.0, 0.0, ClaimVerdict.FALSE),
    ],
)
def test_the_verdict_on_small_islands_is_about_winning_and_losing(won, lost, expected):
    small = claims.Size((), near(won), near(lost))
    larger = claims.Size((), near(0.1), near(0.1))
    assert claims.SmallIslands({3: small, 4: small}, larger).verdict is expected
