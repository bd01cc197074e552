"""Link previews: the Open Graph title and description that other sites show."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kahuna.hosting.errors import RefusedError, UnknownGameError
from kahuna.hosting.play.game_view import GameFacts
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.tokens import GAME_ID
from kahuna.hosting.store import StorageError
from kahuna.i18n import LANGUAGES
from kahuna.i18n.shared import invitation_texts


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
    except (UnknownGameError, RefusedError, StorageError):
        return GENERAL
    return _describe(facts, language) if facts["can_join"] else GENERAL


def _describe(facts: GameFacts, language: str) -> LinkPreview:
    texts, players = invitation_texts(language), facts["players"]
    joined = [player["name"] for player in (players["white"], players["black"]) if player["joined"]]
    names = [name for name in joined if name is not None]
    title = texts.named.format(name=names[0]) if names else texts.nameless
    return LinkPreview(title, texts.about)
