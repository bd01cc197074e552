"""Finding puzzles: all turns are enumerated, hidden cards are sampled, last turns are exact."""

import numpy as np

from coach.games import tiny_network
from kahuna.batch import from_core
from kahuna.core import (
    ACTIONS,
    Build,
    Bury,
    Remove,
    Replace,
    apply,
    cards,
    legal_actions,
    mover,
    view_of,
)
from kahuna.puzzles.puzzle import Theme, ending_of, parse_turn
from kahuna.record import parse_position
from research.puzzles.drafts import as_set_up, draft_puzzle
from research.puzzles.last_turns import last_turn_puzzles
from research.puzzles.turn_evaluator import Sizes
from research.puzzles.turns import NO_ACTION, enumerate_turns, join_turns
from research.puzzles.verify import verify_puzzles

POSITIONS = (
    "AD,DE/AB,AH BC/HKL GIJ AAB E/- - 1.17 w kosmos-2015",
    "AB,AD/AH,BD AAH/C - BBCDDEEFFGGHIIJJKKLL -/- 1:0,0:0 3.50 w:1 kosmos-2015",
    "AB/AH,KL AH/C DEF BB -/- 1:0 2.30 w! kosmos-2015+1",
)
WIPEOUT = "AB/AD,BD AD/AB CEF - -/- 1:0 2.30 b kosmos-2015"


def all_turns(state):
    """Return every whole turn, found one action at a time."""
    view = view_of(state, mover(state.public.phase))
    found = set()

    def search(state, turn):
        for action in legal_actions(view_of(state, view.viewer)):
            longer = (*turn, action)
            if isinstance(action, Build | Remove | Replace | Bury):
                search(apply(state, action).state, longer)
            else:
                found.add(ending_of(view, longer))

    search(state, ())
    return view, found


def test_enumeration_finds_every_turn_and_nothing_else():
    states = [parse_position(text) for text in POSITIONS]
    turns = enumerate_turns(from_core(states))
    for number, state in enumerate(states):
        view, expected = all_turns(state)
        places = np.flatnonzero(turns.root[turns.node] == number)
        assert {ending_of(view, turns.actions(place)) for place in places} == expected


def test_batches_can_be_joined():
    batch = from_core([parse_position(text) for text in POSITIONS])
    whole = enumerate_turns(batch)
    joined = join_turns([enumerate_turns(batch.take(i)) for i in range(len(POSITIONS))])
    for number in range(len(POSITIONS)):
        one, other = (
            {
                tuple(turns.actions(place))
                for place in np.flatnonzero(turns.root[turns.node] == number)
            }
            for turns in (whole, joined)
        )
        assert one == other


def test_the_actions_of_a_turn_are_also_a_row_of_numbers():
    turns = enumerate_turns(from_core([parse_position(text) for text in POSITIONS]))
    places = np.arange(len(turns.node))
    for place, row in zip(places, turns.sequences(places), strict=True):
        played = [number for number in row if number != NO_ACTION]
        assert [ACTIONS[number] for number in played] == turns.actions(place)
        assert row[: len(played)].tolist() == played


def test_positions_with_too_many_turns_or_a_win_at_once_are_left_out():
    batch = from_core([parse_position(text) for text in (POSITIONS[1], WIPEOUT)])
    assert set(enumerate_turns(batch).root[enumerate_turns(batch).node]) == {0}
    assert not len(enumerate_turns(batch, max_nodes=2).node)


def test_effects_are_bridges_and_declining():
    turns = enumerate_turns(from_core([parse_position(POSITIONS[0])]))
    seen = {}
    for place, effect in enumerate(turns.effects()):
        *plays, last = turns.actions(place)
        built = frozenset(a.line for a in plays if isinstance(a, Build))
        assert seen.setdefault(int(effect), (built, type(last).__name__ == "Decline")) == (
            built,
            type(last).__name__ == "Decline",
        )


def test_a_draft_keeps_only_known_cards_of_the_opponent():
    state = parse_position("AB,AD/AH,BD,DE AD/CCH EFG BB -/- 1:0 2.30 w kosmos-2015")
    batch = from_core([state])
    known = np.array([cards("H")], np.uint32)
    set_up = as_set_up(batch._replace(taken=(known, known)))
    assert set_up.taken[0][0] == 0
    view = view_of(state, mover(state.public.phase))
    turn = parse_turn(view, "+DH/D .")
    draft = draft_puzzle(set_up, turn, [turn], needs_counting=True)
    assert draft.theme is Theme.DECLINING
    assert draft.position.split()[1] == "AD/H??"


def test_in_the_last_turn_the_result_of_every_turn_is_exact():
    found = list(last_turn_puzzles(tiny_network(version=1), 100, 2))
    for puzzle in found:
        assert puzzle.theme is Theme.LAST_TURN
        assert puzzle.error == 0
        assert puzzle.margin in (50, 100)
        assert puzzle.solves(parse_turn(puzzle.view, puzzle.solution))
        assert not puzzle.solves(parse_turn(puzzle.view, puzzle.refutation))
    assert found


def test_no_puzzles_are_verified_without_work():
    assert not list(verify_puzzles([], Sizes(), None, [], seed=1))
