"""The page: its files, and the preview that other sites show of a link to it."""

from __future__ import annotations

import gzip
import html
import re
from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, PlainTextResponse, Response

from kahuna.hosting.errors import RefusedError
from kahuna.hosting.play.game_view import GameFacts
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.tokens import GAME_ID
from kahuna.hosting.store import StorageError
from kahuna.i18n import LANGUAGES
from kahuna.i18n.shared import invitation_texts

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
TITLE, DESCRIPTION = "__TITLE__", "__DESCRIPTION__"
"""Placeholders in the page for its link preview."""

ICON: Final = "icons/icon-192.png"
"""The answer to /favicon.ico, for clients that do not read the page first."""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The title and the description of a link."""

    title: str
    description: str


GENERAL: Final = LinkPreview("Kahuna", invitation_texts("en").about)
"""The preview of all links that are not invitations."""


async def preview_invitation(registry: GameRegistry, path: str, language: str) -> LinkPreview:
    """Describe the invitation to a game, in the language of the inviter.

    The preview contains only what is public. A path that is not an open invitation, or cannot be
    loaded now, gets the general preview.
    """
    screen, _, game_id = path.partition("/")
    is_game = screen == "game" and re.fullmatch(GAME_ID, game_id) is not None
    if not is_game or language not in LANGUAGES:
        return GENERAL
    try:
        async with registry.room(game_id) as room, registry.locked(room) as game:
            facts = game.facts()
    except (RefusedError, StorageError):
        return GENERAL
    return _describe(facts, language) if facts["can_join"] else GENERAL


def _describe(facts: GameFacts, language: str) -> LinkPreview:
    texts, players = invitation_texts(language), facts["players"]
    joined = [player["name"] for player in (players["white"], players["black"]) if player["joined"]]
    names = [name for name in joined if name is not None]
    title = texts.named.format(name=names[0]) if names else texts.nameless
    return LinkPreview(title, texts.about)


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
            filled = {ORIGIN: origin, TITLE: preview.title, DESCRIPTION: preview.description}
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
