"""A sensible player that looks no further than the end of its own turn.

It tries its plays one and two deep on a world with the same cards in sight, counts islands, steps
towards islands and what the cards cost, plays the best line if it is worth the cards, and then
takes the card that opens the best play next turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kahuna.core import (
    DECLINE,
    Action,
    Build,
    Bury,
    DrawPile,
    Island,
    Over,
    PlaceHandicap,
    Remove,
    Replace,
    Ruleset,
    Seat,
    State,
    TakeOpen,
    Turn,
    View,
    any_world,
    apply,
    legal_actions,
    size,
    view_of,
)

ISLAND = 10.0
"""What holding an island is worth; everything else is measured against it."""
STEP = 4.0
"""What the way to an island is worth when all but the last bridge lie."""
SPARE = 0.8
"""What each bridge beyond the majority is worth."""
CARD = 3.0
"""What a card in hand is worth, so that it is not played for nothing."""
WIN = 1000.0
EXPANDED = 6
"""How many first plays are followed up with a second one."""


class GreedyBot:
    """Plays what looks best within its own turn."""

    name = "greedy"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View) -> Action:
        """The best play if it is worth its cards, else the best draw."""
        legal = list(legal_actions(view))
        self._rng.shuffle(legal)
        state = any_world(view)
        plays = [a for a in legal if isinstance(a, Build | Remove | Replace | PlaceHandicap)]
        if plays and (play := self._best_play(state, plays)) is not None:
            return play
        return self._best_draw(state, view, legal)

    def _best_play(self, state: State, plays: Sequence[Action]) -> Action | None:
        """The first step of the best one or two plays; none if playing nothing is better."""
        seat = _mover(state)
        tried = [(action, apply(state, action).state) for action in plays]
        firsts = [(_worth(after, seat), action, after) for action, after in tried]
        firsts.sort(key=lambda first: -first[0])
        best, chosen = _worth(state, seat), None
        for rank, (worth, action, after) in enumerate(firsts):
            if rank < EXPANDED or isinstance(action, Remove):
                worth = max(worth, _best_after(after, seat))
            if worth > best or (isinstance(action, PlaceHandicap) and chosen is None):
                best, chosen = worth, action
        return chosen

    def _best_draw(self, state: State, view: View, legal: list[Action]) -> Action:
        """The card that opens the best play; with a full hand decline, or make room."""
        seat = _mover(state)
        draws = [a for a in legal if isinstance(a, TakeOpen | DrawPile)]
        if draws:
            return max(draws, key=lambda draw: self._worth_of_draw(state, seat, draw))
        if DECLINE in legal:
            return DECLINE
        buries = [a for a in legal if isinstance(a, Bury)]
        return min(buries, key=lambda bury: _worth_of_card(state, seat, bury.card))

    def _worth_of_draw(self, state: State, seat: Seat, draw: Action) -> float:
        if isinstance(draw, TakeOpen):
            return _worth_of_card(state, seat, draw.card)
        # An unknown card is as good as an average one; it also hides what is held.
        worths = [_worth_of_card(state, seat, Island(i)) for i in state.ruleset.board.islands]
        return sum(worths) / len(worths) + 0.5


def _mover(state: State) -> Seat:
    phase = state.public.phase
    assert not isinstance(phase, Over)
    return phase.seat


def _best_after(state: State, seat: Seat) -> float:
    """The best that one more play can make of a state in the middle of a turn."""
    if not isinstance(state.public.phase, Turn) or state.public.phase.seat is not seat:
        return -WIN
    plays = (
        action
        for action in legal_actions(view_of(state, seat))
        if isinstance(action, Build | Remove | Replace)
    )
    return max((_worth(apply(state, action).state, seat) for action in plays), default=-WIN)


def _worth(state: State, seat: Seat) -> float:
    """How good a state looks for a seat: the board, and the cards it still holds."""
    public, phase = state.public, state.public.phase
    if isinstance(phase, Over):
        return WIN if phase.outcome.winner is seat else -WIN
    own, opposing = public.bridges[seat], public.bridges[seat.other]
    board = _worth_of_bridges(state.ruleset, own) - _worth_of_bridges(state.ruleset, opposing)
    is_last = isinstance(phase, Turn) and phase.last_turns > 0
    if is_last:
        return board
    return board + CARD * size(state.private[seat].hand + public.shown[seat])


def _worth_of_bridges(ruleset: Ruleset, bridges: int) -> float:
    board = ruleset.board
    worth = 0.0
    for lines, majority in zip(board.lines_at, board.majority, strict=True):
        num = (bridges & lines).bit_count()
        if num >= majority:
            worth += ISLAND + SPARE * (num - majority)
        else:
            worth += STEP * (num / (majority - 1)) ** 2 if majority > 1 else 0.0
    return worth


def _worth_of_card(state: State, seat: Seat, card: Island) -> float:
    """What the best bridge that a card could pay for would add to the board."""
    public, board = state.public, state.ruleset.board
    own, opposing = public.bridges[seat], public.bridges[seat.other]
    now = _worth_of_bridges(state.ruleset, own)
    best = 0.0
    for line in board.lines:
        bit = 1 << line
        if card in board.ends[line]:
            if not (own | opposing) & bit:
                best = max(best, _worth_of_bridges(state.ruleset, own | bit) - now)
            elif opposing & bit:
                best = max(best, 1.0)
    return best
