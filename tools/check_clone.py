"""Clone this repository into a folder with an awkward name, build the wheel and start the game.

    python3 tools/check_clone.py

Needs what ``make play`` needs, and checks what a newcomer does: a fresh clone, one command, and
a page that answers. Only committed files count. The downloads of this checkout are used again.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent.parent
NAME: Final = "Meine Spiele (ü)"
BUILD_SECONDS: Final = 600
START_SECONDS: Final = 120


class CloneError(Exception):
    """Something that does not work in a fresh clone."""


def main() -> int:
    """Run all checks in a temporary folder and remove it."""
    try:
        with tempfile.TemporaryDirectory(prefix="kahuna-clone-") as folder:
            clone = Path(folder, NAME)
            # A checkout that belongs to another user may be cloned too.
            git = ("git", "-c", f"safe.directory={HERE / '.git'}", "-c", f"safe.directory={HERE}")
            _run(*git, "clone", "--quiet", "--no-hardlinks", "--", str(HERE), str(clone))
            environment = _environment(Path(folder))
            _run("make", "--silent", "wheel", cwd=clone, env=environment)
            _check_wheel(clone)
            _check_game(clone, environment)
    except CloneError as error:
        print(f"check_clone: {error}", file=sys.stderr)
        return 1
    print(f"A fresh clone in “{NAME}” builds, starts and answers.")
    return 0


def _environment(home: Path) -> dict[str, str]:
    """Return an environment with a home of its own and the downloads of this checkout."""
    caches = {
        "PIP_CACHE_DIR": str(HERE / ".cache" / "pip"),
        "npm_config_cache": str(HERE / ".cache" / "npm"),
    }
    inside = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "VIRTUAL_ENV", "PYTHONPATH")
    outer = {name: value for name, value in os.environ.items() if name not in inside}
    return caches | outer | {"XDG_DATA_HOME": str(home / "data"), "KAHUNA_LANGUAGE": "en"}


def _run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    try:
        subprocess.run(command, cwd=cwd, env=env, check=True, timeout=BUILD_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise CloneError(f"{' '.join(command)}: {error}") from None


def _check_wheel(clone: Path) -> None:
    """Check that the wheel has the page, and that building it installed no dependencies."""
    wheels = list(clone.glob("dist/kahuna-*.whl"))
    if len(wheels) != 1:
        raise CloneError(f"make wheel left {len(wheels)} wheels in dist")
    with zipfile.ZipFile(wheels[0]) as wheel:
        if "kahuna/server/page/index.html" not in wheel.namelist():
            raise CloneError("the wheel has no page")
    if list(clone.glob(".venv/lib/python*/site-packages/numpy")):
        raise CloneError("make wheel installed dependencies that it does not need")


def _check_game(clone: Path, environment: dict[str, str]) -> None:
    """Start the game with ``make play`` on a free port and load the page."""
    command = ("make", "--silent", "play", "SERVE=--port 0 --no-browser")
    process = subprocess.Popen(
        command,
        cwd=clone,
        env=environment | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    watchdog = threading.Timer(BUILD_SECONDS, _kill, (process,))
    watchdog.start()
    try:
        assert process.stdout is not None
        address = next(
            (match[0] for line in process.stdout if (match := re.search(r"http://\S+", line))), None
        )
        if address is None:
            raise CloneError(f"{' '.join(command)} did not say where the game is")
        _check_page(address)
    finally:
        watchdog.cancel()
        _kill(process)
        process.wait()


def _check_page(address: str) -> None:
    """Load the page and its script."""
    page = _get(address)
    script = re.search(r'src="/(assets/[^"]+\.js)"', page)
    if script is None:
        raise CloneError(f"{address} answers, but not with the page")
    if "svelte" not in _get(address + script[1]):
        raise CloneError("the page's script is not the one that was built")


def _get(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=START_SECONDS) as response:
            return str(response.read().decode())
    except (OSError, UnicodeDecodeError) as error:
        raise CloneError(f"{url}: {error}") from None


def _kill(process: subprocess.Popen[str]) -> None:
    """End make and everything it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
