"""The bots that can enter an arena: all playable bots, and reference bots to compare with."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from kahuna.bots import BotMaker
from kahuna.bots.limits import Limits
from kahuna.bots.networks import MAX_TEMPERATURE, TEMPERATURE
from kahuna.bots.policy_bot import PolicyBot
from kahuna.bots.spec import FAMILIES, BotFamily, BotSpecError, Families, read_seconds


def _parse_openspiel(text: str) -> BotMaker:
    """Parse ``0.3s``, the time per decision."""
    seconds = read_seconds(text)
    if not seconds:
        raise BotSpecError(f"openspiel:{text} is invalid; write openspiel:0.3s")
    if find_spec("pyspiel") is None:
        raise BotSpecError("OpenSpiel is not installed: pip install 'kahuna[openspiel]'")

    from kahuna.arena.openspiel import OpenSpielBot

    return lambda rng: OpenSpielBot(rng, seconds)


def _parse_weights(text: str) -> BotMaker:
    """Parse a file of weights; ``@0.5`` after it sets the temperature."""
    # Import NumPy lazily.
    from kahuna.bots.neural import NumpyNetwork, WeightsError, read_weights

    name, at, temperature = text.rpartition("@")
    path = Path(name if at else text)
    if not path.is_file():
        raise BotSpecError(f"there is no weights file {str(path)!r}")
    try:
        network = NumpyNetwork(read_weights(path))
    except WeightsError as error:
        raise BotSpecError(str(error)) from None
    try:
        degree = float(temperature) if at else TEMPERATURE
    except ValueError:
        degree = 0.0
    if not 0 < degree <= MAX_TEMPERATURE:
        raise BotSpecError(
            f"weights:{text} cannot be played; "
            f"the temperature must be above 0 and at most {MAX_TEMPERATURE:g}"
        )
    return lambda rng: PolicyBot(rng, network=network, limits=Limits(temperature=degree))


ARENA_FAMILIES: Final[Families] = {
    **FAMILIES,
    "openspiel": BotFamily("openspiel", "openspiel:TIME", _parse_openspiel),
    "weights": BotFamily("weights", "weights:FILE", _parse_weights),
}
