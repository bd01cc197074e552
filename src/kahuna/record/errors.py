"""Errors in notation, positions and records: what is wrong, where, and what is expected."""

from __future__ import annotations

from enum import StrEnum

from kahuna.core import KahunaError


class Flaw(StrEnum):
    """The kind of an error, for interfaces that translate it."""

    NO_JSON = "no_json"
    NO_RECORD = "no_record"
    UNKNOWN_VERSION = "unknown_version"
    CONTENT = "content"
    """Something is missing or impossible."""
    ONE_SIDED = "one_sided"
    """Not every card is known."""
    PLY = "ply"
    """A ply cannot be read or does not fit the game so far."""
    OUTCOME = "outcome"


class RecordError(KahunaError, ValueError):
    """A record, a position or a move that cannot be read."""

    def __init__(
        self,
        problem: str,
        *,
        where: str = "",
        expected: str = "",
        flaw: Flaw = Flaw.CONTENT,
        line: int | None = None,
        ply: int | None = None,
    ) -> None:
        self.problem = problem
        self.where = where
        self.expected = expected
        self.flaw = flaw
        self.line = line
        """The line of the text, counted from 1, if it is known."""
        self.ply = ply
        """The ply, counted from 1; one more than the number of plies if the end is wrong."""
        text = f"{where}: {problem}" if where else problem
        super().__init__(f"{text}; expected {expected}" if expected else text)

    def at(self, where: str, *, line: int | None = None, ply: int | None = None) -> RecordError:
        """Return the same error with an outer location in front."""
        return RecordError(
            self.problem,
            where=f"{where}, {self.where}" if self.where else where,
            expected=self.expected,
            flaw=self.flaw if ply is None else Flaw.PLY,
            line=self.line if line is None else line,
            ply=self.ply if ply is None else ply,
        )


class ReplayMismatchError(RecordError):
    """A record that can be read, but whose ply does not fit the game so far."""

    ply: int

    def __init__(
        self, ply: int, problem: str, *, expected: str = "", flaw: Flaw = Flaw.PLY
    ) -> None:
        super().__init__(problem, where=f"ply {ply}", expected=expected, flaw=flaw, ply=ply)
