"""Evaluate positions statically: islands, progress towards islands, and cards.

The weights were tuned by playing games.
"""

from __future__ import annotations

from functools import lru_cache

from kahuna.core import Board, Cards, Island, Lines, Over, Seat, State, Turn, size

ISLAND = 10.0
"""Value of controlling an island; all other values are relative to it."""
STEP = 4.0
"""Value of an island for which only the last bridge is missing."""
SPARE = 0.8
"""Value of each bridge beyond the majority."""
CARD = 3.0
"""Value of a card in hand, so that it is not played for nothing."""
WIN = 1000.0
REMOVAL = 1.0
"""Value of half a removal."""


def evaluate(state: State, seat: Seat) -> float:
    """Evaluate a state for a seat: the board and the cards in hand."""
    public, phase = state.public, state.public.phase
    if isinstance(phase, Over):
        winner = phase.outcome.winner
        return 0.0 if winner is None else WIN if winner is seat else -WIN
    board = state.ruleset.board
    on_board = bridge_value(board, public.bridges[seat])
    on_board -= bridge_value(board, public.bridges[seat.other])
    if isinstance(phase, Turn) and phase.last_turns:
        return on_board
    return on_board + CARD * size(state.private[seat].hand + public.shown[seat])


@lru_cache(maxsize=1 << 16)
def bridge_value(board: Board, bridges: Lines) -> float:
    """Evaluate the bridges of one seat."""
    total = 0.0
    for lines, majority in zip(board.lines_at, board.majority, strict=True):
        num = (bridges & lines).bit_count()
        if num >= majority:
            total += ISLAND + SPARE * (num - majority)
        elif majority > 1:
            total += STEP * (num / (majority - 1)) ** 2
    return total


@lru_cache(maxsize=1 << 16)
def card_value(board: Board, own: Lines, opposing: Lines, card: Island) -> float:
    """Return the gain of the best bridge that a card could pay for."""
    now = bridge_value(board, own)
    best = 0.0
    for line in board.lines:
        bit = 1 << line
        if card in board.ends[line]:
            if not (own | opposing) & bit:
                best = max(best, bridge_value(board, own | bit) - now)
            elif opposing & bit:
                best = max(best, REMOVAL)
    return best


def pile_card_value(board: Board, own: Lines, opposing: Lines) -> float:
    """Return the value of an unknown card: the average, plus a bonus for secrecy."""
    worths = [card_value(board, own, opposing, Island(i)) for i in board.islands]
    return sum(worths) / len(worths) + 0.5


def num_cards(state: State, seat: Seat) -> int:
    """Count all cards that a seat can play."""
    cards: Cards = state.private[seat].hand + state.public.shown[seat]
    return size(cards)
