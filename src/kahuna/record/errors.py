"""What can be wrong with something written down: what, where, and what would be right."""

from __future__ import annotations

from kahuna.core import KahunaError


class RecordError(KahunaError, ValueError):
    """A record, a position or a move that cannot be read."""

    def __init__(self, problem: str, *, where: str = "", expected: str = "") -> None:
        self.problem = problem
        self.where = where
        self.expected = expected
        text = f"{where}: {problem}" if where else problem
        super().__init__(f"{text}; expected {expected}" if expected else text)

    def at(self, where: str) -> RecordError:
        """The same error, seen from further out."""
        inner = f"{where}, {self.where}" if self.where else where
        return RecordError(self.problem, where=inner, expected=self.expected)


class ReplayMismatchError(RecordError):
    """A record that can be read, but whose ply does not fit the game so far."""

    def __init__(self, ply: int, problem: str, *, expected: str = "") -> None:
        super().__init__(problem, where=f"ply {ply}", expected=expected)
        self.ply = ply
        """Which ply, counted from 1; one more than there are, if the end is wrong."""
