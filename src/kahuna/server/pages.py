"""The built page, from memory of what files there are: no path of a request reaches the disk."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import FileResponse, PlainTextResponse, Response

MISSING = """\
Kahuna is running, but the page has not been built.

In a checkout:   cd web && npm ci && npm run build     (or: make web)
Then reload. The API answers meanwhile: /api/catalogue, /healthz
"""


class Pages:
    """The files of the page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Path] = {}

    def answer(self, path: str) -> Response:
        """The file of a path; the page itself for every address that is not a file."""
        if not self._files:
            self._files = {
                file.relative_to(self._folder).as_posix(): file
                for file in self._folder.rglob("*")
                if file.is_file()
            }
        index = self._files.get("index.html")
        if index is None:
            return PlainTextResponse(MISSING, 503)
        # The build puts a hash into the names of assets, so they never change, and those of another
        # version are not there.
        is_hashed = path.startswith("assets/")
        file = self._files.get(path)
        if file is None and is_hashed:
            return PlainTextResponse("There is no such file in this version.\n", 404)
        if file is None or file == index:
            return FileResponse(index, headers={"cache-control": "no-cache"})
        caching = "public, max-age=31536000, immutable" if is_hashed else "no-cache"
        return FileResponse(file, headers={"cache-control": caching}, media_type=_kind(file))


def _kind(file: Path) -> str | None:
    """The type of a file that not every system's table has; none: whatever the table says."""
    return "application/manifest+json" if file.suffix == ".webmanifest" else None
