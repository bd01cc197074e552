"""Turns tried out on what their player sees."""

import pytest

from kahuna.core import DRAW_PILE, IllegalActionError
from kahuna.core.events import BridgeBuilt
from kahuna.record import RecordError, parse_view_position, try_turn

POSITION = "AD,BC,BE,DE,DH,EH/AB,AH,EF,EI,EJ,HI,HL AB/??? CDF - -/- - 1.9 w kosmos-2015"


def test_what_ends_the_turn_is_noted_but_not_played():
    view = parse_view_position(POSITION)
    tried = try_turn(view, ["+BF/B", "<*"])
    assert tried.ending == DRAW_PILE
    assert any(isinstance(event, BridgeBuilt) for event in tried.events)
    assert tried.view == try_turn(view, ["+BF/B"]).view
    assert tried.view.is_to_move


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (["+CK/C"], IllegalActionError),
        (["<*", "+BF/B"], RecordError),
        (["<C=D"], RecordError),
        (["nonsense"], RecordError),
    ],
)
def test_impossible_actions_are_refused(actions, error):
    with pytest.raises(error):
        try_turn(parse_view_position(POSITION), actions)
