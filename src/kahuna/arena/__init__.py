"""Play many games between bots to find out who is stronger; docs/arena.md is the guide.

A :class:`Plan` says who plays how often, :func:`play_pair` plays two games with seats swapped and
the same chance, a :class:`Journal` stores results, and :class:`Standings` rates the bots.
"""

from kahuna.arena.errors import ArenaError
from kahuna.arena.journal import Journal
from kahuna.arena.pair import GameResult, PairResult, play_pair
from kahuna.arena.paired_chance import PairedChance
from kahuna.arena.plan import Entrant, PairTask, Plan, parse_entrants
from kahuna.arena.rating import Ratings, rate
from kahuna.arena.run import Run, execute_run
from kahuna.arena.sprt import Sprt
from kahuna.arena.standings import Standings, compute_standings

__all__ = [
    "ArenaError",
    "Entrant",
    "GameResult",
    "Journal",
    "PairResult",
    "PairTask",
    "PairedChance",
    "Plan",
    "Ratings",
    "Run",
    "Sprt",
    "Standings",
    "compute_standings",
    "execute_run",
    "parse_entrants",
    "play_pair",
    "rate",
]
