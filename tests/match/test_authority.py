"""The authority: whose turn, which version, what is undone, who sees what, nothing lost."""

from random import Random

import pytest

from kahuna.bots import RandomBot
from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    SEATS,
    SPECTATOR,
    VIEWERS,
    Build,
    Bury,
    IllegalActionError,
    InvalidSeatError,
    PlaceHandicap,
    Ruleset,
    Seat,
    Termination,
    legal_actions,
)
from kahuna.core.events import GameEnded, HiddenCardBuried, HiddenCardDrawn
from kahuna.match import (
    Authority,
    Ending,
    GameOverError,
    NothingToUndoError,
    NotYourTurnError,
    RandomChance,
    StaleVersionError,
    TakenBack,
    TooManyStepsError,
    Undone,
    play_out,
)
from kahuna.record import final_state, replay


def new(seed: int = 1, **options) -> Authority:
    return Authority(
        Ruleset(**options), RandomChance(Random(seed)), first=Seat.WHITE, players=("Ada", "Bob")
    )


def first_build(authority: Authority, seat: Seat) -> Build:
    return next(a for a in legal_actions(authority.view(seat)) if isinstance(a, Build))


def test_only_the_seat_to_move_may_act():
    authority = new()
    with pytest.raises(NotYourTurnError, match="not Black's turn"):
        authority.act(Seat.BLACK, DECLINE, version=0)
    assert authority.num_changes == 0
    authority.act(Seat.WHITE, DECLINE, version=0)
    assert authority.mover is Seat.BLACK


def test_an_action_answers_the_current_version():
    authority = new()
    authority.act(Seat.WHITE, first_build(authority, Seat.WHITE), version=0)
    for stale in (0, 2):
        with pytest.raises(StaleVersionError) as caught:
            authority.act(Seat.WHITE, DRAW_PILE, version=stale)
        assert (caught.value.given, caught.value.current) == (stale, 1)
    assert authority.num_changes == 1


def test_a_version_does_not_tell_others_what_was_taken_back():
    authority = new()
    build = first_build(authority, Seat.WHITE)
    for _ in range(3):
        authority.act(Seat.WHITE, build)
        authority.undo(Seat.WHITE)
    assert [authority.version(viewer) for viewer in VIEWERS] == [6, 0, 0]
    assert authority.is_mid_turn
    authority.act(Seat.WHITE, DRAW_PILE, version=6)
    assert [authority.version(viewer) for viewer in VIEWERS] == [1000, 1000, 1000]
    assert not authority.is_mid_turn
    with pytest.raises(StaleVersionError):
        authority.act(Seat.BLACK, DRAW_PILE, version=0)
    authority.act(Seat.BLACK, DRAW_PILE, version=1000)
    authority.resign(Seat.BLACK)
    assert [authority.version(viewer) for viewer in VIEWERS] == [3000, 3000, 3000]


def test_without_a_version_an_action_answers_the_current_view():
    authority = new()
    authority.act(Seat.WHITE, first_build(authority, Seat.WHITE))
    authority.act(Seat.WHITE, DRAW_PILE)
    assert authority.mover is Seat.BLACK


def test_undoing_ends_before_the_versions_of_a_turn_are_used_up():
    authority = new()
    build = first_build(authority, Seat.WHITE)
    for _ in range(450):
        authority.act(Seat.WHITE, build)
        authority.undo(Seat.WHITE)
    authority.act(Seat.WHITE, build)
    assert not authority.can_undo
    with pytest.raises(TooManyStepsError, match="900 steps"):
        authority.undo(Seat.WHITE)
    authority.act(Seat.WHITE, DRAW_PILE, version=901)
    assert authority.version(Seat.BLACK) == 1000


def test_a_record_shows_a_viewer_what_that_viewer_has_seen():
    authority = new()
    build = first_build(authority, Seat.WHITE)
    authority.act(Seat.WHITE, build)
    seen = {viewer: authority.record_for(viewer) for viewer in VIEWERS}
    assert [len(seen[viewer].plies) for viewer in VIEWERS] == [1, 0, 0]
    assert [[hand is not None for hand in seen[viewer].hands] for viewer in VIEWERS] == [
        [True, False], [False, True], [False, False],
    ]  # fmt: skip
    authority.resign(Seat.WHITE)
    assert all(authority.record_for(viewer) == authority.record() for viewer in VIEWERS)


