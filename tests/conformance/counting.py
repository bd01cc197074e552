"""Counting what can happen from a position on, to compare engines.

A ply is an action of the seat to move, or one card that chance turns up. Cards of the same island
are one possibility, not two. A sequence of plies ends where the game is over.
"""

from collections import Counter
from collections.abc import Iterator

from kahuna.core import (
    Board,
    Over,
    State,
    apply,
    is_chance,
    kinds,
    legal_actions,
    make_board,
    mover,
    resolve,
    view_of,
)
from kahuna.record.notation import format_action, format_island


def following(state: State) -> Iterator[tuple[str, State]]:
    """Every ply that is possible now: how it is written, and the state after it."""
    phase, board = state.public.phase, state.ruleset.board
    if is_chance(phase):
        for card in kinds(state.pile):
            yield format_island(card), resolve(state, card).state
    elif (seat := mover(phase)) is not None:
        for action in legal_actions(view_of(state, seat)):
            yield format_action(action, phase, board), apply(state, action).state


def timeless(state: State) -> State:
    """A state without the number of its turn, which changes nothing that can happen."""
    return state._replace(public=state.public._replace(turn=0))


def nodes_by_ply(state: State, depth: int) -> list[int]:
    """How many sequences of one ply, two plies … there are."""
    level = Counter({timeless(state): 1})
    nodes = []
    for _ in range(depth - 1):
        level = next_level(level)
        nodes.append(level.total())
    nodes.append(sum(times * sum(1 for _ in following(state)) for state, times in level.items()))
    return nodes


def split(state: State, depth: int) -> dict[str, int]:
    """The sequences of this many plies, by their first ply."""
    return {
        ply: nodes_by_ply(after, depth - 1)[-1] if depth > 1 else 1
        for ply, after in following(state)
    }


def next_level(level: Counter[State]) -> Counter[State]:
    """In how many ways each state can be reached in one more ply."""
    reached: Counter[State] = Counter()
    for state, times in level.items():
        for _, after in following(state):
            reached[timeless(after)] += times
    return reached


def whole_tree(state: State) -> tuple[list[int], dict[str, int]]:
    """Nodes by ply from the root (one node) to the end, and games by how they ended."""
    children: dict[State, tuple[State, ...]] = {}
    level = Counter({timeless(state): 1})
    nodes, games = [], Counter[str]()
    while level:
        nodes.append(level.total())
        reached: Counter[State] = Counter()
        for state, times in level.items():
            if isinstance(state.public.phase, Over):
                games[outcome_of(state.public.phase)] += times
                continue
            if state not in children:
                children[state] = tuple(timeless(after) for _, after in following(state))
            for after in children[state]:
                reached[after] += times
        level = reached
    return nodes, dict(sorted(games.items()))


def outcome_of(over: Over) -> str:
    """A word such as ``white points`` or ``nobody draw``."""
    winner = over.outcome.winner
    return f"{'nobody' if winner is None else winner.name.lower()} {over.outcome.termination}"


def board_of(words: dict[str, str | int]) -> Board:
    """The board that a data file describes."""
    return make_board(**words)  # type: ignore[arg-type]
