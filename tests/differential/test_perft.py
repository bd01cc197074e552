"""The batch engine counts what the conformance data counts: sequences of plies."""

import json
from pathlib import Path

import numpy as np
import pytest

from kahuna import batch
from kahuna.batch.effects import apply, resolve
from kahuna.batch.legality import choice_of
from kahuna.batch.state import arrays_of, chance_mask, pile, state_of
from kahuna.record.position import parse_position

DATA = Path(__file__).parents[1] / "conformance" / "perft.jsonl"
POSITIONS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def chosen(states: batch.State, places: np.ndarray) -> batch.State:
    return state_of([array[places] for array in arrays_of(states)])


def expand(states: batch.State) -> tuple[int, list[batch.State]]:
    """How many plies are possible, and the states after each of them."""
    actions = np.argwhere(batch.legal_masks(states))
    piles = pile(states) & chance_mask(states)
    cards = np.argwhere(piles[:, None] >> 2 * np.arange(12, dtype=np.uint32) & 3)
    after = []
    if len(actions):
        before = chosen(states, actions[:, 0])
        after.append(apply(before, choice_of(before, actions[:, 1].astype(np.uint32))))
    if len(cards):
        after.append(resolve(chosen(states, cards[:, 0]), cards[:, 1].astype(np.uint32)))
    return len(actions) + len(cards), after


@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: entry["name"])
def test_sequences_of_plies(entry):
    level = [batch.from_core([parse_position(entry["position"])])]
    for wanted in entry["nodes"]:
        expanded = [expand(states) for states in level]
        assert sum(num for num, _ in expanded) == wanted
        level = [states for _, after in expanded for states in after]
