"""Read and write the rows of games; each function is part of a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from kahuna.hosting.columns import (
    change_columns,
    change_from_columns,
    changed_columns,
    game_columns,
    game_from_columns,
    seats_from_bits,
    seats_to_bits,
)
from kahuna.hosting.store import (
    ChangeEntry,
    ConflictError,
    GameMetadata,
    GameUpdate,
    Holders,
    KnownGames,
    StoredGame,
)
from kahuna.server.store.archive import find_archived, naming_damage, pop_archived
from kahuna.server.store.tables import ACCOUNT_GAMES, ARCHIVE, CHANGES, GAMES, HOLDERS, REVIEWS

_ADVANCE: Final = (
    update(GAMES)
    .where(GAMES.c.id == bindparam("game"), GAMES.c.version == bindparam("seen"))
    .values(
        version=GAMES.c.version + 1,
        deadline=bindparam("deadline"),
        turn_began=bindparam("turn_began"),
        bot_to_move=bindparam("bot_to_move"),
    )
)

_LATER: Final = """
SELECT known.game, row_to_json(g),
  (SELECT json_object_agg(h.token_hash, h.seats) FROM holders h WHERE h.game = g.id),
  (SELECT json_agg(row_to_json(c) ORDER BY c.number) FROM changes c
   WHERE c.game = g.id AND c.number > known.num_changes)
FROM unnest(%(games)s::text[], %(versions)s::int[], %(nums_changes)s::int[])
  AS known (game, version, num_changes) LEFT JOIN games g ON g.id = known.game
