"""Measure the bytes per game in the database, before and after archiving.

    python -m benchmarks.archive [--games 200] [--bot greedy] [--db sqlite:///new.db]

Play games of a bot against itself, one seat with the random keys of a person's page, and store them
in a new database. Compare its size with all games in the hot tables and with all in the archive.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import mean, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import create_engine, make_url, text

from benchmarks.command import run, whole
from kahuna.bots import BOTS
from kahuna.core import Ruleset, Seat
from kahuna.hosting.play.tokens import new_game_id, new_token, token_hash
from kahuna.hosting.store import ChangeEntry, GameMetadata, GameUpdate, Player, StoredGame
from kahuna.match import Authority, RandomChance
from kahuna.server.store.archive import pack
from kahuna.server.store.database import Database

SECONDS_PER_ACTION = 5.0


def play(number: int, bot: str) -> StoredGame:
    """Return a finished game as a server stores it."""
    rng = Random(number)
    chance = RandomChance(rng)
    deal, first, game = chance.deal(Ruleset()), chance.first(), new_game_id()
    authority = Authority(Ruleset(), chance, first=first, deal=deal)
    agents = [BOTS[bot].make(rng) for _ in Seat]
    began = now = 1.8e9 + number
    entries: list[ChangeEntry] = []
    while (seat := authority.mover) is not None:
        ply = authority.act(seat, agents[seat].decide(authority.view(seat)))
        now += rng.expovariate(1 / SECONDS_PER_ACTION)
        key = new_token()[:16] if seat is Seat.WHITE else None
        entries.append(ChangeEntry(game, len(entries) + 1, ply, seat, key, now))
    metadata = GameMetadata(
        id=game,
        created_at=began,
        mode="bot",
        ruleset=Ruleset(),
        first=first,
        first_choice="random",
        deal=deal,
        players=(Player("White"), Player(bot.capitalize(), bot)),
        is_over=True,
        revision=len(entries),
    )
    return StoredGame(metadata, {token_hash(new_token()): (Seat.WHITE,)}, tuple(entries))


def size(db_url: str) -> int:
    """Return the bytes of all tables and indexes."""
    url = make_url(db_url)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        measure = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        vacuum = "VACUUM"
    else:
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
        )
        measure = (
            "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        vacuum = "VACUUM FULL"
    with engine.connect() as connection:
        connection.execute(text(vacuum))
        num_bytes = int(connection.execute(text(measure)).scalar_one())
    engine.dispose()
    return num_bytes


def measure(num_games: int, bot: str, db_url: str) -> dict[str, object]:
    """Store games, archive them and return the figures."""
    games = [play(number, bot) for number in range(num_games)]
    with closing(Database(db_url)) as database:
        empty = size(db_url)
        problems = database.commit([[GameUpdate.create(game)] for game in games])
        assert not any(problems), problems
        hot = size(db_url)
        began = perf_counter()
        for game in games:
            database.archive(game.metadata.id)
        seconds = perf_counter() - began
        archived = size(db_url)
    packed = [len(pack(game)) for game in games]
    return {
        "games": num_games,
        "changes_per_game": round(mean(len(game.changes) for game in games), 1),
        "hot_bytes_per_game": round((hot - empty) / num_games),
        "archived_bytes_per_game": round((archived - empty) / num_games),
        "compressed_bytes": round(mean(packed)),
        "compressed_bytes_p95": round(quantiles(packed, n=20)[-1]),
        "archive_ms_per_game": round(1000 * seconds / num_games, 2),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.archive", description=__doc__)
    parser.add_argument("--games", type=whole(2, 100_000), default=200)
    parser.add_argument("--bot", choices=tuple(BOTS), default="greedy")
    parser.add_argument("--db", help="a new, empty database; by default a temporary SQLite file")
    options = parser.parse_args(arguments)
    with TemporaryDirectory(prefix="kahuna-") as folder:
        db_url = options.db or f"sqlite:///{Path(folder) / 'games.db'}"
        print(json.dumps(measure(options.games, options.bot, db_url)))
    return 0


if __name__ == "__main__":
    run(main)
