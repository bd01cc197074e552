"""Observations, network inputs and legal-action masks, for learning programs.

The observation is a table of named fields (:data:`FIELDS`), and so is what a seat remembers
(:data:`MEMORY_FIELDS`); ``docs/observation.md`` is made from both. Actions are numbered as in the
core's catalogue. NumPy is needed only for arrays.
"""

from kahuna.core.memory import Memory, memory_of, remember
from kahuna.encoding.inputs import encode_with_memory, inputs_of
from kahuna.encoding.layout import (
    BOARD_SIZE,
    FIELDS,
    HIGHS,
    INPUT_SIZES,
    INPUT_VERSIONS,
    LATEST,
    MEMORY_FIELDS,
    MEMORY_HIGHS,
    MEMORY_SIZE,
    MEMORY_SLICES,
    PHASES,
    SCALE,
    SIZE,
    SLICES,
    Field,
)
from kahuna.encoding.views import (
    SpectatorError,
    action_mask,
    encode_view,
    forget_cards,
    legal_mask,
    observation_of,
)

__all__ = [
    "BOARD_SIZE",
    "FIELDS",
    "HIGHS",
    "INPUT_SIZES",
    "INPUT_VERSIONS",
    "LATEST",
    "MEMORY_FIELDS",
    "MEMORY_HIGHS",
    "MEMORY_SIZE",
    "MEMORY_SLICES",
    "PHASES",
    "SCALE",
    "SIZE",
    "SLICES",
    "Field",
    "Memory",
    "SpectatorError",
    "action_mask",
    "encode_view",
    "encode_with_memory",
    "forget_cards",
    "inputs_of",
    "legal_mask",
    "memory_of",
    "observation_of",
    "remember",
]
