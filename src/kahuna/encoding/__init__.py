"""Observations and legal-action masks as arrays, for learning programs.

The observation is a table of named fields (:data:`FIELDS`); ``docs/observation.md`` is made from
it. Actions are numbered as in the core's catalogue.
"""

from kahuna.core.memory import Memory, memory_of, remember
from kahuna.encoding.features import BOARD_SIZE, board_features
from kahuna.encoding.layout import FIELDS, HIGHS, PHASES, SIZE, SLICES, Field
from kahuna.encoding.views import SpectatorError, action_mask, encode_view, legal_mask

__all__ = [
    "BOARD_SIZE",
    "FIELDS",
    "HIGHS",
    "PHASES",
    "SIZE",
    "SLICES",
    "Field",
    "Memory",
    "SpectatorError",
    "action_mask",
    "board_features",
    "encode_view",
    "legal_mask",
    "memory_of",
    "remember",
]
