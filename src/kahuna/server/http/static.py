"""The built page, from memory of what files there are: no path of a request reaches the disk."""

from __future__ import annotations

import gzip
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, PlainTextResponse, Response

MISSING = """\
Kahuna is running, but the page has not been built.

In a checkout:   cd web && npm ci && npm run build     (or: make web)
Then reload. The API answers meanwhile: /api/catalogue, /healthz
"""


PACKED: Final = frozenset({".css", ".html", ".js", ".svg", ".webmanifest"})
"""Files that become much smaller on their way; fonts and pictures are small already."""

ICON: Final = "icons/icon-192.png"
"""What those get who ask for an icon without having read which one the page names."""


class StaticFiles:
    """The files of the page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Path] = {}
        self._packed: dict[Path, bytes] = {}

    def answer(self, path: str, *, may_pack: bool = False) -> Response:
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
        file = self._files.get(ICON if path == "favicon.ico" else path)
        if file is None and is_hashed:
            return PlainTextResponse("There is no such file in this version.\n", 404)
        is_lasting = is_hashed and file is not None
        caching = "public, max-age=31536000, immutable" if is_lasting else "no-cache"
        return self._send(file or index, caching, may_pack=may_pack)

    def _send(self, file: Path, caching: str, *, may_pack: bool) -> Response:
        headers = {"cache-control": caching, "vary": "accept-encoding"}
        kind = _kind(file)
        if not may_pack or file.suffix not in PACKED:
            return FileResponse(file, headers=headers, media_type=kind)
        if file not in self._packed:
            self._packed[file] = gzip.compress(file.read_bytes(), mtime=0)
        headers["content-encoding"] = "gzip"
        return Response(self._packed[file], headers=headers, media_type=kind)


def _kind(file: Path) -> str | None:
    """What a file is; not every system's room knows all of it."""
    if file.suffix == ".webmanifest":
        return "application/manifest+json"
    return guess_type(file.name)[0]
