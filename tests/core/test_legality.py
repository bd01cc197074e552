"""Reasons for what is refused, beyond what whole games meet."""

import pickle

import pytest

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    REPLACE,
    Build,
    Bury,
    Deal,
    Drawing,
    Handicap,
    IllegalActionError,
    ImpossibleCardError,
    Island,
    PlaceHandicap,
    Reason,
    Remove,
    Ruleset,
    Seat,
    TakeOpen,
    apply,
    cards_of,
    legal_actions,
    resolve,
    start,
    view_of,
    why_illegal,
)
from kahuna.core.effects import _act
from kahuna.core.legality import legal_for
from kahuna.core.state import turn_of

WHITE, BLACK = Seat.WHITE, Seat.BLACK
DEAL = Deal((cards_of([0, 0, 1]), cards_of([3, 4, 5])), cards_of([6, 7, 8]))
STATE = start(Ruleset(), DEAL, first=WHITE).state
PLACING = start(Ruleset(handicap=1, handicap_seat=WHITE), DEAL, first=BLACK).state
DRAWING = apply(STATE, DRAW_PILE).state


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Build(27, 0), Reason.UNKNOWN_LINE),
        (Build(0, 12), Reason.CARD_NOT_AT_LINE),
        (Remove(27, (0, 1)), Reason.UNKNOWN_LINE),
        (Remove(0, (0, 12)), Reason.CARD_NOT_AT_LINE),
        (Bury(12), Reason.UNKNOWN_ISLAND),
        (TakeOpen(12), Reason.UNKNOWN_ISLAND),
        (TakeOpen(0), Reason.NOT_OPEN),
        (REPLACE, Reason.NOTHING_CLEARED),
        (PlaceHandicap(0), Reason.HANDICAP_OVER),
        (PlaceHandicap(27), Reason.HANDICAP_OVER),
    ],
)
def test_reasons_in_a_turn(action, reason):
    check_refused(STATE, WHITE, action, reason)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (PlaceHandicap(27), Reason.UNKNOWN_LINE),
        (DECLINE, Reason.HANDICAP_FIRST),
        (Build(0, 0), Reason.HANDICAP_FIRST),
    ],
)
def test_reasons_before_the_first_turn(action, reason):
    check_refused(PLACING, WHITE, action, reason)


def check_refused(state, seat, action, reason):
    assert why_illegal(view_of(state, seat), action) is reason
    with pytest.raises(IllegalActionError, match=reason.value) as error:
        apply(state, action)
    assert (error.value.action, error.value.reason) == (action, reason)


@pytest.mark.parametrize("state", [STATE, PLACING])
def test_the_other_seat_is_not_to_move(state):
    assert why_illegal(view_of(state, BLACK), DECLINE) is Reason.NOT_YOUR_TURN
    assert legal_actions(view_of(state, BLACK)) == ()


def test_nobody_moves_while_a_card_is_drawn():
    check_refused(DRAWING, WHITE, DECLINE, Reason.CHANCE_PENDING)
    public = DRAWING.public
    assert public.phase == Drawing(WHITE)
    assert legal_for(DRAWING.ruleset, public, DRAWING.private[0].hand, 15) == []


def test_a_handicap_bridge_is_no_part_of_a_turn():
    """The check comes first; but what would come of it is refused as well."""
    with pytest.raises(IllegalActionError, match="handicap_over") as error:
        _act(STATE, turn_of(WHITE), PlaceHandicap(0))
    assert error.value.action == PlaceHandicap(0)


@pytest.mark.parametrize("state", [STATE, PLACING])
def test_no_card_is_due(state):
    with pytest.raises(ImpossibleCardError, match=r"^no card is to be drawn now$") as error:
        resolve(state, Island(9))
    assert error.value.card == 9


@pytest.mark.parametrize("card", [0, 12])
def test_a_card_that_is_not_in_the_pile(card):
    problem = f"^the pile holds no card of island {card}$"
    with pytest.raises(ImpossibleCardError, match=problem) as error:
        resolve(DRAWING, Island(card))
    assert error.value.card == card


def test_the_phase_before_the_first_turn():
    assert PLACING.public.phase == Handicap(WHITE, 1, BLACK)


def test_a_refusal_says_what_was_refused_and_survives_pickling():
    with pytest.raises(IllegalActionError) as refused:
        apply(STATE, REPLACE)
    copy = pickle.loads(pickle.dumps(refused.value))
    assert str(copy) == str(refused.value) == f"{REPLACE} is not legal: nothing_cleared"
    assert (copy.action, copy.reason) == (REPLACE, Reason.NOTHING_CLEARED)
