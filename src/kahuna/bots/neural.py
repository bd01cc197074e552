"""The champion: a network that has learnt by playing against itself, run with NumPy alone."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Final
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kahuna.bots.network import Judgement, Weights, judge, shape_of, shapes
from kahuna.core import ACTIONS, Action, KahunaError, View, legal_actions
from kahuna.encoding import action_mask, encode_view

WEIGHTS: Final = "champion.npz"
HEAT: Final = 0.5
"""How much chance there is in the play of the champion."""
HOTTEST: Final = 10.0
_FAR: Final = -1e9
"""The logit of an action that is not legal."""


class WeightsError(KahunaError, ValueError):
    """A file that holds no network."""


@cache
def champion_weights() -> Weights:
    """The weights that come with the package."""
    with resources.as_file(resources.files("kahuna.bots") / WEIGHTS) as path:
        return read_weights(path)


def read_weights(path: Path) -> Weights:
    """The weights of a file; they are kept in 16 bits a number and reckoned with in 32."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            weights = {name: arrays[name].astype(np.float32) for name in arrays.files}
        is_network = shapes(shape_of(weights)) == {name: w.shape for name, w in weights.items()}
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, EOFError, BadZipFile):  # All that NumPy may say to it.
        is_network = False
    if not is_network:
        raise WeightsError(
            f"{path} holds no weights of a network; `kahuna train` writes such files"
        )
    return weights


def policy(
    judgement: Judgement, legal: npt.NDArray[np.bool_], heat: float
) -> npt.NDArray[np.float64]:
    """How likely each action is, one row a position; less heat makes the best one more likely."""
    logits = np.where(legal, judgement.logits.astype(np.float64) / heat, _FAR)
    odds = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: npt.NDArray[np.float64] = odds / odds.sum(axis=-1, keepdims=True)
    return chances


def draw(chances: npt.NDArray[np.float64], rng: Random) -> Action:
    """One of the actions, as likely as that."""
    return ACTIONS[rng.choices(range(len(ACTIONS)), chances.tolist())[0]]


class NeuralBot:
    """Plays what the network likes, at once."""

    def __init__(self, rng: Random, *, heat: float = HEAT, weights: Weights | None = None) -> None:
        self._rng = rng
        self._heat = heat
        self._weights = champion_weights() if weights is None else weights

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return "champion"

    def decide(self, view: View) -> Action:
        """An action, as likely as the network likes it."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        judgement = judge(self._weights, encode_view(view)[None], np)
        chances = policy(judgement, action_mask(legal)[None], self._heat)[0]
        return draw(chances, self._rng)
