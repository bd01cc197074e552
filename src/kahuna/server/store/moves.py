"""Plain moves: updates of many games that a single statement can write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from kahuna.hosting.store import GameUpdate
from kahuna.server.store.models import has_same_columns

Transaction: TypeAlias = Sequence[GameUpdate]
"""Updates that are written together or not at all."""
Outcome: TypeAlias = Exception | None
"""``None`` if a transaction was written; otherwise the error."""
Outcomes: TypeAlias = Mapping[str, Outcome]
"""Outcomes of plain moves by game. Games that are missing have to be written separately."""


def is_plain_move(update: GameUpdate) -> bool:
    """Return whether an update only appends to the change log of a running game.

    A move that starts a bot's turn is not plain, because its transaction also adds a job.
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
    """Return all plain moves; none if a game occurs twice, because then the order matters."""
    games = {update.game for transaction in transactions for update in transaction}
    if len(games) < sum(map(len, transactions)):
        return []
    return [
        transaction[0]
        for transaction in transactions
        if len(transaction) == 1 and is_plain_move(transaction[0])
    ]


def other_transactions(transactions: Sequence[Transaction], written: Outcomes) -> list[Transaction]:
    """Return the transactions that were not written as plain moves."""
    return [transaction for transaction in transactions if transaction[0].game not in written]


def merge_outcomes(
    transactions: Sequence[Transaction], written: Outcomes, others: Sequence[Outcome]
) -> list[Outcome]:
    """Return the outcome of each transaction, in order."""
    rest = iter(others)
    return [
        written[transaction[0].game] if transaction[0].game in written else next(rest)
        for transaction in transactions
    ]