WHERE g.id IS NULL OR g.version <> known.version
"""
"""Games with their holders and later changes; a single statement sees a single snapshot."""


def update_versions(connection: Connection, updates: Sequence[GameUpdate]) -> None:
    """Advance the versions of games; raise if one is not the version that its writer saw.

    Rows are locked in the order of their ids, so that two groups with the same games cannot
    deadlock.
    """
    rows = [
        {
            "game": after.id,
            "seen": before.revision,
            "deadline": after.deadline,
            "turn_began": after.turn_began,
            "bot_to_move": after.bot_to_move,
        }
        for before, after in ((changed.before, changed.after) for changed in updates)
        if before is not None and after is not None
    ]
    rows.sort(key=itemgetter("game"))
    if rows and connection.execute(_ADVANCE, rows).rowcount != len(rows):
        raise ConflictError


def write_game(connection: Connection, changed: GameUpdate) -> None:
    """Write what an update changes in the tables of games and holders, besides the version."""
    before, after, game = changed.before, changed.after, changed.game
    if after is None:
        assert before is not None
        is_unchanged = and_(GAMES.c.id == game, GAMES.c.version == before.revision)
        if not connection.execute(delete(GAMES).where(is_unchanged)).rowcount:
            raise ConflictError
        connection.execute(delete(REVIEWS).where(REVIEWS.c.game == game))
        write_accounts(connection, before, None)
        return
    if before is None:
        connection.execute(insert(GAMES).values(game_columns(after)))
    else:
        _update_game(connection, before, after)
    write_accounts(connection, before, after)
    if changed.removed_holders:
        gone = HOLDERS.c.token_hash.in_(changed.removed_holders)
        connection.execute(delete(HOLDERS).where(HOLDERS.c.game == game, gone))
    for hashed, seats in changed.added_holders.items():
        held = {"game": game, "token_hash": hashed, "seats": seats_to_bits(seats)}
        connection.execute(insert(HOLDERS).values(held))


def write_accounts(
    connection: Connection, before: GameMetadata | None, after: GameMetadata | None
) -> None:
    """Write which accounts hold the seats of a game, if that has changed."""
    old, new = (
        [] if game is None else [player.account for player in game.players]
        for game in (before, after)
    )
    known = before or after
    if known is None or old == new or not any(old + new):
        return
    connection.execute(delete(ACCOUNT_GAMES).where(ACCOUNT_GAMES.c.game == known.id))
    for seat, account in enumerate(new):
        if account is not None:
            taken = {"game": known.id, "seat": seat, "account": account}
            connection.execute(insert(ACCOUNT_GAMES).values(taken))


def _update_game(connection: Connection, before: GameMetadata, after: GameMetadata) -> None:
    """Write the columns that differ."""
    if new := changed_columns(before, after):
        connection.execute(update(GAMES).where(GAMES.c.id == after.id).values(new))


def is_idle(before: float) -> ColumnElement[bool]:
    """Select games that have been idle since a time."""
    last = select(func.max(CHANGES.c.at)).where(CHANGES.c.game == GAMES.c.id).scalar_subquery()
    return and_(GAMES.c.created_at < before, func.coalesce(last, 0) < before)


def insert_changes(connection: Connection, entries: Iterable[ChangeEntry]) -> None:
    """Append entries to the change logs of games."""
    if rows := [change_columns(entry) for entry in entries]:
        connection.execute(insert(CHANGES), rows)


def lock_game(connection: Connection, game: str) -> bool:
    """Lock a game until the transaction ends; return whether it is in the hot tables."""
    touch = update(GAMES).where(GAMES.c.id == game).values(is_over=GAMES.c.is_over)
    return bool(connection.execute(touch).rowcount)


def hold_game(connection: Connection, game: str) -> bool:
    """Return whether a game is stored, and prevent its deletion until the transaction ends."""
    # Another transaction may be moving it between the tables.
    return any(
        connection.execute(
            select(table.c.id).where(table.c.id == game).with_for_update(read=True, key_share=True)
        ).first()
        for table in (GAMES, ARCHIVE, GAMES)
    )


def restore_archived(connection: Connection, before: GameMetadata | None) -> None:
    """Move a game that is about to change from the archive back to the hot tables."""
    if before is None or not before.is_over or lock_game(connection, before.id):
        return
    if (game := pop_archived(connection, before.id)) is not None:
        write_game(connection, GameUpdate.create(game))
        insert_changes(connection, game.changes)


def find_game(connection: Connection, game: str) -> StoredGame | None:
    """Return a game from the hot tables or from the archive."""
    return load_game(connection, game) or find_archived(connection, game)


def load_game(connection: Connection, game: str) -> StoredGame | None:
    """Return a game from the hot tables."""
    row = connection.execute(select(GAMES).where(GAMES.c.id == game)).mappings().first()
    if row is None:
        return None
    changes = connection.execute(
        select(CHANGES).where(CHANGES.c.game == game).order_by(CHANGES.c.number)
    ).mappings()
    with naming_damage(game):
        return StoredGame(
            game_from_columns(row),
            _load_holders(connection, game),
            tuple(change_from_columns(game, change) for change in changes),
        )


def load_later(connection: Connection, known: KnownGames) -> dict[str, StoredGame | None]:
    """Return games whose version has changed, each with only its later changes, on PostgreSQL.

    A game that is not in the hot tables is ``None``.
    """
    versions, nums_changes = zip(*known.values(), strict=True)
    bound = {"games": [*known], "versions": [*versions], "nums_changes": [*nums_changes]}
    later: dict[str, StoredGame | None] = {}
    for game, row, holders, changes in connection.exec_driver_sql(_LATER, bound):
        later[game] = row and StoredGame(
            game_from_columns(row),
            {hashed: seats_from_bits(bits) for hashed, bits in (holders or {}).items()},
            tuple(change_from_columns(game, change) for change in changes or ()),
        )
    return later


def _load_holders(connection: Connection, game: str) -> Holders:
    query = select(HOLDERS.c.token_hash, HOLDERS.c.seats).where(HOLDERS.c.game == game)
    return {hashed: seats_from_bits(seats) for hashed, seats in connection.execute(query)}
