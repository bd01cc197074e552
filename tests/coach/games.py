"""Games to review, and a network that takes no time: so the tests stay cheap."""

from dataclasses import replace
from functools import cache

import numpy as np

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.network import Shape, shapes
from kahuna.bots.random import RandomBot
from kahuna.coach.batch_engine import BatchEngine
from kahuna.core import Outcome, Ruleset, Seat, Termination
from kahuna.encoding import LATEST
from kahuna.match.simulate import simulate_game
from kahuna.record import final_state


@cache
def whole_game(seed=1, ruleset=None):
    """Return a game of the greedy bot against a random one, played to its end."""
    makers = (GreedyBot, RandomBot)
    return simulate_game(ruleset or Ruleset(), makers, seed=seed, number=1, first=Seat.WHITE).record


def cut(record, num_plies):
    """Return the beginning of a game."""
    return replace(record, plies=record.plies[:num_plies], hashes=(), outcome=None)


def ended(record, num_plies, winner, termination):
    """Return a record of a game that the players end after so many plies."""
    begun = cut(record, num_plies)
    points = final_state(begun).public.points
    return replace(begun, outcome=Outcome(winner, termination, points))


def resigned(record, num_plies):
    """Return a record in which Black resigns after so many plies."""
    return ended(record, num_plies, Seat.WHITE, Termination.RESIGNATION)


@cache
def tiny_network(version=LATEST):
    """Return random weights of a very small network."""
    rng = np.random.default_rng(1)
    return {
        name: (rng.normal(size=size) / np.sqrt(size[0])).astype(np.float32)
        for name, size in shapes(Shape(width=16, blocks=1, version=version)).items()
    }


def tiny_engine(version=LATEST):
    """Return an engine for a very small network."""
    return BatchEngine(tiny_network(version))
