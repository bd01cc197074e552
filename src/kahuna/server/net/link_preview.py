"""What other sites show of a link: a title, a description and a picture of the board.

The address of a picture names the bridges of the public position and nothing else. So a picture
cannot show what is hidden, and it never changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kahuna.core import SPECTATOR
from kahuna.hosting.errors import ApiError, RefusedError
from kahuna.hosting.learn.puzzles import open_puzzle
from kahuna.hosting.play.game_view import GameFacts
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.tokens import GAME_ID
from kahuna.hosting.store import StorageError
from kahuna.hosting.study.analysis import MAX_POSITION, ActionsSoFar, study_position
from kahuna.hosting.study.replay import bridges_after, finished_game
from kahuna.i18n import LANGUAGES
from kahuna.i18n.shared import invitation_texts, shared_texts
from kahuna.record import format_lines
from kahuna.server.net.board_image import CAN_DRAW

ENGLISH: Final = "en"


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The title, the description and the picture of a link."""

    title: str = "Kahuna"
    description: str = invitation_texts(ENGLISH).about
    image: str = "/icons/preview.jpg"


GENERAL: Final = LinkPreview()
"""The preview of a link that shows no particular position."""


async def preview_link(
    registry: GameRegistry, path: str, *, invitation: str = "", position: str = ""
) -> LinkPreview:
    """Describe what is public of the screen at a path.

    ``invitation`` is the language of somebody who invites to a game, ``position`` what the analysis
    board shows. What does not exist, or cannot be loaded now, gets the general preview.
    """
    screen, item, ply = (*path.split("/", 2), "", "")[:3]
    is_game = re.fullmatch(GAME_ID, item) is not None
    try:
        if screen == "game" and is_game:
            return await _preview_game(registry, item, invitation)
        if screen in ("replay", "review", "analysis") and is_game:
            return await _preview_replay(registry, item, ply)
        if screen == "analysis" and 0 < len(position) <= MAX_POSITION:
            public = study_position(position.replace("_", " ")).view.public
            return LinkPreview(image=_image(map(format_lines, public.bridges)))
        if screen == "puzzles" and item:
            seats = open_puzzle(item, ActionsSoFar(), ENGLISH)["state"]["seats"]
            sides = (seats["white"], seats["black"])
            return LinkPreview(image=_image(",".join(side["bridges"]) or "-" for side in sides))
    except (ApiError, RefusedError, StorageError):
        pass
    return GENERAL


async def _preview_game(registry: GameRegistry, game_id: str, invitation: str) -> LinkPreview:
    """Describe a game; an open invitation in the language of the inviter."""
    async with registry.room(game_id) as room, registry.locked(room) as game:
        facts, public = game.facts(), game.view(SPECTATOR).public
    image = _image(map(format_lines, public.bridges))
    if not facts["can_join"]:
        return LinkPreview(_title(facts), image=image)
    if invitation not in LANGUAGES:
        return LinkPreview(image=image)
    texts, players = invitation_texts(invitation), facts["players"]
    joined = [player["name"] for player in (players["white"], players["black"]) if player["joined"]]
    names = [name for name in joined if name is not None]
    title = texts.named.format(name=names[0]) if names else texts.nameless
    return LinkPreview(title, texts.about, image)


async def _preview_replay(registry: GameRegistry, game_id: str, ply: str) -> LinkPreview:
    """Describe a finished game after a number of plies; without a number, its end."""
    record, facts = await finished_game(registry, game_id)
    last = len(record.plies)
    at = min(int(ply), last) if ply.isdecimal() and len(ply) < 6 else last
    bridges = await registry.offload(bridges_after, record, at)
    return LinkPreview(_title(facts), image=_image(map(format_lines, bridges)))


def _title(facts: GameFacts) -> str:
    """Name the players and the score, in no particular language."""
    players, outcome = facts["players"], facts["outcome"]
    names = shared_texts(ENGLISH).names_of((players["white"]["name"], players["black"]["name"]))
    title = f"Kahuna: {names[0]} – {names[1]}"
    if outcome is None:
        return title
    return f"{title} {outcome['points']['white']}:{outcome['points']['black']}"


def _image(bridges: Iterable[str]) -> str:
    """Return the path of the picture of a board."""
    white, black = bridges
    return f"/api/board.png?white={white}&black={black}" if CAN_DRAW else GENERAL.image
