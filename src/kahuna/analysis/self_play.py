"""Play the champion against itself, many games at once, recording every decision.

A game is determined by its deal, its shuffles and the decisions. Games may share shuffles: they
then draw the same card whenever both piles contain it. In round 1, where the pile does not depend
on the play, they see the same cards in the same order.

Shapes: n games, m decisions in total.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from kahuna.analysis.arrays import Bools, Floats, Ints
from kahuna.analysis.players import Players, notice, recall
from kahuna.batch import State, is_over, legal_masks, mover, new, observe, outcome, resolve
from kahuna.batch.cards import size, unary
from kahuna.batch.constants import BOARD, NUM_CARDS
from kahuna.batch.effects import apply
from kahuna.batch.legality import choice_of
from kahuna.batch.scoring import WHITE_RESULTS
from kahuna.batch.state import Clock, arrays_of, pile, state_of
from kahuna.bots.network import forward
from kahuna.bots.networks import TEACHER
from kahuna.bots.neural import champion_weights
from kahuna.core import ACTIONS, Ruleset
from kahuna.core.scoring import ROUNDS

Shuffles: TypeAlias = Floats
"""(n, round, cards in the pile, card): the pile's card with the highest number comes next."""

_NEVER: Final = -1e9
_SHAPE: Final = (ROUNDS, NUM_CARDS + 1, NUM_CARDS)


class Games(NamedTuple):
    """Games with all their decisions, game by game."""

    game: Ints
    """(m,): the game of each decision."""
    before: State
    """(m,) each: the position before the decision."""
    action: Ints
    """(m,): index into ``ACTIONS``."""
    value: Floats
    """(m,): the result that the seat to move expected, from -1 to 1."""
    ended: State
    """(n,) each: the final positions."""
    first: Ints
    """(n,): the starting seat."""

    @property
    def num(self) -> int:
        """Return the number of games."""
        return len(self.first)

    @property
    def result(self) -> Ints:
        """Return (n,): 1 if White won, -1 if Black won, 0 for a draw."""
        winner: Ints = np.asarray(outcome(self.ended).winner)
        return WHITE_RESULTS[winner]

    @property
    def seat(self) -> Ints:
        """Return (m,): the seat that decided."""
        return np.asarray(mover(self.before))


@cache
def fingerprint() -> str:
    """Identify the champion by its weights."""
    weights = champion_weights(TEACHER)
    return f"{crc32(b''.join(weights[name].tobytes() for name in sorted(weights))):08x}"


def rows(states: State, which: Ints | Bools) -> State:
    """Select games of a batch."""
    return state_of([array[which] for array in arrays_of(states)])


def shuffle(num: int, rng: np.random.Generator) -> Shuffles:
    """Make random shuffles."""
    return rng.random((num, *_SHAPE), dtype=np.float32)


def deal(
    ruleset: Ruleset, num: int, rng: np.random.Generator, *, shuffles: int = 1, replays: int = 1
) -> tuple[State, Shuffles]:
    """Deal games: several shuffles per deal, and several games per shuffle.

    The games of a deal are adjacent, and within them those of a shuffle.
    """
    dealt = new(num, ruleset, seed=int(rng.integers(1 << 31)))
    states = rows(dealt, np.repeat(np.arange(num), shuffles * replays))
    return states, np.repeat(shuffle(num * shuffles, rng), replays, axis=0)


def play(
    states: State,
    shuffles: Shuffles,
    players: Players,
    rng: np.random.Generator,
    opening: Ints | None = None,
) -> Games:
    """Play every game to its end; ``opening`` (n,) forces the first actions."""
    first = np.asarray(Clock.SEAT.of(states.clock)).astype(np.int64)
    live = np.arange(len(first))
    found: list[tuple[Ints, State, Ints, Floats]] = []
    ends: list[tuple[Ints, State]] = []
    while len(live):
        actions, value = decide(states, players.take(live), rng)
        if opening is not None:
            actions, opening = opening.astype(np.uint32), None
        found.append((live, states, actions, value))
        states = ply(states, actions, shuffles, live)
        over = np.asarray(is_over(states))
        ends.append((live[over], rows(states, over)))
        states, live = rows(states, ~over), live[~over]
    game, before, action, value = _joined(found)
    places, ended = _joined(ends)
    order, at = np.argsort(game, kind="stable"), np.argsort(places)
    return Games(
        game[order], rows(before, order), action[order], value[order], rows(ended, at), first
    )