def test_what_is_not_legal_changes_nothing():
    authority = new()
    before = [authority.view(viewer) for viewer in VIEWERS]
    with pytest.raises(IllegalActionError):
        authority.act(Seat.WHITE, PlaceHandicap(0), version=0)
    assert [authority.view(viewer) for viewer in VIEWERS] == before
    assert authority.changes == ()


def test_a_turn_in_progress_is_seen_only_by_its_player():
    authority = new()
    others = [authority.view(viewer) for viewer in (Seat.BLACK, SPECTATOR)]
    authority.act(Seat.WHITE, first_build(authority, Seat.WHITE), version=0)
    card = next(a for a in legal_actions(authority.view(Seat.WHITE)) if isinstance(a, Bury))
    authority.act(Seat.WHITE, card, version=1)
    assert [authority.view(viewer) for viewer in (Seat.BLACK, SPECTATOR)] == others
    assert len(authority.view(Seat.WHITE).history) > len(others[0].history)
    authority.act(Seat.WHITE, DRAW_PILE, version=2)
    for viewer in (Seat.BLACK, SPECTATOR):
        news = authority.view(viewer).history[len(others[0].history) :]
        assert HiddenCardBuried(Seat.WHITE) in news
        assert HiddenCardDrawn(Seat.WHITE) in news
        assert len(news) == len(authority.view(Seat.WHITE).history) - len(others[0].history)


def test_steps_are_undone_one_by_one_until_a_card_is_drawn():
    authority = new()
    views = [authority.view(Seat.WHITE)]
    for version in range(2):
        authority.act(Seat.WHITE, first_build(authority, Seat.WHITE), version=version)
        views.append(authority.view(Seat.WHITE))
    assert authority.can_undo
    for version, view in ((2, views[1]), (3, views[0])):
        authority.undo(Seat.WHITE, version=version)
        assert authority.view(Seat.WHITE) == view
    with pytest.raises(NothingToUndoError):
        authority.undo(Seat.WHITE, version=4)
    assert authority.record().plies == ()
    authority.act(Seat.WHITE, DRAW_PILE, version=4)
    with pytest.raises(NotYourTurnError):
        authority.undo(Seat.WHITE, version=authority.version(Seat.WHITE))
    with pytest.raises(StaleVersionError):
        authority.undo(Seat.WHITE, version=5)
    with pytest.raises(NothingToUndoError):
        authority.undo(Seat.BLACK, version=1000)


def test_handicap_bridges_can_be_undone_until_the_last_lies():
    authority = new(handicap=2, handicap_seat=Seat.BLACK)
    authority.act(Seat.BLACK, PlaceHandicap(0), version=0)
    assert authority.view(Seat.WHITE).public.bridges == (0, 0)
    authority.undo(Seat.BLACK, version=1)
    authority.act(Seat.BLACK, PlaceHandicap(1), version=2)
    authority.act(Seat.BLACK, PlaceHandicap(2), version=3)
    assert authority.view(Seat.WHITE).public.bridges == (0, 0b110)
    assert not authority.can_undo
    assert [authority.version(viewer) for viewer in VIEWERS] == [1000, 1000, 1000]


@pytest.mark.parametrize(
    ("end", "winner", "termination"),
    [
        (lambda a: a.resign(Seat.WHITE), Seat.BLACK, Termination.RESIGNATION),
        (lambda a: a.time_out(Seat.BLACK), Seat.WHITE, Termination.TIMEOUT),
        (lambda a: a.agree_draw(), None, Termination.AGREEMENT),
    ],
)
def test_the_players_can_end_a_match(end, winner, termination):
    authority = new()
    authority.act(Seat.WHITE, first_build(authority, Seat.WHITE), version=0)
    end(authority)
    assert (authority.outcome.winner, authority.outcome.termination) == (winner, termination)
    for viewer in VIEWERS:
        assert authority.view(viewer).history[-1] == GameEnded(authority.outcome)
        assert authority.view(viewer).public.bridges[0]
    assert authority.mover is None
    for seat in SEATS:
        with pytest.raises(GameOverError):
            authority.act(seat, DECLINE)
        with pytest.raises(GameOverError):
            authority.resign(seat)
    assert list(replay(authority.record()))
    assert authority.changes[-1] == Ending(winner, termination)


