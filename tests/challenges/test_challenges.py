"""Challenges: what each goal asks for, and which games count."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest

from kahuna.bots import LEVELS
from kahuna.challenges import GOALS, FinishedGame, Goal, challenge_of_week, load_challenges
from kahuna.challenges.challenge import _goal
from kahuna.core import Outcome, Ruleset, Seat, Termination, island, line
from kahuna.core.events import (
    BridgeRemoved,
    CardBuried,
    CardDrawn,
    DrawDeclined,
    OpenCardTaken,
    RemovalCause,
)
from kahuna.match import Authority, RandomChance, play_until_over
from kahuna.record import final_state

WHITE, BLACK = Seat.WHITE, Seat.BLACK
CHALLENGES = load_challenges()


def ended(*scores, winner=WHITE, how=Termination.POINTS):
    return {"outcome": Outcome(winner, how, scores)}


def played(*events, seat=WHITE):
    """Return one ply with these events."""
    return {"plies": ((seat, events),)}


def game(**parts):
    usual = {**ended((1, 0), (2, 0), (1, 0)), "seat": WHITE, "stones": (5, 4), "plies": ()}
    return FinishedGame(**usual | parts)


def removed(*names, cause=RemovalCause.CONTROL, seat=BLACK):
    return [BridgeRemoved(seat, line(name), cause) for name in names]


REMOVAL = removed("AB", cause=RemovalCause.CARDS)[0]
TAKEN, DRAWN = OpenCardTaken(WHITE, island("A")), CardDrawn(WHITE, island("A"))
BURIED, DECLINED = CardBuried(WHITE, island("A"), was_shown=False), DrawDeclined(WHITE)
WIPEOUT = ended((0, 1), how=Termination.WIPEOUT)

CASES = {
    "win": (game(), None),
    "lead 4": (game(), game(**ended((1, 0), (0, 2), (4, 0)))),
    "lead 9": (game(**WIPEOUT), game()),
    "removals": (game(**played(*removed("AB"))), game(**played(REMOVAL))),
    "removals 1": (game(**played(REMOVAL)), game(**played(REMOVAL, REMOVAL))),
    "open_cards": (game(**played(DRAWN)), game(**played(TAKEN))),
    "draws": (game(**played(TAKEN)), game(**played(DRAWN))),
    "declines": (game(**played(DRAWN)), game(**played(DECLINED))),
    "burials": (game(**played(DRAWN)), game(**played(BURIED))),
    "scorings 3": (game(), game(**ended((1, 0), (0, 0), (4, 0)))),
    "comeback": (game(**ended((0, 1), (0, 2), (4, 0))), game(**ended((0, 1), (0, 0), (2, 0)))),
    "early": (game(**WIPEOUT), game()),
    "chain 2": (
        game(**played(*removed("AB", "AD"))),
        game(plies=((WHITE, (*removed("AB"), REMOVAL)), (WHITE, tuple(removed("AB"))))),
    ),
    "stones 5": (game(), game(stones=(4, 5))),
}
"""Goals, each with a won game that reaches it and one that does not."""
OTHERS_DEEDS = {
    "removals": game(**played(REMOVAL, seat=BLACK)),
    "draws": game(**played(CardDrawn(BLACK, island("A")), seat=BLACK)),
    "comeback": game(**ended((0, 1), how=Termination.RESIGNATION)),
    "early": game(**ended((0, 1), how=Termination.RESIGNATION)),
    "chain 2": game(**played(*removed("AB", "AD"), seat=BLACK)),
}


def test_every_goal_has_a_case():
    assert {text.split()[0] for text in CASES} == set(GOALS)


@pytest.mark.parametrize("text", CASES)
def test_a_goal_tells_games_apart(text):
    goal, (reaching, missing) = _goal(text), CASES[text]
    assert goal.is_reached(reaching)
    assert missing is None or not goal.is_reached(missing)
    assert not goal.is_reached(replace(reaching, outcome=reaching.outcome._replace(winner=BLACK)))


@pytest.mark.parametrize(
    ("text", "is_reached"),
    [
        ("removals", True),
        ("draws", True),
        ("comeback", False),
        ("early", False),
        ("chain 2", False),
    ],
)
def test_the_opponents_deeds_and_resignations_reach_no_goal(text, is_reached):
    assert _goal(text).is_reached(OTHERS_DEEDS[text]) is is_reached


def test_an_unknown_goal_is_named():
    with pytest.raises(ValueError, match="no goal 'nonsense'; there are win, lead"):
        _goal("nonsense 3")


def play(challenge, seat, seed=1):
    """Play a challenge to its end: a strong bot at the seat, a weak one as the opponent."""
    start = challenge.start
    first, deal = (None, None) if start is None else (start.first, start.deal)
    chance = RandomChance(Random(seed))
    authority = Authority(challenge.ruleset, chance, first=first, deal=deal)
    for ply in () if start is None else start.plies:
        authority.redo(ply)
    strong, weak = LEVELS["noelani"].make(Random(seed)), LEVELS["pua"].make(Random(seed))
    play_until_over(authority, (strong, weak) if seat is WHITE else (weak, strong))
    return authority.record()


@pytest.mark.parametrize("key", CHALLENGES)
def test_each_challenge_can_be_played_and_judged(key):
    challenge = CHALLENGES[key]
    assert challenge.bot in LEVELS
    assert len(challenge.goals) == 3
    seat = challenge.seat if challenge.seat is not None else BLACK
    record = play(challenge, seat)
    assert challenge.is_game(record, seat, challenge.bot)
    first, *others = challenge.judge(record, seat)
    assert first or not any(others)


def test_the_first_goal_and_no_help_are_required():
    challenge = CHALLENGES["head_start"]
    record = play(challenge, WHITE)
    assert record.outcome.winner is WHITE
    assert challenge.judge(record, WHITE)[0]
    assert challenge.judge(replace(record, assisted=(WHITE,)), WHITE) == (False,) * 3
    assert challenge.judge(record, BLACK) == (False,) * 3
    hard = replace(challenge, goals=(Goal("stones", 13), *challenge.goals))
    assert hard.judge(record, WHITE) == (False,) * 4


def test_only_games_with_the_same_set_up_count():
    challenge = CHALLENGES["two_planks"]
    record, bot = play(challenge, WHITE), challenge.bot
    assert challenge.is_game(record, WHITE, bot)
    for other, seat, opponent in (
        (record, BLACK, bot),
        (record, WHITE, "pua"),
        (record, WHITE, None),
        (replace(record, plies=record.plies[1:]), WHITE, bot),
        (replace(record, ruleset=Ruleset(no_trespass=True)), WHITE, bot),
        (replace(record, first=BLACK), WHITE, bot),
    ):
        assert not challenge.is_game(other, seat, opponent)


@pytest.mark.parametrize(
    ("key", "points", "stones"),
    [("two_planks", ((0, 1),), 0), ("nothing_to_lose", ((0, 1), (0, 2)), 5)],
)
def test_set_ups_are_as_described(key, points, stones):
    start = CHALLENGES[key].start
    state = final_state(start)
    held = state.ruleset.board.held(state.public.bridges[WHITE])
    assert (state.public.points, held.bit_count()) == (points, stones)


def test_plies_before_the_challenge_do_not_count():
    challenge = CHALLENGES["nothing_to_lose"]
    gentle = replace(challenge, goals=(Goal("open_cards", 0),))
    # White has taken open cards before; resign at once, so that White plays nothing.
    start = challenge.start
    outcome = Outcome(WHITE, Termination.RESIGNATION, ((0, 1), (0, 2)))
    assert gentle.judge(replace(start, outcome=outcome), WHITE) == (True,)


def test_every_challenge_has_its_week_before_any_comes_again():
    keys = list(CHALLENGES)
    monday = date(2026, 11, 16)
    weeks = [challenge_of_week(keys, monday + timedelta(weeks=n)) for n in range(3 * len(keys))]
    assert set(weeks) == set(keys)
    assert challenge_of_week(keys, monday + timedelta(days=6)) == weeks[0]
    assert all(now != after for now, after in pairwise(weeks))
