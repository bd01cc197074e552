"""The puzzles that are shipped: every claim that can be checked without a search."""

from collections import Counter

import pytest

from kahuna.bots import LEVELS, Level
from kahuna.core import DECLINE, Bury, Remove, Seat, believe, mover
from kahuna.core.state import Turn, TurnActivity
from kahuna.puzzles import Theme, load_puzzles, parse_turn
from kahuna.puzzles.puzzle import ending_of, parse_puzzle
from kahuna.record import format_view_position
from research.puzzles.difficulty import graded
from research.puzzles.puzzle_text import format_puzzle, format_turn, puzzle_id, steps_of
from research.puzzles.themes import is_chain_reaction, theme_of, themes_of

PUZZLES = load_puzzles()


def turns_of(puzzle):
    return [parse_turn(puzzle.view, turn) for turn in (puzzle.solution, *puzzle.accepted)]


def test_there_are_many_in_order_without_duplicates():
    assert len(PUZZLES) >= 1500
    ids = [puzzle.id for puzzle in PUZZLES]
    assert ids == sorted(set(ids))
    assert len({puzzle.position for puzzle in PUZZLES}) == len(PUZZLES)


def test_every_theme_and_every_strength_has_puzzles():
    themes = Counter(puzzle.theme for puzzle in PUZZLES)
    assert set(themes) == set(Theme)
    assert min(themes.values()) >= 50
    difficulties = {puzzle.difficulty for puzzle in PUZZLES}
    assert len(difficulties) > 12
    assert {None} < difficulties < {None, *LEVELS}


@pytest.mark.parametrize("part", range(4))
def test_a_puzzle_is_what_one_player_sees_at_the_beginning_of_a_turn(part):
    for puzzle in PUZZLES[part::4]:
        view = puzzle.view
        assert puzzle.id == puzzle_id(puzzle.position)
        assert format_view_position(view) == puzzle.position
        assert view.viewer is mover(view.public.phase)
        assert isinstance(view.public.phase, Turn)
        assert view.public.phase.activity is TurnActivity.NOTHING
        assert puzzle.edition == view.ruleset.edition
        believe(view)


@pytest.mark.parametrize("part", range(4))
def test_solutions_are_whole_legal_turns_with_one_effect_and_the_refutation_has_another(part):
    for puzzle in PUZZLES[part::4]:
        view = puzzle.view
        endings = [ending_of(view, turn) for turn in turns_of(puzzle)]
        assert None not in endings
        assert len(set(endings)) == len(endings)
        assert len({(e.bridges, e.last == DECLINE) for e in endings}) == 1
        other = ending_of(view, parse_turn(view, puzzle.refutation))
        assert other is not None
        assert (other.bridges, other.last == DECLINE) != (
            endings[0].bridges,
            endings[0].last == DECLINE,
        )
        assert all(puzzle.solves(turn) for turn in turns_of(puzzle))
        assert not puzzle.solves(parse_turn(view, puzzle.refutation))


def test_themes_are_those_of_the_events():
    for puzzle in PUZZLES:
        [solution, *_] = turns_of(puzzle)
        needs_counting = puzzle.theme is Theme.CARD_COUNTING
        assert theme_of(puzzle.view, solution, needs_counting=needs_counting) is puzzle.theme
        if needs_counting:
            # Something must be there that can be counted.
            assert puzzle.view.public.discards or known_cards_of(puzzle)


def known_cards_of(puzzle):
    hand = puzzle.position.split()[1].split("/")[puzzle.view.viewer.other]
    return hand.strip("?-")


def test_margins_are_large_and_significant():
    for puzzle in PUZZLES:
        assert puzzle.margin - 2 * puzzle.error >= 10 - 0.1  # Both are rounded.
        assert puzzle.margin <= puzzle.value + 0.1


def test_a_puzzle_survives_being_written_and_read():
    for puzzle in PUZZLES[::50]:
        assert parse_puzzle(format_puzzle(puzzle)) == puzzle
        for turn in turns_of(puzzle):
            assert parse_turn(puzzle.view, format_turn(puzzle.view, turn)) == turn


def with_theme(theme):
    return next(puzzle for puzzle in PUZZLES if puzzle.theme is theme)


def test_the_order_of_plays_does_not_matter():
    for puzzle in PUZZLES:
        [solution, *_] = turns_of(puzzle)
        *plays, last = solution
        buries = [a for a in plays if isinstance(a, Bury)]
        if buries and len(buries) < len(plays):
            others = [a for a in plays if not isinstance(a, Bury)]
            assert puzzle.solves([*buries, *others, last]) == puzzle.solves(
                [*others, *buries, last]
            )
            return
    raise AssertionError("no solution has plays and discards")


@pytest.mark.parametrize(
    "change",
    [
        lambda turn: turn[:-1],
        lambda turn: (),
        lambda turn: (*turn, DECLINE),
        lambda turn: (DECLINE, *turn),
        lambda turn: (turn[0], *turn),
    ],
)
def test_what_is_no_whole_turn_does_not_solve(change):
    puzzle = with_theme(Theme.REMOVAL)
    assert not puzzle.solves(change(parse_turn(puzzle.view, puzzle.solution)))


def test_themes_follow_from_what_happens():
    removal = with_theme(Theme.REMOVAL)
    turn = parse_turn(removal.view, removal.solution)
    assert any(isinstance(action, Remove) for action in turn)
    declining = with_theme(Theme.DECLINING)
    assert themes_of(declining.view, (DECLINE,)) == {Theme.DECLINING}
    chain = with_theme(Theme.CHAIN_REACTION)
    events = [
        e for _, part in steps_of(chain.view, parse_turn(chain.view, chain.solution)) for e in part
    ]
    assert is_chain_reaction(events, chain.view.viewer)
    assert not is_chain_reaction(events, Seat(chain.view.viewer).other)


class Scripted:
    """A bot that plays the actions of a turn one after the other."""

    name = "scripted"

    def __init__(self, turn):
        self._rest = iter(turn)

    def decide(self, view):
        return next(self._rest)


def test_difficulty_is_the_weakest_bot_that_finds_the_solution(monkeypatch):
    puzzle = with_theme(Theme.REMOVAL)
    good, bad = (parse_turn(puzzle.view, turn) for turn in (puzzle.solution, puzzle.refutation))
    levels = {
        key: Level(key, lambda _rng, turn=turn: Scripted(turn))
        for key, turn in (("weak", bad), ("fair", good), ("strong", good))
    }
    monkeypatch.setattr("research.puzzles.difficulty.LEVELS", levels)
    monkeypatch.setattr("research.puzzles.difficulty.GRADERS", levels)
    assert graded(puzzle).difficulty == "fair"
    del levels["fair"], levels["strong"]
    assert graded(puzzle).difficulty is None