def play_wildly(authority: Authority, rng: Random, changes: int) -> None:
    """Random actions and undos, so many or until the end."""
    while authority.num_changes < changes and (seat := authority.mover) is not None:
        if authority.can_undo and rng.random() < 0.3:
            authority.undo(seat)
        else:
            action = rng.choice(legal_actions(authority.view(seat)))
            authority.act(seat, action)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_is_restored_from_its_changes_at_any_time(seed):
    rng = Random(seed)
    authority = new(seed, no_trespass=seed % 2 == 0, open_hands=seed % 3 == 0)
    play_wildly(authority, rng, rng.randrange(400))
    if seed % 4 == 0 and authority.outcome is None:
        authority.resign(Seat.BLACK)
    restored = Authority.restore(
        authority.view(SPECTATOR).ruleset,
        RandomChance(Random(0)),
        authority.changes,
        first=Seat.WHITE,
        deal=authority.record().deal,
        players=("Ada", "Bob"),
    )
    assert restored.record() == authority.record()
    assert restored.num_changes == authority.num_changes
    assert restored.can_undo == authority.can_undo
    assert restored.is_mid_turn == authority.is_mid_turn
    for viewer in VIEWERS:
        assert restored.version(viewer) == authority.version(viewer)
        assert restored.log(viewer) == authority.log(viewer)
        assert restored.view(viewer) == authority.view(viewer)


def test_changes_after_the_end_do_not_fit():
    authority = new()
    authority.resign(Seat.WHITE)
    with pytest.raises(GameOverError):
        Authority.restore(
            Ruleset(),
            RandomChance(Random(0)),
            (*authority.changes, Undone()),
            first=Seat.WHITE,
            deal=authority.record().deal,
        )


def test_an_undo_of_nothing_does_not_fit():
    authority = new()
    with pytest.raises(NothingToUndoError):
        authority.redo(Undone())


def test_a_game_between_agents_becomes_a_record_that_replays():
    authority = Authority(Ruleset(), RandomChance(Random(5)))
    outcome = play_out(authority, (RandomBot(Random(6)), RandomBot(Random(7))))
    record = authority.record()
    assert record.outcome == outcome
    assert final_state(record).public.phase.outcome == outcome
    assert len(record.hashes) == 3


def test_a_seat_may_be_its_number_or_its_name():
    authority = Authority(Ruleset(), RandomChance(Random(1)), first=Seat.WHITE)
    assert authority.view(0) == authority.view(Seat.WHITE)
    assert authority.version(1) == authority.version(Seat.BLACK)
    authority.check(0)
    authority.check("white")
    for nonsense in (2, "red"):
        with pytest.raises(InvalidSeatError, match="there is no seat"):
            authority.view(nonsense)
        with pytest.raises(InvalidSeatError, match="there is no seat"):
            authority.check(nonsense)


def played_turns(authority: Authority, num: int) -> None:
    """Let both seats build and draw, so many turns in all."""
    for _ in range(num):
        seat = authority.mover
        authority.act(seat, first_build(authority, seat))
        authority.act(seat, DRAW_PILE)


def test_a_turn_taken_back_leaves_no_trace_but_in_the_changes():
    authority = new()
    played_turns(authority, 2)
    before = {viewer: authority.view(viewer) for viewer in VIEWERS}
    record, version = authority.record(), authority.version(Seat.WHITE)
    played_turns(authority, 2)
    assert {viewer: authority.view(viewer) for viewer in VIEWERS} != before
    assert authority.take_back(Seat.WHITE) == TakenBack(4)
    assert {viewer: authority.view(viewer) for viewer in VIEWERS} == before
    assert authority.record() == record
    assert authority.version(Seat.WHITE) > version
    assert authority.num_changes == 9
    played_turns(authority, 1)
    again = Authority.restore(
        Ruleset(),
        RandomChance(Random(9)),
        authority.changes,
        first=Seat.WHITE,
        deal=authority.record().deal,
        players=("Ada", "Bob"),
    )
    assert again.record() == authority.record()
    assert [again.version(v) for v in VIEWERS] == [authority.version(v) for v in VIEWERS]


def test_a_turn_in_progress_is_taken_back_first_then_the_one_before():
    authority = new()
    played_turns(authority, 2)
    authority.act(Seat.WHITE, first_build(authority, Seat.WHITE))
    assert authority.take_back(Seat.WHITE) == TakenBack(4)
    assert authority.take_back(Seat.WHITE) == TakenBack(0)
    with pytest.raises(NothingToUndoError):
        authority.take_back(Seat.WHITE)


def test_nothing_is_taken_back_that_was_not_played_or_after_the_end():
    authority = new()
    with pytest.raises(NothingToUndoError):
        authority.take_back(Seat.BLACK)
    with pytest.raises(NothingToUndoError):
        authority.redo(TakenBack(0))
    authority.resign(Seat.WHITE)
    with pytest.raises(GameOverError):
        authority.take_back(Seat.WHITE)
