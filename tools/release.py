"""Release a version: check everything, then tag it. ``python tools/release.py 0.2.0``.

Refuses a dirty working tree, a branch other than main, a version that is not newer, a changelog
without entries for the release, and failing tests. Changes nothing before all of that has passed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSION_FILE = Path("src/kahuna/__init__.py")
CITATION = Path("CITATION.cff")
CHANGELOG = Path("CHANGELOG.md")
_VERSION = re.compile(r'^__version__ = "(?P<version>[^"]+)"$', re.MULTILINE)
_UNRELEASED = re.compile(r"^## Unreleased\n(?P<entries>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class ReleaseError(Exception):
    """A reason not to release."""


def check(root: Path, version: str) -> None:
    """Raise if the tree must not be released as this version."""
    if parse(version) <= parse(current_version(root)):
        raise ReleaseError(f"{version} is not newer than {current_version(root)}")
    if _git(root, "rev-parse", "--abbrev-ref", "HEAD") != "main":
        raise ReleaseError("releases are made from main; switch to it first")
    if _git(root, "status", "--porcelain"):
        raise ReleaseError("the working tree is not clean; commit or stash your changes first")
    if _git(root, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"there is a tag v{version} already")
    if not unreleased(root):
        raise ReleaseError("CHANGELOG.md has no entries under 'Unreleased'; say what is new first")


def parse(version: str) -> tuple[int, int, int]:
    """Return the numbers of a version."""
    match = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", version, re.ASCII)
    if match is None:
        raise ReleaseError(f"{version!r} is not a version; write it as 1.2.3")
    return int(match[1]), int(match[2]), int(match[3])


def current_version(root: Path) -> str:
    """Return the version of the tree."""
    match = _VERSION.search((root / VERSION_FILE).read_text(encoding="utf-8"))
    if match is None:
        raise ReleaseError(f"{VERSION_FILE} has no __version__")
    return match["version"]


def unreleased(root: Path) -> str:
    """Return what the changelog says about the next release."""
    match = _UNRELEASED.search((root / CHANGELOG).read_text(encoding="utf-8"))
    entries = "" if match is None else match["entries"].strip()
    return entries if re.search(r"^- ", entries, re.MULTILINE) else ""


def write_version(root: Path, version: str, date: str) -> None:
    """Put the version into the package and the citation, and date the changelog."""
    _substitute(root / VERSION_FILE, _VERSION, f'__version__ = "{version}"')
    _substitute(root / CITATION, re.compile(r"^version: .*$", re.MULTILINE), f"version: {version}")
    heading = f"## Unreleased\n\n## {version} ({date})\n"
    _substitute(root / CHANGELOG, re.compile(r"^## Unreleased\n", re.MULTILINE), heading)


def _substitute(path: Path, pattern: re.Pattern[str], text: str) -> None:
    old = path.read_text(encoding="utf-8")
    path.write_text(pattern.sub(lambda _match: text, old, count=1), encoding="utf-8")


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def main(arguments: list[str] | None = None) -> int:
    """Release the version that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("version", help="the version to release, such as 0.2.0")
    parser.add_argument("--check", action="store_true", help="only say whether it could be done")
    options = parser.parse_args(arguments)
    try:
        check(ROOT, options.version)
        if options.check:
            print(f"ready to release {options.version}")
            return 0
        if subprocess.run([".ci/run"], cwd=ROOT, check=False).returncode:
            raise ReleaseError("the tests fail; nothing was changed")
        write_version(ROOT, options.version, datetime.now(UTC).date().isoformat())
        _git(ROOT, "commit", "--all", "--message", f"release: {options.version}")
        _git(ROOT, "tag", "--annotate", f"v{options.version}", "--message", options.version)
    except ReleaseError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    print(f"tagged v{options.version}; `git push --follow-tags` publishes it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
