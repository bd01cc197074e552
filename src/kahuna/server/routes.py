"""HTTP beside the live game: choosing, making, joining, records, and what runs a server needs."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Request, Response
from starlette.responses import PlainTextResponse

from kahuna.bots import LEVELS
from kahuna.chart import Look
from kahuna.core import (
    ARCHIPELAGO,
    EDITIONS,
    HANDICAPS,
    SUPPLIES,
    Discard,
    FinalScoring,
    Island,
    Ruleset,
    Seat,
)
from kahuna.i18n import ENGLISH
from kahuna.i18n.shared import bot_texts
from kahuna.record import GameRecord, format_game
from kahuna.record.game_record import MAX_PLIES
from kahuna.server.addresses import is_loopback
from kahuna.server.bodies import (
    BranchGame,
    Catalogue,
    EditionOut,
    FaultOut,
    GameFacts,
    Health,
    ImportGame,
    JoinGame,
    Link,
    LinkWanted,
    MyGame,
    MyGames,
    MyTokens,
    NewGame,
    ReplayOut,
    SeatTaken,
)
from kahuna.server.classroom import add_lessons
from kahuna.server.desk import Desk
from kahuna.server.faults import FaultError
from kahuna.server.house import House
from kahuna.server.library import add_rules
from kahuna.server.picture import ruleset_out
from kahuna.server.portrait import facts_out, record_out
from kahuna.server.records import chart_of
from kahuna.server.review import moments_of
from kahuna.server.sight import RecordOut
from kahuna.server.throttle import Throttle
from kahuna.server.tokens import seats_held, token_hash
from kahuna.server.words import letter, line_names, seat_name

GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
PlyNumber = Annotated[int, Path(ge=0, le=MAX_PLIES)]
Bearer = Annotated[str | None, Header(alias="authorization", max_length=120)]
_FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": FaultOut} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}
_FAULT_SCHEMA = {"$ref": "#/components/schemas/FaultOut"}
_FAULTS_OF_FILES: dict[int | str, dict[str, Any]] = {
    status: {"description": "a fault", "content": {"application/json": {"schema": _FAULT_SCHEMA}}}
    for status in _FAULTS
}
"""Where the answer is no JSON, a fault still is."""


class Svg(Response):
    """A picture."""

    media_type = "image/svg+xml"


def make_routes(house: House, desk: Desk) -> APIRouter:
    """The routes of one app."""
    router = APIRouter(responses=_FAULTS)
    _add_games(router, house, desk)
    _add_records(router, house, desk)
    _add_seats(router, house, desk)
    _add_service(router, house)
    add_lessons(router)
    add_rules(router)
    return router


def _limit(house: House) -> Any:  # noqa: ANN401  FastAPI's own type for a dependency
    """What makes something new may be asked for only so often."""
    throttle = Throttle(house.settings.requests_per_second, house.settings.request_burst)

    async def check(request: Request) -> None:
        address = request.client.host if request.client else ""
        if not throttle.take(address):
            raise FaultError("too_many", "too many requests: wait a little")

    return Depends(check)


def _add_games(router: APIRouter, house: House, desk: Desk) -> None:
    limited = [_limit(house)]

    @router.get("/api/catalogue")
    async def catalogue() -> Catalogue:
        """What there is to choose from."""
        return _catalogue()

    @router.post("/api/games", status_code=201, dependencies=limited)
    async def make(wanted: NewGame) -> SeatTaken:
        """Make a game."""
        return await desk.make(wanted)

    @router.post("/api/games/import", status_code=201, dependencies=limited)
    async def import_record(body: ImportGame) -> SeatTaken:
        """Make a game of a record."""
        return await desk.import_record(body)

    @router.get("/api/games/{game}")
    async def facts(game: GameId) -> GameFacts:
        """What everybody may know."""
        async with house.table(game) as table, house.locked(table) as live:
            return facts_out(live)


def _add_records(router: APIRouter, house: House, desk: Desk) -> None:
    async def seen(game: str, authorization: str | None) -> GameRecord:
        """The record: whole when the game is over, before that as the viewer saw it."""
        async with house.table(game) as table, house.locked(table) as live:
            token = _token(authorization)
            held = () if token is None else seats_held(token, live.holders)
            return await house.read(live.record_for, held)

    async def finished(game: str) -> tuple[GameRecord, GameFacts]:
        """A game that is over, with every card; of no other may so much be told."""
        async with house.table(game) as table, house.locked(table) as live:
            if not live.is_over:
                raise FaultError("conflict", "the game is not over")
            return live.record(), facts_out(live)

    @router.get("/api/games/{game}/record")
    async def record(game: GameId, authorization: Bearer = None) -> RecordOut:
        """The record as data."""
        return record_out(await seen(game, authorization))

    @router.get(
        "/api/games/{game}/record.txt",
        response_class=PlainTextResponse,
        responses=_FAULTS_OF_FILES,
    )
    async def record_text(game: GameId, authorization: Bearer = None) -> str:
        """The record in the form for people."""
        return format_game(await seen(game, authorization))

    @router.get("/api/games/{game}/replay")
    async def review(game: GameId) -> ReplayOut:
        """Every position of a finished game."""
        whole, facts = await finished(game)
        return {"facts": facts, "moments": await house.read(moments_of, whole)}

    @router.get(
        "/api/games/{game}/positions/{ply}.svg", response_class=Svg, responses=_FAULTS_OF_FILES
    )
    async def position(game: GameId, ply: PlyNumber, look: Look = Look.DAY) -> Response:
        """The board of a finished game after so many plies, as a picture."""
        whole, _ = await finished(game)
        picture = await house.read(chart_of, whole, ply, look)
        return Svg(picture)

    @router.post("/api/games/{game}/branch", status_code=201, dependencies=[_limit(house)])
    async def branch(game: GameId, body: BranchGame) -> SeatTaken:
        """Play on from a position of a finished game."""
        whole, _ = await finished(game)
        return await desk.branch(whole, body)


def _add_seats(router: APIRouter, house: House, desk: Desk) -> None:
    limited = [_limit(house)]

    @router.post("/api/games/{game}/join", dependencies=limited)
    async def join(game: GameId, body: JoinGame) -> SeatTaken:
        """Take the free seat."""
        async with house.table(game) as table:
            return await desk.join(table, body.invite.get_secret_value(), body.name)

    @router.delete("/api/games/{game}", status_code=204)
    async def give_up(game: GameId, authorization: Bearer = None) -> Response:
        """Give up the seats of a token."""
        async with house.table(game) as table:
            token = _token(authorization)
            await desk.give_up(table, _seats_of(token, table.live.holders))
            return Response(status_code=204)

    @router.post("/api/my-games", dependencies=limited)
    async def my_games(body: MyTokens) -> MyGames:
        """The games in which these tokens hold seats."""
        hashes = [token_hash(token.get_secret_value()) for token in body.tokens]
        games: list[MyGame] = []
        for game, seats in (await house.read(house.store.games_of, hashes)).items():
            async with house.table(game) as table, house.locked(table) as live:
                mine = [seat_name(seat) for seat in seats]
                is_my_turn = live.mover in seats
                games.append({"facts": facts_out(live), "seats": mine, "is_my_turn": is_my_turn})
        return {"games": games}

    @router.post("/api/links", status_code=201, dependencies=limited)
    async def link(body: LinkWanted) -> Link:
        """A further token for the same seats."""
        async with house.table(body.game) as table:
            token = body.token.get_secret_value()
            return await desk.link(table, _seats_of(token, table.live.holders))


def _add_service(router: APIRouter, house: House) -> None:
    @router.get("/healthz")
    async def health(response: Response) -> Health:
        """Whether the server can do its work."""
        try:
            await house.read(house.store.check)
        except Exception:
            response.status_code = 503
            return {"status": "unavailable", "version": version("kahuna")}
        return {"status": "ok", "version": version("kahuna")}

    @router.get("/metrics", response_class=PlainTextResponse)
    async def metrics(request: Request) -> Response:
        """What can be measured, for a Prometheus on this machine.

        For nobody else: counters would tell an opponent of steps that were taken back.
        """
        if request.client is not None and not is_loopback(request.client.host):
            raise FaultError("not_found", "there is nothing here")
        return Response(house.gauges.exposition(), media_type="text/plain; version=0.0.4")


def _token(authorization: str | None) -> str | None:
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def _seats_of(token: str | None, holders: dict[str, tuple[Seat, ...]]) -> tuple[Seat, ...]:
    held = () if token is None else seats_held(token, holders)
    if not held:
        raise FaultError("unknown_token", "this token holds no seat of this game")
    return held


def _catalogue() -> Catalogue:
    editions: list[EditionOut] = [
        {
            "key": edition.key,
            "title": edition.title,
            "who_starts": edition.who_starts,
            "bridges": edition.bridges,
            "stones": edition.stones,
            "discard": edition.discard,
            "final_scoring": edition.final_scoring,
            "offers_no_trespass": edition.offers_no_trespass,
            "offers_open_hands": edition.offers_open_hands,
            "offers_handicap": edition.offers_handicap,
        }
        for edition in EDITIONS.values()
    ]
    board, texts = ARCHIPELAGO, bot_texts(ENGLISH)
    return {
        "app_version": version("kahuna"),
        "editions": editions,
        "usual": ruleset_out(Ruleset()),
        "choices": {
            "least_supply": SUPPLIES[0],
            "most_supply": SUPPLIES[-1],
            "discards": list(Discard),
            "final_scorings": list(FinalScoring),
            "handicaps": list(HANDICAPS),
        },
        "bots": [
            {"key": level.key, "name": level.name, "about": texts[level.key], "level": number}
            for number, level in enumerate(LEVELS.values(), 1)
        ],
        "islands": [
            {
                "letter": letter(Island(island)),
                "name": board.names[island],
                "lines": line_names(board.lines_at[island]),
                "majority": board.majority[island],
            }
            for island in board.islands
        ],
    }