def decide(
    states: State, players: Players, rng: np.random.Generator, allowed: Bools | None = None
) -> tuple[Ints, Floats]:
    """Sample an action for each game from its player's policy; also return the values."""
    seat = np.asarray(mover(states))
    legal: Bools = np.asarray(legal_masks(states))
    if allowed is not None:
        legal = legal & allowed
    noticed = notice(states, legal, players, seat, rng)
    logits, value = evaluate(np.asarray(observe(states, seat)), players, seat, rng)
    noise = rng.gumbel(size=legal.shape).astype(np.float32)
    temperature = players.temperatures(seat)[:, None]
    liked = np.where(noticed, logits / temperature + noise, _NEVER)
    return liked.argmax(axis=1).astype(np.uint32), value


def evaluate(
    observations: Ints, players: Players, seat: Ints, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return policy logits (n, 189) and values (n,) from what the players to move remember."""
    logits = np.zeros((len(seat), len(ACTIONS)), dtype=np.float32)
    value = np.zeros(len(seat), dtype=np.float32)
    to_move = players.to_move(seat)
    for number, player in enumerate(players.kinds):
        which = np.flatnonzero(to_move == number)
        guesses = [
            forward(champion_weights(TEACHER), remembered, np)
            for remembered in recall(observations[which], player, rng)
        ]
        logits[which] = np.mean([guess.logits for guess in guesses], axis=0)
        value[which] = np.mean([guess.value for guess in guesses], axis=0)
    return logits, value


def ply(states: State, actions: Ints, shuffles: Shuffles, games: Ints) -> State:
    """Apply one action in each game, and draw cards by its shuffles. [R8, R9.4]"""
    after = apply(states, choice_of(states, actions))
    for _ in range(BOARD.open_places):  # A new round turns up several cards, a draw one.
        after = resolve(after, next_card(after, shuffles, games))
    return after


def next_card(states: State, shuffles: Shuffles, games: Ints) -> Ints:
    """Return the next card of each game's pile."""
    cards = pile(states)
    left = np.asarray(unary(cards))[:, None] >> np.arange(NUM_CARDS, dtype=np.uint32) & 1
    round_number = np.asarray(Clock.ROUND.of(states.clock))
    numbers = shuffles[games, round_number - 1, np.asarray(size(cards))]
    card: Ints = np.where(left > 0, numbers, -1).argmax(axis=1) // BOARD.copies
    return card.astype(np.uint32)


def join(parts: Sequence[Games]) -> Games:
    """Concatenate batches of games."""
    starts = np.cumsum([0, *(part.num for part in parts)])
    shifted = [part._replace(game=part.game + at) for part, at in zip(parts, starts, strict=False)]
    return Games(*_joined(shifted))


def save(games: Games, path: Path) -> None:
    """Write games to a file, completely or not at all."""
    words = {f"{i:02}": word for i, word in enumerate(_words(games))}
    part = path.with_suffix(".part.npz")
    np.savez(part, **words)
    part.replace(path)


def load(path: Path) -> Games:
    """Read games from a file."""
    with np.load(path, allow_pickle=False) as file:
        words = [file[name] for name in sorted(file.files)]
    game, *before = words[:_WORDS]
    action, value, *ended, first = words[_WORDS:]
    return Games(game, state_of(before), action, value, state_of(ended), first)


_WORDS: Final = 1 + len(arrays_of(new(1)))


def _words(games: Games) -> list[Any]:
    game, before, action, value, ended, first = games
    return [game, *arrays_of(before), action, value, *arrays_of(ended), first]


def _joined(parts: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Concatenate columns of arrays or states."""
    return tuple(
        state_of([np.concatenate(words) for words in zip(*map(arrays_of, column), strict=True)])
        if isinstance(column[0], State)
        else np.concatenate(column)
        for column in zip(*parts, strict=True)
    )
