"""The data that other engines are run against is what this engine counts."""

import json
from pathlib import Path

import pytest

from conformance.counting import board_of, nodes_by_ply, split, whole_tree
from kahuna.record.position import format_position, parse_position

HERE = Path(__file__).parent
POSITIONS = [json.loads(line) for line in (HERE / "perft.jsonl").read_text().splitlines()]
TREES = json.loads((HERE / "tiny_tree.json").read_text())


def names(entries: list[dict]) -> list[str]:
    return [entry["name"] for entry in entries]


@pytest.mark.parametrize("entry", POSITIONS, ids=names(POSITIONS))
def test_sequences_of_plies(entry):
    state = parse_position(entry["position"])
    depth = len(entry["nodes"])
    found = nodes_by_ply(state, depth)
    if found != entry["nodes"]:
        wrong = next(i for i in range(depth) if found[i] != entry["nodes"][i]) + 1
        by_ply = "\n".join(f"{ply} {num}" for ply, num in split(state, wrong).items())
        pytest.fail(f"{found}, not {entry['nodes']}; depth {wrong} by first ply:\n{by_ply}")


@pytest.mark.parametrize("entry", TREES, ids=names(TREES))
def test_whole_trees(entry):
    state = parse_position(entry["position"], board_of(entry["board"]))
    nodes, games = whole_tree(state)
    assert nodes == entry["nodes"]
    assert games == entry["games"]
    assert nodes[0] == 1


@pytest.mark.parametrize("entry", POSITIONS + TREES, ids=names(POSITIONS + TREES))
def test_positions_are_written_in_their_usual_form(entry):
    board = board_of(entry["board"]) if "board" in entry else None
    state = parse_position(entry["position"], *([board] if board else []))
    assert format_position(state) == entry["position"]


def test_the_names_are_different():
    assert len(set(names(POSITIONS))) == len(POSITIONS) >= 12
    assert len(set(names(TREES))) == len(TREES)


def test_a_split_adds_up():
    entry = POSITIONS[0]
    state = parse_position(entry["position"])
    for depth, num in enumerate(entry["nodes"][:3], start=1):
        assert sum(split(state, depth).values()) == num


def test_the_trees_see_every_end_of_a_game():
    ends = {end.split()[1] for entry in TREES for end in entry["games"]}
    assert ends == {"points", "third_scoring", "bridges", "draw", "wipeout"}
