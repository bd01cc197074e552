"""Numbers for programs that learn: the observation of a seat, and masks of legal actions.

The observation is a table of named pieces (:data:`PIECES`); ``docs/observation.md`` is made from
it. Actions are numbered as in the core's catalogue.
"""

from kahuna.encoding.features import BOARD_SIZE, board_features
from kahuna.encoding.memory import Memory, memory_of, remember
from kahuna.encoding.pieces import HIGHS, PHASES, PIECES, SIZE, SLICES, Piece
from kahuna.encoding.views import SpectatorError, action_mask, encode_view, legal_mask

__all__ = [
    "BOARD_SIZE",
    "HIGHS",
    "PHASES",
    "PIECES",
    "SIZE",
    "SLICES",
    "Memory",
    "Piece",
    "SpectatorError",
    "action_mask",
    "board_features",
    "encode_view",
    "legal_mask",
    "memory_of",
    "remember",
]
