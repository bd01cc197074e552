"""The requests of the page, by method and path: the same as those of a server."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from kahuna.browser.validation import check_choice, parse_body
from kahuna.hosting.endpoints import Endpoints
from kahuna.hosting.errors import ApiError
from kahuna.hosting.learn.challenges import PlayChallenge, list_challenges, play_challenge
from kahuna.hosting.learn.puzzles import list_puzzles, open_puzzle, preview_in_puzzle
from kahuna.hosting.play.names import Language
from kahuna.hosting.play.new_game import BranchGame, ImportGame, NewGame
from kahuna.hosting.play.render_game import render_record
from kahuna.hosting.play.seating import LinkWanted, MyTokens
from kahuna.hosting.play.tokens import GAME_ID
from kahuna.hosting.study.analysis import (
    ActionQuestion,
    ActionsSoFar,
    Study,
    StudyQuestion,
    open_study,
)
from kahuna.record import format_game
from kahuna.record.game_record import MAX_PLIES

if TYPE_CHECKING:  # A browser loads it with the first picture.
    from kahuna.chart import Look

PLAYER: Final = "page"
"""Where the coach is asked from: there is only one page."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """A request of the page, and what it asks."""

    endpoints: Endpoints
    path: Mapping[str, str]
    query: Mapping[str, str]
    text: str
    """The body, in JSON."""
    token: str | None

    def body(self, kind: type[T]) -> T:
        """Return the body as a request of a type."""
        return parse_body(kind, self.text)

    @property
    def game(self) -> str:
        """The id of the game in the path."""
        game = self.path["game"]
        if not re.fullmatch(GAME_ID, game):
            raise ApiError("not_found", "there is no such game")
        return game

    @property
    def ply(self) -> int:
        """The number of the ply in the path."""
        text = self.path["ply"]
        if not (text.isascii() and text.isdigit() and int(text) <= MAX_PLIES):
            raise ApiError("invalid", f"path.ply: must be a number up to {MAX_PLIES}")
        return int(text)

    @property
    def look(self) -> Look:
        """How to draw."""
        from kahuna.chart import Look

        wanted = self.query.get("look", Look.DAY)
        if wanted not in list(Look):
            raise ApiError("invalid", f"query.look: must be one of {', '.join(Look)}")
        return Look(wanted)

    @property
    def language(self) -> Language:
        """The language of the answer."""
        language: Language = check_choice(Language, self.query.get("language", "en"), "language")
        return language


Handler: TypeAlias = Callable[[Call], Awaitable[Any] | AsyncIterator[Any] | Any]
"""Returns what is sent as JSON, or a text that is sent as it is; nothing for no answer."""


async def _analyse(call: Call) -> AsyncIterator[Any]:
    ranking = await call.endpoints.analyse(call.body(Study), player=PLAYER, language=call.language)
    async for found in ranking:
        yield found


async def _record(call: Call) -> Any:  # noqa: ANN401  a typed dictionary
    return render_record(await call.endpoints.record(call.game, call.token))


async def _record_text(call: Call) -> str:
    return format_game(await call.endpoints.record(call.game, call.token))


# The first game does not wait for lessons and rules, and for the pictures in them.


def _list_lessons(_: Call) -> Any:  # noqa: ANN401  typed dictionaries
    from kahuna.hosting.learn.lessons import list_lessons

    return list_lessons()


def _open_lesson(call: Call) -> Any:  # noqa: ANN401
    from kahuna.hosting.learn.lessons import open_lesson

    return open_lesson(call.path["key"], call.body(ActionsSoFar))


def _preview_in_lesson(call: Call) -> Any:  # noqa: ANN401
    from kahuna.hosting.learn.lessons import preview_in_lesson

    return preview_in_lesson(call.path["key"], call.body(ActionQuestion))


def _open_rules(call: Call) -> Any:  # noqa: ANN401
    from kahuna.hosting.learn.rules import open_rules

    return open_rules(call.language, call.query.get("edition"))


_ROUTES: Final[dict[str, Handler]] = {
    "POST /games": lambda call: call.endpoints.seating.make(call.body(NewGame)),
    "POST /games/import": lambda call: call.endpoints.seating.import_record(call.body(ImportGame)),
    "GET /games/{game}": lambda call: call.endpoints.facts(call.game),
    "DELETE /games/{game}": lambda call: call.endpoints.leave(call.game, call.token),
    "GET /games/{game}/record": _record,
    "GET /games/{game}/record.txt": _record_text,
    "GET /games/{game}/replay": lambda call: call.endpoints.replay(call.game),
    "GET /games/{game}/positions/{ply}.svg": lambda call: call.endpoints.picture(
        call.game, call.ply, call.look
    ),
    "POST /games/{game}/branch": lambda call: call.endpoints.branch(
        call.game, call.body(BranchGame)
    ),
    "GET /games/{game}/challenges/{key}": lambda call: call.endpoints.judge(
        call.game, call.path["key"]
    ),
    "POST /my-games": lambda call: call.endpoints.seating.my_games(call.body(MyTokens)),
    "POST /links": lambda call: call.endpoints.link(call.body(LinkWanted)),
    "GET /games/{game}/links": lambda call: call.endpoints.links(call.game, call.token),
    "DELETE /games/{game}/links/{link}": lambda call: call.endpoints.revoke(
        call.game, call.path["link"], call.token
    ),
    "POST /games/{game}/links/renew": lambda call: call.endpoints.renew(call.game, call.token),
    "POST /games/{game}/review": lambda call: call.endpoints.start_review(
        call.game, player=PLAYER, language=call.language
    ),
    "GET /games/{game}/review": lambda call: call.endpoints.review(call.game, call.language),
    "POST /games/{game}/advice": lambda call: call.endpoints.advice(
        call.game, call.token, player=PLAYER, language=call.language
    ),
    "POST /games/{game}/check": lambda call: call.endpoints.check(
        call.game,
        call.token,
        player=PLAYER,
        language=call.language,
        is_first=call.query.get("is_first") == "true",
    ),
    "POST /games/{game}/take-back": lambda call: call.endpoints.take_back(call.game, call.token),
    "POST /study": lambda call: open_study(
        call.endpoints.registry, call.body(Study), call.language
    ),
    "POST /study/preview": lambda call: call.endpoints.preview(call.body(StudyQuestion)),
    "POST /study/analysis": _analyse,
    "GET /lessons": _list_lessons,
    "POST /lessons/{key}": _open_lesson,
    "POST /lessons/{key}/preview": _preview_in_lesson,
    "GET /puzzles": lambda _: list_puzzles(),
    "POST /puzzles/{key}": lambda call: open_puzzle(
        call.path["key"],
        call.body(ActionsSoFar),
        call.language,
        is_revealed=call.query.get("reveal") == "true",
    ),
    "POST /puzzles/{key}/preview": lambda call: preview_in_puzzle(
        call.path["key"], call.body(ActionQuestion)
    ),
    "GET /challenges": lambda _: list_challenges(),
    "POST /challenges/{key}/games": lambda call: play_challenge(
        call.endpoints.seating, call.path["key"], call.body(PlayChallenge)
    ),
    "GET /rules": _open_rules,
}
ROUTES: Final = [
    (re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+?)", route.replace(".", r"\."))), handler)
    for route, handler in _ROUTES.items()
]


def find_route(
    endpoints: Endpoints, method: str, address: str, text: str, token: str | None
) -> tuple[Handler, Call]:
    """Return the handler of a request, and the call that it handles."""
    parts = urlsplit(address)
    for pattern, handler in ROUTES:
        if found := pattern.fullmatch(f"{method} {parts.path}"):
            path = {name: unquote(part) for name, part in found.groupdict().items()}
            return handler, Call(endpoints, path, dict(parse_qsl(parts.query)), text, token)
    raise ApiError("not_found", "there is nothing here")
