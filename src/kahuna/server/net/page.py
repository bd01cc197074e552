"""The page: its files, with the preview that other sites show of a link to it."""

from __future__ import annotations

import gzip
import html
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, PlainTextResponse, Response

from kahuna.server.net.link_preview import GENERAL, LinkPreview

MISSING = """\
Kahuna is running, but the page has not been built.

In a checkout:        make play     (or: cd web && npm ci && npm run build)
Installed from git:   the page is not part of the repository. Clone it, run `make dist`,
                      and install the wheel in dist/, which contains the page.
Then reload. The API answers meanwhile: /api/catalogue, /healthz
"""


COMPRESSED: Final = frozenset(
    {".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest"}
)
"""Suffixes of files worth compressing; fonts and images already are."""

MEDIA_TYPES: Final = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
ORIGIN: Final = "__ORIGIN__"
"""Placeholder in the page for the server's address."""
TITLE, DESCRIPTION, IMAGE = "__TITLE__", "__DESCRIPTION__", "__IMAGE__"
"""Placeholders in the page for its link preview."""

ICON: Final = "icons/icon-192.png"
"""The answer to /favicon.ico, for clients that do not read the page first."""


class StaticFiles:
    """The files of the page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Path] = {}
        self._compressed: dict[Path, bytes] = {}

    def respond(
        self,
        path: str,
        *,
        origin: str = "",
        preview: LinkPreview = GENERAL,
        accepts_gzip: bool = False,
    ) -> Response:
        """Return the file of a path, or the page itself for a path that is not a file.

        The page names the address of its preview image, which must be absolute: ``origin`` is the
        scheme and host under which the client reached the server.
        """
        if not self._files:
            self._files = {
                file.relative_to(self._folder).as_posix(): file
                for file in self._folder.rglob("*")
                if file.is_file()
            }
        index = self._files.get("index.html")
        if index is None:
            return PlainTextResponse(MISSING, 503)
        # Assets have a hash in their names, so they never change.
        is_hashed = path.startswith("assets/")
        file = self._files.get(ICON if path == "favicon.ico" else path)
        if file is None and is_hashed:
            return PlainTextResponse("There is no such file in this version.\n", 404)
        is_lasting = is_hashed and file is not None
        caching = "public, max-age=31536000, immutable" if is_lasting else "no-cache"
        if file is None or file == index:
            filled = {
                ORIGIN: origin,
                TITLE: preview.title,
                DESCRIPTION: preview.description,
                IMAGE: preview.image,
            }
            page = index.read_text(encoding="utf-8")
            for placeholder, text in filled.items():
                page = page.replace(placeholder, html.escape(text))
            headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
            return Response(page, headers=headers, media_type="text/html; charset=utf-8")
        return self._send(file, caching, accepts_gzip=accepts_gzip)

    def _send(self, file: Path, caching: str, *, accepts_gzip: bool) -> Response:
        headers = {"cache-control": caching, "vary": "accept-encoding"}
        media_type = _media_type(file)
        if not accepts_gzip or file.suffix not in COMPRESSED:
            return FileResponse(file, headers=headers, media_type=media_type)
        if file not in self._compressed:
            self._compressed[file] = gzip.compress(file.read_bytes(), mtime=0)
        headers["content-encoding"] = "gzip"
        return Response(self._compressed[file], headers=headers, media_type=media_type)


def _media_type(file: Path) -> str | None:
    """Return the media type of a file; not every system knows those of the web."""
    return MEDIA_TYPES.get(file.suffix) or guess_type(file.name)[0]
