"""Release a version: check everything, then tag it. ``python tools/release.py 0.2.0``.

Refuses a dirty working tree, a branch other than main, a version that is not newer than the last
tag, a changelog without entries for it, and failing tests. Changes nothing before all of that has
passed. The changelog calls the next version ``## 0.2.0 (unreleased)``.
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
_RELEASED = re.compile(r"^v\d+\.\d+\.\d+$", re.ASCII)


class ReleaseError(Exception):
    """A reason not to release."""


def check(root: Path, version: str) -> None:
    """Raise if the tree must not be released as this version."""
    wanted, last = parse(version), last_release(root)
    if last is not None and wanted <= parse(last):
        raise ReleaseError(f"{version} is not newer than {last}")
    if _git(root, "rev-parse", "--abbrev-ref", "HEAD") != "main":
        raise ReleaseError("releases are made from main; switch to it first")
    if _git(root, "status", "--porcelain"):
        raise ReleaseError("the working tree is not clean; commit or stash your changes first")
    if not entries(root, version):
        heading = f"## {version} (unreleased)"
        raise ReleaseError(f"CHANGELOG.md has no entries under {heading!r}; say what is new first")


def parse(version: str) -> tuple[int, int, int]:
    """Return the numbers of a version."""
    match = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", version, re.ASCII)
    if match is None:
        raise ReleaseError(f"{version!r} is not a version; write it as 1.2.3")
    return int(match[1]), int(match[2]), int(match[3])


def last_release(root: Path) -> str | None:
    """Return the newest version that has a tag."""
    tags = filter(_RELEASED.match, _git(root, "tag", "--list").splitlines())
    return max((tag.removeprefix("v") for tag in tags), key=parse, default=None)


def entries(root: Path, version: str) -> str:
    """Return what the changelog says about a version that is not released yet."""
    heading = re.escape(f"## {version} (unreleased)")
    section = re.compile(rf"^{heading}\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    match = section.search((root / CHANGELOG).read_text(encoding="utf-8"))
    found = "" if match is None else match[1].strip()
    return found if re.search(r"^- ", found, re.MULTILINE) else ""


def write_version(root: Path, version: str, date: str) -> None:
    """Put the version into the package and the citation, and date the changelog."""
    _substitute(root / VERSION_FILE, _VERSION, f'__version__ = "{version}"')
    _substitute(root / CITATION, re.compile(r"^version: .*$", re.MULTILINE), f"version: {version}")
    heading = re.compile(rf"^## {re.escape(version)} \(unreleased\)$", re.MULTILINE)
    _substitute(root / CHANGELOG, heading, f"## {version} ({date})")


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
