"""From a record back to the game, and to the first ply that does not fit."""

from dataclasses import replace
from itertools import pairwise

import pytest
from games import RULESETS, game, games

from kahuna.core import (
    SEATS,
    SPECTATOR,
    Bury,
    DrawPile,
    Outcome,
    Seat,
    Termination,
    seen,
    view_of,
)
from kahuna.core.events import CardBuried
from kahuna.record import (
    BuryUnknown,
    Ply,
    RecordError,
    ReplayMismatchError,
    final_state,
    format_record,
    one_sided,
    parse_ply,
    parse_record,
    replay,
    replay_view,
)


@pytest.mark.parametrize("number", range(len(RULESETS)))
def test_a_record_replays_to_its_outcome(number):
    record = game(number)
    moments = list(replay(record))
    assert [moment.number for moment in moments] == list(range(len(record.plies) + 1))
    assert moments[-1].state.public.phase.outcome == record.outcome
    assert all(a.state != b.state for a, b in pairwise(moments))
    assert final_state(record) == moments[-1].state


def _fails(record, says, *, ply):
    with pytest.raises(ReplayMismatchError) as caught:
        list(replay(record))
    assert says in str(caught.value)
    assert caught.value.ply == ply


def _with_ply(record, number, token):
    plies = list(record.plies)
    plies[number - 1] = parse_ply(token)
    return replace(record, plies=tuple(plies))


def _first_drawn(record):
    return next(i for i, ply in enumerate(record.plies, 1) if ply.card is not None)


def test_the_first_ply_that_does_not_fit_is_named():
    record = game(0)
    _fails(_with_ply(record, 5, "!AB"), "ply 5: !AB is not legal (handicap over)", ply=5)
    with pytest.raises(ReplayMismatchError, match=r"expected one of (White|Black)'s moves: "):
        list(replay(_with_ply(record, 5, "!AB")))


def test_a_card_that_is_missing_or_too_many():
    record = game(0)
    number = _first_drawn(record)
    ply = record.plies[number - 1]
    bare = replace(record, plies=(*record.plies[: number - 1], ply._replace(card=None)))
    _fails(bare, "does not say the card that came from the pile; expected …=K", ply=number)
    extra = replace(record, plies=(*record.plies[: number - 1], ply._replace(opened=(0, 1, 2))))
    _fails(extra, "names too many cards; expected", ply=number)
    opening = next(i for i, ply in enumerate(record.plies, 1) if ply.opened)
    short = record.plies[opening - 1]._replace(opened=(record.plies[opening - 1].opened[0],))
    cut = replace(record, plies=(*record.plies[: opening - 1], short))
    _fails(cut, "does not say the cards now open; expected …|JKA", ply=opening)


def test_a_card_that_is_not_in_the_pile():
    record = game(0)
    number = _first_drawn(record)
    before = list(replay(replace(record, plies=record.plies[: number - 1], outcome=None)))[-1]
    missing = next(i for i in range(12) if not before.state.pile >> 2 * i & 3)
    plies = (*record.plies[: number - 1], record.plies[number - 1]._replace(card=missing))
    _fails(replace(record, plies=plies), "is not in the pile", ply=number)


def test_an_unknown_card_cannot_be_replayed_in_full():
    record = game(0)
    number = next(i for i, ply in enumerate(record.plies, 1) if isinstance(ply.action, Bury))
    _fails(_with_ply(record, number, "x?"), "does not say which card", ply=number)
    hidden = replace(record, hands=(record.hands[0], None))
    with pytest.raises(RecordError, match="the deal is not known"):
        list(replay(hidden))


def test_plies_after_the_end_do_not_fit():
    record = game(0)
    plies = (*record.plies, Ply(DrawPile()))
    over = replace(record, plies=plies)
    _fails(over, "(game over); expected no further ply", ply=len(plies))


def test_a_position_hash_that_does_not_fit():
    record = game(0)
    (number, digest), *rest = record.hashes
    wrong = replace(record, hashes=((number, "0" * 16), *rest))
    _fails(wrong, f"the position hash is given as {'0' * 16}; expected {digest}", ply=number)


def test_an_outcome_that_does_not_fit():
    record = game(0)
    after = len(record.plies) + 1
    _fails(replace(record, outcome=None), "the outcome is given as unfinished", ply=after)
    other = record.outcome._replace(winner=record.outcome.winner.other)
    _fails(replace(record, outcome=other), f"by {other.termination} with", ply=after)
    short = replace(record, plies=record.plies[:9], hashes=())
    _fails(short, "the game is not over, but the outcome is", ply=10)


