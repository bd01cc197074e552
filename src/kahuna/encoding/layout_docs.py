"""The table of the observation for the docs, made from the code so that it cannot go stale."""

from __future__ import annotations

from kahuna.encoding.layout import FIELDS, SIZE, SLICES

_HEAD = """# The observation

What a seat can know, as one row of {size} numbers of type `uint8`. The same numbers come from a
view (`kahuna.encoding.encode_view`) and from a batch (`kahuna.batch.observe`). "Own" is the viewer,
"their" the opponent. Pieces by line have 27 numbers in alphabetical order of the lines, pieces by
island 12. In code, `kahuna.encoding.SLICES["own_bridges"]` is where a piece lies, and `HIGHS` are
the highest values, for scaling.

This page is written by `python -m kahuna.encoding.layout_docs`.

| from | numbers | piece | highest | meaning |
|---:|---:|---|---:|---|
"""


def table() -> str:
    """Return the page as Markdown."""
    rows = (
        f"| {SLICES[name].start} | {size} | `{name}` | {high} | {meaning} |\n"
        for name, size, high, meaning in FIELDS
    )
    return _HEAD.format(size=SIZE) + "".join(rows)


if __name__ == "__main__":
    print(table(), end="")
