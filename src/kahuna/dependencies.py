"""Check that installed packages have the versions that Kahuna was tested with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version

_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[.*\])?([^;]*)(?:;.*?(?:extra == [\"'](\w+)[\"'])?)?")


def wrong_versions(*extras: str) -> str | None:
    """Say which packages are too old or too new, for the base and some extras; ``None`` if none."""
    problems = []
    for name, bounds, extra in _requirements():
        if extra not in ("", *extras):
            continue
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue  # It is not for this system, or importing it will fail.
        if not _is_within(installed, bounds):
            problems.append(f"{name} {installed} is installed, but Kahuna needs {name}{bounds}")
    if not problems:
        return None
    wanted = f"kahuna[{','.join(extras)}]" if extras else "kahuna"
    return f"{'; '.join(problems)}: pip install --upgrade '{wanted}'"


def _requirements() -> Iterator[tuple[str, str, str]]:
    """Yield the name of every requirement, its bounds, and the extra that it belongs to."""
    try:
        lines = requires("kahuna") or []
    except PackageNotFoundError:  # Run without being installed.
        return
    for line in lines:
        if found := _REQUIREMENT.fullmatch(line):
            name, bounds, extra = found.groups(default="")
            yield name, bounds.strip(), extra


def _is_within(installed: str, bounds: str) -> bool:
    """Compare a version with bounds such as ``>=2.0,<3``."""
    for bound in filter(None, bounds.split(",")):
        limit = _numbers(bound)
        is_within = _numbers(installed) < limit if "<" in bound else _numbers(installed) >= limit
        if not is_within:
            return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    found = re.match(r"[<>=\s]*([\d.]+)", text)
    return tuple(int(part) for part in found[1].split(".") if part) if found else ()
