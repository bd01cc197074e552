"""Format numbers and tables for the page."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from kahuna.analysis.estimate import Interval, scaled

FOLDER = "images/findings"
"""Folder of the pictures, relative to the page."""


class Section(NamedTuple):
    """A section of the page."""

    title: str
    text: str
    pictures: dict[str, str]
    """SVG by name; the text refers to them."""


def percent(estimate: Interval, digits: int = 1) -> str:
    """Format a share as a percentage.

    >>> percent(Interval(0.594, 0.587, 0.601))
    '59.4 % (58.7 … 60.1)'
    """
    value, low, high = (f"{100 * number:.{digits}f}" for number in estimate)
    return f"{value} % ({low} … {high})"


def plain(estimate: Interval, digits: int = 1) -> str:
    """Format a number.

    >>> plain(Interval(-2, -3, -1), 0)
    '−2 (−3 … −1)'
    """
    value, low, high = (f"{number:.{digits}f}".replace("-", "−") for number in estimate)
    return f"{value} ({low} … {high})"


def points(estimate: Interval, digits: int = 1) -> str:
    """Format a difference of shares in percentage points, with its sign.

    >>> points(Interval(0.05, -0.01, 0.11))
    '+5.0 (−1.0 … +11.0)'
    """
    value, low, high = (f"{100 * number:+.{digits}f}".replace("-", "−") for number in estimate)
    return f"{value} ({low} … {high})"


def hundredfold(estimate: Interval) -> Interval:
    """Convert a share to percent."""
    return scaled(estimate, 100)


def table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """Format a table with a column of text, followed by columns of numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def listed(names: Sequence[str]) -> str:
    """Join names in a sentence.

    >>> listed(["ALOA", "BARI", "COCO"])
    'ALOA, BARI and COCO'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def fill(template: str, **values: object) -> str:
    """Fill a template from the folder ``templates``."""
    text = resources.files(__package__).joinpath("templates", f"{template}.md")
    return text.read_text(encoding="utf-8").format(**values)
