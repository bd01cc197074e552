"""Print what a benchmark has measured."""

from __future__ import annotations

import json
from collections.abc import Mapping


def print_figures(figures: Mapping[str, float], *, as_json: bool) -> None:
    """Print figures by name, one a line or as JSON."""
    if as_json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name.replace('_', ' ')}: {value:,}")
