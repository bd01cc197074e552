"""Numbers in the words of the page."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from kahuna.analysis.estimate import Interval, scaled

FOLDER = "images/findings"
"""Where the pictures lie, seen from the page."""


class Section(NamedTuple):
    """A part of the page."""

    title: str
    text: str
    pictures: dict[str, str]
    """SVG by name; the text says where they go."""


def percent(found: Interval, digits: int = 1) -> str:
    """A part of the whole.

    >>> percent(Interval(0.594, 0.587, 0.601))
    '59.4 % (58.7 … 60.1)'
    """
    value, low, high = (f"{100 * number:.{digits}f}" for number in found)
    return f"{value} % ({low} … {high})"


def plain(found: Interval, digits: int = 1) -> str:
    """A number.

    >>> plain(Interval(-2, -3, -1), 0)
    '−2 (−3 … −1)'
    """
    value, low, high = (f"{number:.{digits}f}".replace("-", "−") for number in found)
    return f"{value} ({low} … {high})"


def points(found: Interval, digits: int = 1) -> str:
    """A difference between parts of the whole, in percentage points, with its sign.

    >>> points(Interval(0.05, -0.01, 0.11))
    '+5.0 (−1.0 … +11.0)'
    """
    value, low, high = (f"{100 * number:+.{digits}f}".replace("-", "−") for number in found)
    return f"{value} ({low} … {high})"


def hundredfold(found: Interval) -> Interval:
    """A part of the whole, in percent."""
    return scaled(found, 100)


def table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A table whose first column is words and whose others are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["ALOA", "BARI", "COCO"])
    'ALOA, BARI and COCO'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def fill(template: str, **values: object) -> str:
    """A text of the folder ``templates`` with its gaps filled."""
    text = resources.files(__package__).joinpath("templates", f"{template}.md")
    return text.read_text(encoding="utf-8").format(**values)
