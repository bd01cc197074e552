"""Plain moves: updates that one statement can write for many games at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from kahuna.server.games.store import GameUpdate
from kahuna.server.storage.models import has_same_columns

Transaction: TypeAlias = Sequence[GameUpdate]
"""Updates that belong together: all of them are written, or none."""
Outcome: TypeAlias = Exception | None
"""Why a transaction was not written, or ``None`` if it was."""
Outcomes: TypeAlias = Mapping[str, Outcome]
"""What has become of plain moves, by game; one that is not in it has to be written alone."""


def is_plain_move(update: GameUpdate) -> bool:
    """Return whether an update adds to the change log of a running game and does nothing else.

    A move that begins the turn of a bot is not plain: its transaction also adds a job.
    """
    before, after = update.before, update.after
    return (
        before is not None
        and after is not None
        and not before.is_over
        and after.bot_to_move in (None, before.bot_to_move)
        and not update.added_holders
        and not update.removed_holders
        and has_same_columns(before, after)
    )


def plain_moves(transactions: Sequence[Transaction]) -> list[GameUpdate]:
    """Return all plain moves; none if a game occurs twice, because the order matters then."""
    games = {update.game for transaction in transactions for update in transaction}
    if len(games) < sum(map(len, transactions)):
        return []
    return [
        transaction[0]
        for transaction in transactions
        if len(transaction) == 1 and is_plain_move(transaction[0])
    ]


def other_transactions(transactions: Sequence[Transaction], written: Outcomes) -> list[Transaction]:
    """Return the transactions that are not among the plain moves written."""
    return [transaction for transaction in transactions if transaction[0].game not in written]


def merge_outcomes(
    transactions: Sequence[Transaction], written: Outcomes, others: Sequence[Outcome]
) -> list[Outcome]:
    """Return the outcomes of all transactions, in their order."""
    rest = iter(others)
    return [
        written[transaction[0].game] if transaction[0].game in written else next(rest)
        for transaction in transactions
    ]
