"""Networks from files as entrants."""

from importlib import resources
from random import Random

import numpy as np
import pytest

from kahuna.arena.entrants import ARENA_FAMILIES
from kahuna.bots.networks import WEIGHTS
from kahuna.bots.neural import WeightsError, champion_weights, read_weights
from kahuna.bots.spec import BotSpecError, parse_spec


def spoil(path, kind):
    """Write a file that is no network."""
    match kind:
        case "empty":
            path.write_bytes(b"")
        case "text":
            path.write_text("kahuna game")
        case "cut":
            path.write_bytes((resources.files("kahuna.bots") / WEIGHTS).read_bytes()[:9999])
        case "array":
            with path.open("wb") as file:
                np.save(file, np.zeros(3))
        case "foreign":
            np.savez(path, a=np.zeros(3))
        case "short":
            less = {name: w for name, w in champion_weights().items() if name != "policy"}
            np.savez(path, **less)


@pytest.mark.parametrize("kind", ["empty", "text", "cut", "array", "foreign", "short"])
def test_a_file_that_is_no_network_is_refused_before_anything_is_played(tmp_path, kind):
    path = tmp_path / "weights.npz"
    spoil(path, kind)
    with pytest.raises(WeightsError, match="contains no network weights"):
        read_weights(path)
    with pytest.raises(BotSpecError, match="contains no network weights"):
        parse_spec(f"weights:{path}", ARENA_FAMILIES)


def test_a_network_with_inputs_of_another_version_is_refused(tmp_path):
    path = tmp_path / "weights.npz"
    weights = dict(champion_weights())
    np.savez(path, **weights | {"in": weights["in"][:-1]})
    with pytest.raises(WeightsError, match="has 804 inputs; known ones have 563 or 805"):
        read_weights(path)


def test_a_file_of_weights_plays_with_its_temperature():
    with resources.as_file(resources.files("kahuna.bots") / WEIGHTS) as path:
        assert parse_spec(f"weights:{path}@0.7", ARENA_FAMILIES)(Random(1)).name == "champion"
        for temperature in ("0", "nan", "-1", "11", "hot", ""):
            with pytest.raises(
                BotSpecError, match="the temperature must be above 0 and at most 10"
            ):
                parse_spec(f"weights:{path}@{temperature}", ARENA_FAMILIES)
