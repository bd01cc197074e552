"""Replay a record: every position, or the first ply that does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kahuna.core import (
    Action,
    DrawCard,
    Event,
    IllegalActionError,
    ImpossibleCardError,
    Island,
    Opening,
    Outcome,
    Over,
    State,
    Step,
    Termination,
    advance,
    legal_actions,
    mover,
    start,
    view_of,
)
from kahuna.record.errors import Flaw, RecordError, ReplayMismatchError
from kahuna.record.event_plies import plies_of
from kahuna.record.game_record import GameRecord
from kahuna.record.notation import Ply, format_action, format_ply, to_action
from kahuna.record.position import position_hash

BY_PLAYERS = (
    Termination.RESIGNATION,
    Termination.TIMEOUT,
    Termination.AGREEMENT,
    Termination.ABORTED,
)
"""Terminations by the players of a match, not by the rules. [R17]"""


class ReplayStep(NamedTuple):
    """A game after ``number`` plies: the last ply, its events and the state."""

    number: int
    ply: Ply | None
    state: State
    events: tuple[Event, ...]


def play(state: State, action: Action, draw: DrawCard) -> tuple[Ply, Step]:
    """Play an action with all chance that follows it; return it as a ply, and its result."""
    step = advance(state, action, draw)
    return next(plies_of(step.events)).ply, step


def replay(record: GameRecord) -> Iterator[ReplayStep]:
    """Yield every step of a recorded game; raise at the first ply that does not fit."""
    state, events = start(record.ruleset, record.deal, first=record.first)
    yield ReplayStep(0, None, state, events)
    hashes = dict(record.hashes)
    for number, ply in enumerate(record.plies, 1):
        state, events = replay_ply(state, ply, number)
        if number in hashes and hashes[number] != position_hash(state):
            problem = f"the position hash is given as {hashes[number]}"
            raise ReplayMismatchError(number, problem, expected=position_hash(state))
        yield ReplayStep(number, ply, state, events)
    _check_outcome(record, state)


def final_state(record: GameRecord) -> State:
    """Return the state after the last ply of a record."""
    *_, last = replay(record)
    return last.state


def replay_ply(state: State, ply: Ply, number: int) -> Step:
    """Play a recorded ply, the ``number``-th of its game; raise if it does not fit."""
    board = state.ruleset.board
    token = format_ply(ply, board)
    try:
        action = to_action(ply.action, state.public.phase)
        played, step = play(state, action, as_written(ply, number))
    except IllegalActionError as error:
        problem = f"{token} is not legal ({error.reason.replace('_', ' ')})"
        raise ReplayMismatchError(number, problem, expected=legal_moves(state)) from None
    except ImpossibleCardError as error:
        name = board.names[error.card]
        raise ReplayMismatchError(number, f"{token}: {name} is not in the pile") from None
    except RecordError as error:
        raise ReplayMismatchError(number, error.problem, expected=error.expected) from None
    if played != ply:
        raise ReplayMismatchError(
            number, f"{token} names too many cards", expected=format_ply(played, board)
        )
    return step


def as_written(ply: Ply, number: int) -> DrawCard:
    """Return a draw function that gives the cards named by the ply."""
    opened = iter(ply.opened)

    def draw(state: State) -> Island:
        is_opening = isinstance(state.public.phase, Opening)
        card = next(opened, None) if is_opening else ply.card
        if card is None:
            missing = "the cards now open" if is_opening else "the card that came from the pile"
            raise ReplayMismatchError(
                number,
                f"{format_ply(ply, state.ruleset.board)} does not say {missing}",
                expected="…|JKA" if is_opening else "…=K",
            )
        return card

    return draw


def legal_moves(state: State) -> str:
    """List the legal moves in notation, or say why there are none."""
    if (seat := mover(state.public.phase)) is None:
        return "no further ply: the game is over"
    legal = legal_actions(view_of(state, seat))
    tokens = [format_action(a, state.public.phase, state.ruleset.board) for a in legal]
    more = f" … ({len(tokens)} in all)" if len(tokens) > 12 else ""
    return f"one of {seat.name.capitalize()}'s moves: " + " ".join(tokens[:12]) + more


def _check_outcome(record: GameRecord, state: State) -> None:
    outcome, phase = record.outcome, state.public.phase

    def wrong(problem: str, expected: str) -> ReplayMismatchError:
        number = len(record.plies) + 1
        return ReplayMismatchError(number, problem, expected=expected, flaw=Flaw.OUTCOME)

    if isinstance(phase, Over):
        if outcome != phase.outcome:
            said = "unfinished" if outcome is None else describe_outcome(outcome)
            raise wrong(f"the outcome is given as {said}", describe_outcome(phase.outcome))
    elif outcome is not None:
        has_winner = outcome.termination not in (Termination.AGREEMENT, Termination.ABORTED)
        if outcome.termination not in BY_PLAYERS or has_winner != (outcome.winner is not None):
            raise wrong(
                f"the game is not over, but the outcome is {describe_outcome(outcome)}",
                "further plies, or an outcome of null",
            )
        if outcome.scores != state.public.points:
            raise wrong(
                f"the scores are given as {_scores(outcome)}",
                _scores(outcome._replace(scores=state.public.points)),
            )


def describe_outcome(outcome: Outcome) -> str:
    """Describe winner, termination and scores in a few words."""
    winner = "nobody" if outcome.winner is None else str(outcome.winner)
    return f"{winner} by {outcome.termination} with {_scores(outcome)}"


def _scores(outcome: Outcome) -> str:
    return " ".join(f"{white}:{black}" for white, black in outcome.scores) or "no scores"
