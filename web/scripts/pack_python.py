"""Pack what Python needs in the browser into one archive: runs in Pyodide, at build time.

The archive holds the used part of the standard library and the packages of the game, both
compiled: to compile them at every start would take longer than everything else.
"""

from __future__ import annotations

import asyncio
import json
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path
from traceback import format_exc

PACKAGES = (
    *("core", "record", "match", "bots", "lessons", "challenges", "rulebook", "puzzles"),
    *("hosting", "i18n", "chart", "encoding", "coach", "browser"),
)
"""The packages of the game in the browser."""
DATA = (".toml", ".json", ".jsonl")
EXTRA = ("encodings.cp437",)
"""What reading data from an archive imports."""
_UNCHECKED_HASH = (1).to_bytes(4, "little") + bytes(8)
"""The header of a compiled module that is never compared with its source."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same sources give the same archive."""


async def pack(checkout: str, target: str) -> None:
    """Write the archive."""
    home = Path(checkout)
    sys.path.insert(0, str(home / "src"))
    await _use_everything()
    files = {**_library(), **_game(home)}
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            archive.writestr(
                zipfile.ZipInfo(name, _EPOCH), files[name], zipfile.ZIP_DEFLATED, compresslevel=9
            )


async def _use_everything() -> None:
    """Play, learn and study a little, so that all modules that this needs are imported."""
    from kahuna.browser.host import Host

    answers: dict[int, str] = {}

    class Bridge:
        def answer(self, request: int, status: int, text: str) -> None:
            assert status < 400, text
            answers[request] = text

        def __getattr__(self, name: str) -> object:
            return lambda *_: None

    import kahuna.browser.coach_worker
    import kahuna.chart
    import kahuna.coach.core_engine
    import kahuna.coach.ranking  # noqa: F401

    host = Host(Bridge(), None)  # type: ignore[arg-type]
    requests = [
        ("POST", "/games", {"mode": "bot", "bot": "pua"}),
        ("POST", "/games", {"mode": "hotseat"}),
        ("GET", "/rules?language=de", None),
        ("GET", "/lessons", None),
        ("GET", "/puzzles", None),
        ("GET", "/challenges", None),
        ("POST", "/lessons/first_game", {}),
        ("GET", "/stored-games", None),
    ]
    for number, (method, path, body) in enumerate(requests):
        host.request(number, method, path, json.dumps(body) if body is not None else "", "")
    while len(answers) < len(requests):
        await asyncio.sleep(0.01)
    try:
        raise ValueError
    except ValueError:
        format_exc()  # As errors are logged.


def _library() -> dict[str, bytes]:
    """Return the imported modules of the standard library, compiled."""
    used = {name.replace(".", "/") for name in (*sys.modules, *EXTRA)}
    archive = next(path for path in sys.path if path.endswith(".zip"))
    files = {}
    with zipfile.ZipFile(archive) as library:
        for name in library.namelist():
            module = name.removesuffix(".py").removesuffix("/__init__")
            if name.endswith(".py") and module in used:
                # Pyodide reads its own docstrings; nobody reads the others.
                level = 0 if "pyodide" in name else 2
                files[f"{name}c"] = _compiled(library.read(name), name, level)
    return files


def _game(home: Path) -> dict[str, bytes]:
    """Return the packages of the game, compiled, and their data."""
    files = {}
    for path in _sources(home / "src" / "kahuna"):
        name = path.relative_to(home / "src").as_posix()
        source = path.read_bytes()
        if b"\nimport numpy" in source:
            continue  # There is no NumPy in the browser.
        if path.suffix == ".py":
            # A dataclass without a docstring makes one, which takes time.
            files[f"{name}c"] = _compiled(source, name, 0)
        else:
            files[name] = source
    for path in home.glob("RULES*.md"):
        files[f"kahuna/{path.name}"] = path.read_bytes()
    return files


def _sources(home: Path) -> Iterator[Path]:
    yield home / "__init__.py"
    for package in PACKAGES:
        for path in (home / package).rglob("*"):
            if path.suffix in (".py", *DATA):
                yield path


def _compiled(source: bytes, name: str, level: int) -> bytes:
    code = compile(source, name, "exec", dont_inherit=True, optimize=level)
    return MAGIC_NUMBER + _UNCHECKED_HASH + dumps(code)
