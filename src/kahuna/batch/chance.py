"""Random numbers inside a batch: every game has its own generator.

The generator is xorshift with 32 bits of state [Marsaglia 2003]; a multiplication mixes its output,
of which the upper 24 bits are used. Shapes: (n,).
"""

from __future__ import annotations

from types import ModuleType
from typing import Final

from kahuna.batch.arrays import Array

_MIX: Final = 0x2C1B3C6D
_BITS: Final = 24


def seeds(n: int, seed: int, space: ModuleType) -> Array:
    """Return a generator state for every game: all different, none 0."""
    import numpy as np

    sequence = np.random.SeedSequence(seed).generate_state(2, np.uint32)
    numbers = mixed(np.arange(n, dtype=np.uint32) * 2 + sequence[0])
    numbers[numbers == 0] = sequence[1] | 1
    return space.asarray(numbers)


def mixed(numbers: Array) -> Array:
    """Turn different numbers of 32 bits into different ones that look random."""
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        numbers = (numbers ^ numbers >> shift) * factor
    return numbers ^ numbers >> 16


def advance(chance: Array) -> Array:
    """Return the next state of the generators."""
    chance = chance ^ chance << 13
    chance = chance ^ chance >> 17
    return chance ^ chance << 5


def below(chance: Array, bound: Array | int) -> Array:
    """Draw a number below ``bound`` (at most 255), uniform to one part in 2**16."""
    return (chance * _MIX >> 32 - _BITS) * bound >> _BITS
