"""Bugs to plant in the nodes: the checks must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Mutant:
    """A bug, and how to plant it in this process."""

    about: str
    plant: Callable[[], None]


MUTANTS: Final[dict[str, Mutant]] = {}
