"""Plies that are reconstructed from events."""

import pytest
from games import RULESETS, game

from kahuna.core import SEATS, VIEWERS, TakeOpen, mover, seen
from kahuna.core.events import OpenCardTaken
from kahuna.record import Ply, one_sided, plies_of, replay


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("number", range(len(RULESETS)))
def test_the_history_of_a_viewer_holds_the_plies_of_its_one_sided_record(number, viewer):
    record = game(number)
    history = [seen(event, viewer) for moment in replay(record) for event in moment.events]
    assert tuple(ply for _, _, ply in plies_of(history)) == one_sided(record, viewer).plies


@pytest.mark.parametrize("number", range(len(RULESETS)))
def test_each_ply_names_its_seat_and_its_first_event(number):
    num_events = 0
    expected, history = [], []
    to_move = None
    for moment in replay(game(number)):
        if moment.ply is not None:
            expected.append((num_events, to_move, moment.ply))
        num_events += len(moment.events)
        history += moment.events
        to_move = mover(moment.state.public.phase)
    assert [tuple(found) for found in plies_of(history)] == expected
    assert {seat for _, seat, _ in expected} == set(SEATS)


def test_a_history_may_end_with_an_open_card_that_is_not_replaced_yet():
    history = [event for moment in replay(game(0)) for event in moment.events]
    index = next(i for i, event in enumerate(history) if isinstance(event, OpenCardTaken))
    *_, last = plies_of(history[: index + 1])
    assert last.ply == Ply(TakeOpen(history[index].card), None, ())
