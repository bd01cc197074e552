"""The lobby of a node: seeks and pairing.

All state is in the database, so that nodes and tabs agree. Every node pairs everybody about once a
second. A pairing removes both seeks in the transaction that creates the game; if another node was
faster, it fails, and nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import replace
from random import uniform
from typing import Final

from kahuna.core import NO_DEAL, Ruleset, Seat
from kahuna.hosting.community.account import Account
from kahuna.hosting.community.account_names import check_name
from kahuna.hosting.community.pairing import can_meet, pair_up
from kahuna.hosting.community.ratings import Rating, aged, pace_of, rate_levels
from kahuna.hosting.community.seeks import (
    MAX_BOUND,
    AcceptSeek,
    BotWanted,
    LobbyOut,
    Seek,
    SeekWanted,
    check_terms,
    render_offer,
    render_rating,
    render_seek,
)
from kahuna.hosting.community.visitors import account_of_visitor, player_visitor
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.new_game import bot_player
from kahuna.hosting.play.offers import BREAK_SECONDS
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.seeds import deal_if_ready
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import (
    ConflictError,
    GameMetadata,
    MatchInfo,
    Player,
    SeedExchange,
    StorageError,
    StoredGame,
    TimeControl,
)
from kahuna.server.store.account_rows import find_account, find_named
from kahuna.server.store.lobby_rows import (
    Lobby,
    blocked_by,
    cancel_seek,
    end_offer,
    find_seek,
    is_there,
    last_opponent,
    load_lobby,
    note_people,
    put_seek,
    seeks_towards,
)
from kahuna.server.store.match_rows import load_rating, num_declined
from kahuna.server.store.store import SqlGameStore

LOG = logging.getLogger(__name__)
PAIRING_SECONDS: Final = 1.0
"""Mean time between pairings while anybody is in the lobby."""
IDLE_SECONDS: Final = 5.0
"""Mean time between pairings while nobody is."""
PRESENCE_SECONDS: Final = 5.0
"""Time between notes about who is there."""
KEEP_ALIVE_SECONDS: Final = 20.0
"""Send the lobby at least this often, so that proxies keep the connection open."""
MAX_LISTED: Final = 50
"""Seeks that are listed."""
_LEVELS: Final = rate_levels()
_EMPTY: Final = Lobby([], [], {}, {}, None, 0)


class Visit:
    """A visitor of the lobby, and who will sit at the seat."""

    def __init__(self, visitor: str, account: Account | None) -> None:
        self.visitor = visitor
        self.account = account


class Matchmaker:
    """Brings people together."""

    def __init__(
        self, registry: GameRegistry, store: SqlGameStore, num_connected: Callable[[], float]
    ) -> None:
        self._registry = registry
        self._sources = registry.sources
        self._store = store
        self._num_connected = num_connected
        self._node = registry.sources.game_id()
        self._present: Counter[str] = Counter()
        """How many lists each visitor watches here."""
        self._lobby = _EMPTY
        self._changed = asyncio.Event()
        self._wake = asyncio.Event()
        self._noted_at = 0.0

    # Requests.

    async def look(self, visit: Visit) -> LobbyOut:
        """Return the lobby as it is now."""
        return _render(await self._load(visit.visitor), visit, await self._rating(visit))

    async def watch(
        self, visit: Visit, is_draining: Callable[[], bool]
    ) -> AsyncGenerator[LobbyOut]:
        """Yield the lobby now and whenever it changes; the visitor counts as present meanwhile."""
        rating = await self._rating(visit)
        self._present[visit.visitor] += 1
        self._noted_at = 0.0
        try:
            self._lobby = await self._load(*self._present)
            while not is_draining():
                changed = self._changed
                shown = _render(self._lobby, visit, rating)
                yield shown
                with suppress(TimeoutError):
                    async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                        while _render(self._lobby, visit, rating) == shown and not is_draining():
                            await changed.wait()
                            changed = self._changed
        finally:
            self._present[visit.visitor] -= 1
            self._present += Counter()  # Drop those who have left.

    async def seek(self, visit: Visit, wanted: SeekWanted) -> None:
        """Look for an opponent, or offer a match to an account."""
        ruleset = check_terms(wanted, is_guest=visit.account is None)
        if wanted.opponent is not None:
            await self._check_offer(visit, wanted.opponent)
        if (wanted.lowest or 0) > (MAX_BOUND if wanted.highest is None else wanted.highest):
            raise ApiError("invalid", "lowest: it is higher than highest")
        now = self._sources.now()
        rating = await self._rating(visit, wanted.clock)
        player = await self._player_of(visit, wanted.name)
        visitor = visit.visitor
        last, declined = await self._store.query(
            lambda rows: (last_opponent(rows, visitor), num_declined(rows, visitor, now))
        )
        seek = Seek(
            id=self._sources.game_id(),
            visitor=visitor,
            name=player.name,
            token_hash=token_hash(wanted.token),
            ruleset=ruleset,
            clock=wanted.clock,
            is_rated=wanted.is_rated,
            num_games=wanted.num_games,
            allows_knowledge=wanted.knowledge,
            rating=rating.value,
            deviation=rating.deviation,
            lowest=wanted.lowest,
            highest=wanted.highest,
            opponent=wanted.opponent,
            last_opponent=last,
            num_declined=declined,
            created_at=now,
            seen_at=now,
        )
        await self._store.transact(lambda rows: put_seek(rows, seek))
        self._wake.set()

    async def cancel(self, visit: Visit) -> None:
        """Stop looking for an opponent."""
        await self._store.transact(lambda rows: cancel_seek(rows, visit.visitor))
        self._wake.set()

    async def end_offer(self, visit: Visit, offer: str) -> None:
        """Withdraw an own offer, or decline that of somebody else."""
        if not await self._store.transact(lambda rows: end_offer(rows, offer, visit.visitor)):
            raise ApiError("gone", "this offer is gone")
        self._wake.set()

    async def accept(self, visit: Visit, seek_id: str, body: AcceptSeek) -> str:
        """Play somebody who looks for an opponent; return the id of the game.

        Whoever accepts stops looking, too, and withdraws an offer to the same opponent.
        """
        now = self._sources.now()
        visitor = visit.visitor
        theirs = await self._store.query(lambda rows: find_seek(rows, seek_id))
        if theirs is None or theirs.visitor == visitor or not is_there(theirs, now):
            raise ApiError("gone", "this offer is gone")
        if theirs.opponent not in (None, visitor):
            raise ApiError("conflict", "this offer is for somebody else")
        if theirs.is_rated and visit.account is None:
            raise ApiError("signed_out", "guests play unrated games; sign in first")
        rating = await self._rating(visit, theirs.clock)
        player = await self._player_of(visit, body.name)
        own = replace(
            theirs,
            id=self._sources.game_id(),
            visitor=visitor,
            name=player.name,
            token_hash=token_hash(body.token),
            allows_knowledge=body.knowledge,
            rating=rating.value,
            deviation=rating.deviation,
            lowest=0.0,
            created_at=now,
            seen_at=now,
        )
        avoided = await self._store.query(
            lambda rows: {seek.visitor: blocked_by(rows, seek.visitor) for seek in (own, theirs)}
        )
        # A seek without bounds is open to everybody who accepts it.
        bounds = theirs.lowest or 0.0
        wanted = replace(theirs, lowest=bounds).seeker(avoided[theirs.visitor])
        if not can_meet(own.seeker(avoided[visitor]), wanted, now):
            raise ApiError("conflict", "this offer is for somebody else")
        other = theirs.visitor
        stored = await self._store.query(lambda rows: seeks_towards(rows, visitor, other))
        try:
            return await self._begin(theirs, own, (theirs.id, *stored))
        except ConflictError:
            raise ApiError("gone", "this offer is gone") from None
        finally:
            self._wake.set()

    async def play_bot(self, visit: Visit, body: BotWanted) -> str:
        """Begin a match against a bot; return the id of its first game."""
        ruleset = check_terms(body, is_guest=visit.account is None)
        bot = bot_player(body.bot)
        if body.is_rated and body.bot not in _LEVELS:
            raise ApiError("invalid", f"bot: {body.bot!r} has no rating")
        chance, game = self._sources.chance(), self._sources.game_id()
        seat = chance.first()
        own = await self._player_of(visit, body.name)
        players = (own, bot) if seat is Seat.WHITE else (bot, own)
        white, black = (player_visitor(player, visit.visitor) for player in players)
        metadata = self._first_game(
            MatchInfo(game, body.num_games, body.is_rated, (white, black)),
            ruleset,
            body.clock,
            players,
        )
        metadata = replace(
            metadata,
            mode="bot",
            deal=chance.deal(ruleset),
            seed_exchange=None,
            allows_knowledge=body.knowledge,
        )
        stored = StoredGame(metadata, {token_hash(body.token): (seat,)})
        await self._registry.create(stored, chance)
        return game

    # Work in the background.

    async def run(self) -> None:
        """Pair people until cancelled."""
        while True:
            try:
                await self.tick()
            except StorageError as error:
                LOG.warning("the lobby cannot be read or written: %s", error)
            except Exception:
                LOG.exception("cannot pair people")
            mean = PAIRING_SECONDS if self._present else IDLE_SECONDS
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(mean * uniform(0.5, 1.5)):
                    await self._wake.wait()

    async def tick(self) -> None:
        """Note who is there, pair those who can meet, and tell everybody here."""
        now = self._sources.now()
        if now - self._noted_at >= PRESENCE_SECONDS:
            self._noted_at = now
            num_people = len(self._present) + int(self._num_connected())
            present = list(self._present)
            await self._store.transact(
                lambda rows: note_people(rows, self._node, num_people, present, now)
            )
        lobby = await self._load(*self._present)
        if await self._pair(lobby, now):
            lobby = await self._load(*self._present)
        self._lobby = lobby
        self._changed.set()
        self._changed = asyncio.Event()

    async def _pair(self, lobby: Lobby, now: float) -> int:
        """Pair everybody who can meet; return the number of new games."""
        seeks = {seek.id: seek for seek in lobby.seeks}
        nobody: frozenset[str] = frozenset()
        seekers = (seek.seeker(lobby.avoided.get(seek.visitor, nobody)) for seek in seeks.values())
        pairs = [(seeks[one.id], seeks[other.id]) for one, other in pair_up(seekers, now)]
        results = await asyncio.gather(
            *(self._begin(one, other, (one.id, other.id)) for one, other in pairs),
            return_exceptions=True,
        )
        for result in results:
            # Another node was faster, or the store does not respond; try again later.
            if isinstance(result, BaseException) and not isinstance(
                result, ConflictError | StorageError
            ):
                raise result
        return sum(isinstance(result, str) for result in results)

    async def _begin(self, one: Seek, other: Seek, stored: tuple[str, ...]) -> str:
        """Create the first game of a match, and remove stored seeks, given by their ids.

        Raise :class:`ConflictError` if one of them is gone.
        """
        if one.token_hash == other.token_hash:
            raise ConflictError("both players have the same token")
        chance, game = self._sources.chance(), self._sources.game_id()
        white, black = (one, other) if chance.first() is Seat.WHITE else (other, one)
        visitors = (white.visitor, black.visitor)
        match = MatchInfo(game, one.num_games, one.is_rated, visitors)
        players = (_player(white), _player(black))
        metadata = replace(
            self._first_game(match, one.ruleset, one.clock, players),
            allows_knowledge=one.allows_knowledge and other.allows_knowledge,
        )
        if one.opponent is not None:
            # Whoever made the offer may be away: the clock starts when both are there.
            metadata = replace(metadata, started_at=None)
        holders = {white.token_hash: (Seat.WHITE,), black.token_hash: (Seat.BLACK,)}
        hosted, creation = await self._registry.prepare(StoredGame(metadata, holders), chance)
        await self._store.write(replace(creation, seeks=stored))
        self._registry.host(hosted)
        return game

    def _first_game(
        self,
        match: MatchInfo,
        ruleset: Ruleset,
        clock: TimeControl | None,
        players: tuple[Player, Player],
    ) -> GameMetadata:
        """Return the first game of a match. White starts, and its clock runs after a moment.

        It does not wait for seeds of the players: the server gives both.
        """
        now = self._sources.now()
        metadata = GameMetadata(
            id=match.id,
            created_at=now,
            mode="online",
            ruleset=ruleset,
            first=Seat.WHITE,
            first_choice="white",
            deal=NO_DEAL,
            players=players,
            time_control=clock,
            started_at=None if clock is None else now + BREAK_SECONDS,
            match=match,
            seed_exchange=SeedExchange(self._sources.secret()),
        )
        return deal_if_ready(metadata)

    async def _player_of(self, visit: Visit, name: str) -> Player:
        """Return who sits at a seat.

        A guest may choose a name that an account could have, but none has; otherwise the guest has
        none. So nobody in the lobby can pass for an account or a bot.
        """
        if visit.account is not None:
            return visit.account.player
        try:
            checked = check_name(name)
        except ApiError:
            return Player(None)
        taken = await self._store.query(lambda rows: find_named(rows, checked))
        return Player(None if taken else checked)

    async def _check_offer(self, visit: Visit, opponent: str) -> None:
        """Refuse an offer that an account cannot make or accept."""
        if visit.account is None:
            raise ApiError("signed_out", "opponent: guests cannot make offers; sign in first")
        visitor = visit.visitor
        account, avoided, avoids = await self._store.query(
            lambda rows: (
                find_account(rows, opponent),
                blocked_by(rows, opponent),
                blocked_by(rows, visitor),
            )
        )
        if account is None:
            raise ApiError("not_found", "opponent: there is no such account")
        if account.is_suspended or opponent == visitor or visitor in avoided or opponent in avoids:
            raise ApiError("conflict", "opponent: this account cannot accept an offer from you")

    async def _load(self, *visitors: str) -> Lobby:
        """Return the lobby, with the offers from and to some visitors."""
        now = self._sources.now()
        return await self._store.query(lambda rows: load_lobby(rows, now, visitors))

    async def _rating(self, visit: Visit, clock: TimeControl | None = None) -> Rating:
        """Return the rating of a visitor for a clock: in minutes, unless turns take days."""
        now = self._sources.now()
        account, pace = visit.account, pace_of(clock) or "minutes"
        if account is None:
            return Rating(at=now)
        rating = await self._store.query(lambda rows: load_rating(rows, account.id, pace, now))
        return aged(rating, now)


def _player(seek: Seek) -> Player:
    return Player(seek.name, account=account_of_visitor(seek.visitor))


def _render(lobby: Lobby, visit: Visit, rating: Rating) -> LobbyOut:
    """Render the lobby for a visitor."""
    own = next((seek for seek in lobby.seeks if seek.visitor == visit.visitor), None)
    shown = [seek for seek in reversed(lobby.seeks) if seek is not own]
    return {
        "people": max(lobby.people, 1),
        "seeks": [render_seek(seek) for seek in shown[:MAX_LISTED]],
        "own": None if own is None else render_seek(own),
        "offers": [render_seek(seek) for seek, _ in lobby.offers if seek.opponent == visit.visitor],
        "offered": [
            render_offer(seek, name) for seek, name in lobby.offers if seek.visitor == visit.visitor
        ],
        "games": lobby.begun.get(visit.visitor, []),
        "rating": None if visit.account is None else render_rating(rating),
        "bot": min(_LEVELS, key=lambda key: abs(_LEVELS[key].value - rating.value)),
        "featured": lobby.featured,
    }
