"""Play thousands to millions of games at once: the rules of ``kahuna.core`` in array form.

One source runs on NumPy and JAX, on CPUs and GPUs; the arrays of a batch decide which. The core is
the reference: tests play both side by side and compare every ply.

>>> states = new(1000, seed=1)
>>> played = play_random(states, 20)
>>> int(played.num_decisions.sum()) > 150_000
True
"""

from kahuna.batch.convert import from_core, to_core
from kahuna.batch.deal import Deal, new, reset, start
from kahuna.batch.effects import DRAWN, Step, resolve, step
from kahuna.batch.errors import BatchError
from kahuna.batch.legality import legal_masks
from kahuna.batch.observation import observe
from kahuna.batch.random_play import (
    Played,
    act,
    play_out,
    play_random,
    random_actions,
    step_random,
    turn_up,
)
from kahuna.batch.scoring import NOBODY, TERMINATIONS, UNFINISHED, Outcome, outcome, rewards
from kahuna.batch.seat_memory import (
    SeatMemories,
    memories_from_core,
    remember_ply,
    restart_memories,
    start_memories,
)
from kahuna.batch.state import State, is_chance, is_over, mover

__all__ = [
    "DRAWN",
    "NOBODY",
    "TERMINATIONS",
    "UNFINISHED",
    "BatchError",
    "Deal",
    "Outcome",
    "Played",
    "SeatMemories",
    "State",
    "Step",
    "act",
    "from_core",
    "is_chance",
    "is_over",
    "legal_masks",
    "memories_from_core",
    "mover",
    "new",
    "observe",
    "outcome",
    "play_out",
    "play_random",
    "random_actions",
    "remember_ply",
    "reset",
    "resolve",
    "restart_memories",
    "rewards",
    "start",
    "start_memories",
    "step",
    "step_random",
    "to_core",
    "turn_up",
]