@pytest.mark.parametrize(
    ("winner", "termination"),
    [
        (Seat.WHITE, Termination.RESIGNATION),
        (Seat.BLACK, Termination.TIMEOUT),
        (None, Termination.AGREEMENT),
    ],
)
def test_ends_of_a_match_need_no_end_of_the_game(winner, termination):
    short = replace(game(0), plies=game(0).plies[:9], hashes=())
    assert list(replay(replace(short, outcome=None)))
    assert list(replay(replace(short, outcome=Outcome(winner, termination, ()))))
    wrong = None if winner is not None else Seat.WHITE
    record = replace(short, outcome=Outcome(wrong, termination, ()))
    _fails(record, "the game is not over", ply=10)
    record = replace(short, outcome=Outcome(winner, termination, ((1, 0),)))
    _fails(record, "the scores are given as 1:0; expected no scores", ply=10)


class TestOneSided:
    @pytest.mark.parametrize("number", range(len(RULESETS)))
    @pytest.mark.parametrize("viewer", SEATS)
    def test_what_a_seat_saw_can_be_replayed(self, number, viewer):
        record = game(number)
        mine = one_sided(record, viewer)
        assert parse_record(format_record(mine)) == mine
        history = ()
        for moment, view in zip(replay(record), replay_view(mine, viewer), strict=True):
            history += tuple(seen(event, viewer) for event in moment.events)
            assert view == view_of(moment.state, viewer, history=history)

    @pytest.mark.parametrize("number", range(3))
    def test_a_whole_record_can_be_seen_from_one_side(self, number):
        record = game(number)
        whole = list(replay_view(record, Seat.WHITE))
        assert whole == list(replay_view(one_sided(record, Seat.WHITE), Seat.WHITE))

    def test_it_says_nothing_that_the_viewer_did_not_see(self):
        for record in games(len(RULESETS)):
            for viewer in (*SEATS, SPECTATOR):
                mine = one_sided(record, viewer)
                assert mine.hashes == ()
                for seat in SEATS:
                    assert (mine.hands[seat] is None) == (seat is not viewer)
                seat = None
                for moment, ply in zip(list(replay(record))[1:], mine.plies, strict=True):
                    hidden = [
                        event.seat
                        for event in moment.events
                        if isinstance(event, CardBuried) and not event.was_shown
                    ]
                    if hidden and hidden[0] is not viewer:
                        assert ply == Ply(BuryUnknown())
                    if isinstance(ply.action, DrawPile) and seat is not viewer:
                        drawer = moment.events[0].seat
                        assert (ply.card is None) == (drawer is not viewer)

    def test_a_card_that_lay_open_was_seen_when_it_was_discarded(self):
        record = game(6)  # Variant 2.
        shown = [
            moment.number
            for moment in replay(record)
            for event in moment.events
            if isinstance(event, CardBuried) and event.was_shown
        ]
        assert shown
        mine = one_sided(record, SPECTATOR)
        assert all(isinstance(mine.plies[number - 1].action, Bury) for number in shown)

    def test_the_own_hand_must_be_known(self):
        with pytest.raises(RecordError, match="Black's cards are not in the record"):
            list(replay_view(one_sided(game(0), Seat.WHITE), Seat.BLACK))

    def test_the_ply_that_cannot_be_is_named(self):
        record = one_sided(game(0), Seat.WHITE)
        with pytest.raises(ReplayMismatchError, match=r"ply 1: !AB is not legal \(handicap over"):
            list(replay_view(_with_ply(record, 1, "!AB"), Seat.WHITE))
        deal = replace(game(0), hands=(tuple(map(int, (0, 0, 1))), None), open_cards=(1, 2, 3))
        impossible = replace(deal, first=Seat.BLACK, plies=(parse_ply("+AB/A"),), outcome=None)
        with pytest.raises(
            ReplayMismatchError, match=r"ply 1: \+AB/A is impossible: no world fits"
        ):
            list(replay_view(impossible, Seat.WHITE))
        bare = replace(impossible, plies=(parse_ply("<C"),))
        with pytest.raises(ReplayMismatchError, match="does not say the card"):
            list(replay_view(bare, Seat.WHITE))

    def test_who_holds_only_open_cards_has_none_to_hide(self):
        record = replace(
            game(6),
            first=Seat.BLACK,
            hands=((0, 0, 1), None),
            open_cards=(1, 2, 3),
            plies=tuple(map(parse_ply, ("x?", "x?", "x?", "<C=C", ".", "x?"))),
            outcome=None,
            hashes=(),
        )
        with pytest.raises(
            ReplayMismatchError, match=r"ply 6: x\? is impossible: Black has no hidden"
        ):
            list(replay_view(record, Seat.WHITE))
        assert list(replay_view(_with_ply(record, 6, "xC"), Seat.WHITE))
