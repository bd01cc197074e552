"""The one-line form of a position as the player to move sees it."""

import pytest
from games import RULESETS, games

from kahuna.core import InvalidPositionError, Seat, believe, cards, mover, seen, view_of
from kahuna.record import (
    RecordError,
    format_view_position,
    known_cards,
    parse_position,
    parse_view_position,
    replay,
)

POSITION = "AD,DE/AB,AH BCC/H??? GIJ AAB E/? - 1.17 w kosmos-2015"


def views(record):
    """Yield the view of the player to move at every decision, with its history."""
    histories = dict.fromkeys(Seat, ())
    for step in replay(record):
        for seat in Seat:
            histories[seat] += tuple(seen(event, seat) for event in step.events)
        seat = mover(step.state.public.phase)
        if seat is not None:
            yield view_of(step.state, seat, history=histories[seat])


@pytest.mark.parametrize("record", games(len(RULESETS)), ids=lambda record: str(record.ruleset))
def test_a_view_survives_being_written_and_read(record):
    for view in views(record):
        text = format_view_position(view)
        again = parse_view_position(text)
        assert again._replace(history=()) == view._replace(history=())
        assert format_view_position(again) == text


def test_hidden_cards_are_counted_and_known_ones_believed():
    view = parse_view_position(POSITION)
    assert view.viewer is Seat.WHITE
    assert view.hand_sizes == (3, 4)
    assert view.buried_sizes == (1, 1)
    assert known_cards(view) == cards("H")
    assert believe(view).hand_size == 4
    assert format_view_position(view) == POSITION


def test_a_position_without_hidden_cards_is_one_with_every_card_known():
    text = "AD,DE/AB,AH BCC/HHKL GIJ AAB E/- - 1.17 w kosmos-2015"
    assert known_cards(parse_view_position(text)) == parse_position(text).private[1].hand


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("AD/AB BCC/H?? GIJ - - 1.17 w kosmos-2015", "9 fields"),
        ("AD", "9 fields"),
        (POSITION.replace("BCC", "BC?"), "the player to move sees their own cards"),
        (POSITION.replace("E/?", "?/?"), "the player to move sees their own cards"),
        (POSITION.replace(" w ", " #w=points "), "nobody is to move"),
        (POSITION.replace("H???", "?" * 17), "18 cards are hidden, but only 14"),
        (POSITION.replace("2015", "2015+2"), "in variant 2 known cards lie open"),
        (POSITION.replace("BCC/H???", "B?C/???"), "sees their own cards"),
        (POSITION.replace("GIJ", "G?J"), "open: "),
    ],
)
def test_a_nonsensical_text_is_refused(text, problem):
    with pytest.raises(RecordError, match=problem):
        parse_view_position(text)


@pytest.mark.parametrize(
    "text",
    [
        POSITION.replace("BCC", "BBB"),
        POSITION.replace("H???", "H?????"),
        POSITION.replace("GIJ", "G"),
    ],
)
def test_an_impossible_position_is_refused(text):
    with pytest.raises(InvalidPositionError):
        parse_view_position(text)


def test_only_the_view_of_the_player_to_move_is_written():
    state = parse_position("AD,DE/AB,AH BCC/HHKL GIJ AAB E/- - 1.17 w kosmos-2015")
    with pytest.raises(RecordError, match="the player to move"):
        format_view_position(view_of(state, Seat.BLACK))
