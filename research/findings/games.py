"""Games of the champion against itself and against weaker copies, many at once.

A player is the champion's policy, with the limits and the style of a level or without. A game is
determined by its deal, its shuffles and the decisions. Games may share shuffles: they then draw the
same card whenever both piles contain it. In round 1, where the pile does not depend on the play,
they see the same cards in the same order.

Shapes: n games, m decisions in total.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
import numpy.typing as npt

from kahuna.batch import (
    SeatMemories,
    State,
    is_over,
    legal_masks,
    mover,
    new,
    observe,
    outcome,
    remember_ply,
    resolve,
    start_memories,
)
from kahuna.batch.arrays import swap
from kahuna.batch.cards import size, unary
from kahuna.batch.constants import BOARD, NUM_CARDS, NUM_LINES
from kahuna.batch.effects import apply
from kahuna.batch.legality import choice_of
from kahuna.batch.scoring import WHITE_RESULTS
from kahuna.batch.state import Clock, TurnActivity, arrays_of, pile, state_of
from kahuna.bots import LEVELS, Level
from kahuna.bots.limits import Limits, Style
from kahuna.bots.network import NetworkOutput, forward
from kahuna.bots.neural import champion_weights
from kahuna.bots.policy_bot import NO_LIMITS, NO_STYLE, biases_of
from kahuna.core import (
    ACTIONS,
    EDITIONS,
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    Remove,
    Replace,
    Ruleset,
    Seat,
    TakeOpen,
)
from kahuna.core.scoring import ROUNDS
from kahuna.encoding import SLICES

Floats: TypeAlias = npt.NDArray[Any]
Ints: TypeAlias = npt.NDArray[Any]
Bools: TypeAlias = npt.NDArray[Any]


def _is(*kinds: type[Action]) -> Bools:
    return np.array([isinstance(action, kinds) for action in ACTIONS])


BUILDS: Final = _is(Build, Replace)
REPLACES: Final = _is(Replace)
REMOVES: Final = _is(Remove)
BURIES: Final = _is(Bury)
TAKES: Final = _is(TakeOpen)
PILE: Final = _is(DrawPile)
DECLINES: Final = _is(Decline)
DRAWS: Final = TAKES | PILE
ENDS: Final = DRAWS | DECLINES
"""Actions that end a turn."""
NAMED_ENDS: Final = {"open": TAKES, "pile": PILE, "decline": DECLINES}
CARDS: Final = np.array(
    [1 if isinstance(a, Build) else 2 if isinstance(a, Remove) else 0 for a in ACTIONS]
)
"""Number of cards that an action plays; discards do not count."""
LINES: Final = np.array([a.line if isinstance(a, Build) else NUM_LINES for a in ACTIONS])
"""The line of a build, or ``NUM_LINES`` for other actions."""


class PlayerModel(NamedTuple):
    """The champion's policy with limits and a style."""

    limits: Limits = NO_LIMITS
    style: Style = NO_STYLE

    def without_memory(self) -> PlayerModel:
        """Return the same player, remembering neither cards nor earlier turns."""
        return self._replace(limits=replace(self.limits, counts_cards=False))


def model_of(level: Level) -> PlayerModel:
    """Return the player of a level that plays the champion's policy."""
    return PlayerModel(level.limits or NO_LIMITS, level.style)


class Players(NamedTuple):
    """The players of a batch of games."""

    kinds: tuple[PlayerModel, ...]
    seated: Ints
    """(n, 2): who plays White and Black, as indices into ``kinds``."""

    @staticmethod
    def same(player: PlayerModel, num: int) -> Players:
        """Let the same player play both seats of every game."""
        return Players((player,), np.zeros((num, 2), dtype=np.int64))

    @staticmethod
    def swapping(one: PlayerModel, other: PlayerModel, num: int) -> Players:
        """Let the first player be White in every other game, beginning with the first."""
        numbers = np.arange(num)[:, None] + np.arange(2)
        return Players((one, other), numbers % 2)

    def take(self, games: Ints) -> Players:
        """Return the players of some of the games."""
        return self._replace(seated=self.seated[games])

    def to_move(self, seat: Ints) -> Ints:
        """Return (n,): the player to move, as an index into ``kinds``."""
        movers: Ints = self.seated[np.arange(len(seat)), seat]
        return movers

    def temperatures(self, seat: Ints) -> Floats:
        """Return (n,): the sampling temperature of the player to move."""
        return np.array([kind.limits.temperature for kind in self.kinds])[self.to_move(seat)]

    def biases(self, seat: Ints) -> Floats:
        """Return (n, 189): what the style of the player to move adds to the logits."""
        styles = np.array([biases_of(kind.style) for kind in self.kinds], np.float32)
        return styles[self.to_move(seat)]

    def forgetful(self, seat: Ints) -> Bools:
        """Return (n,): whether the player to move remembers no card."""
        return np.array([not kind.limits.counts_cards for kind in self.kinds])[self.to_move(seat)]


def notice(
    states: State, legal: Bools, players: Players, seat: Ints, rng: np.random.Generator
) -> Bools:
    """Return the legal actions (n, 189) that the players to move notice.

    Draws random numbers only for players that overlook something.
    """
    noticed = legal.copy()
    to_move = players.to_move(seat)
    for number, (limits, _) in enumerate(players.kinds):
        if limits.overlooks or limits.overlooks_removals or limits.hastes:
            which = np.flatnonzero(to_move == number)
            activity = np.asarray(Clock.ACTIVITY.of(states.clock))[which]
            has_played = activity == TurnActivity.PLAYED
            noticed[which] &= _noticed(legal[which], has_played, limits, rng)
    return noticed


def _noticed(legal: Bools, has_played: Bools, limits: Limits, rng: np.random.Generator) -> Bools:
    """Return which actions a player notices; all of them where it would notice none."""
    missed = limits.overlooks * BUILDS + limits.overlooks_removals * REMOVES
    is_done = has_played & (rng.random(len(legal)) < limits.hastes)
    hurried = np.where((BUILDS & ~REPLACES) | REMOVES, 1.0, missed)
    odds = np.where(is_done[:, None], hurried, missed)
    noticed: Bools = rng.random(legal.shape) >= odds
    return noticed | ~(noticed & legal).any(axis=1, keepdims=True)


def perceive(states: State, memories: SeatMemories, players: Players, seat: Ints) -> NetworkOutput:
    """Run the network on what the players to move see and remember."""
    observations = np.asarray(observe(states, seat, memories))
    if (forgetful := players.forgetful(seat)).any():
        observations[forgetful] = observe_forgetfully(rows(states, forgetful), seat[forgetful])
    return forward(champion_weights(), observations, np)


def observe_forgetfully(states: State, seat: Ints) -> Floats:
    """Return what seats see that remember no card, as ``recollect_nothing`` does.

    Discards that nobody remembers could be anywhere: like those that the opponent made face down.
    """
    is_black = 0 - seat.astype(np.uint32)
    taken, buried = swap(is_black, states.taken), swap(is_black, states.buried)
    forgotten = states._replace(
        taken=swap(is_black, (taken[0], taken[1] & 0)),
        buried=swap(is_black, (buried[0], buried[1] + states.discards)),
        discards=states.discards & 0,
    )
    found: Floats = np.asarray(observe(forgotten, seat, start_memories(forgotten)))
    where = SLICES["their_buried"]
    found[:, where] = np.asarray(observe(states, seat))[:, where]
    return found


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
    weights = champion_weights()
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
    *,
    memories: SeatMemories | None = None,
    opening: Ints | None = None,
) -> Games:
    """Play every game to its end; ``opening`` (n,) forces the first actions.

    ``memories`` are those of positions with a history.
    """
    first = np.asarray(Clock.SEAT.of(states.clock)).astype(np.int64)
    memories = start_memories(states) if memories is None else memories
    live = np.arange(len(first))
    found: list[tuple[Ints, State, Ints, Floats]] = []
    ends: list[tuple[Ints, State]] = []
    while len(live):
        actions, value = decide(states, memories, players.take(live), rng)
        if opening is not None:
            actions, opening = opening.astype(np.uint32), None
        found.append((live, states, actions, value))
        states, memories = ply(states, memories, actions, shuffles, live)
        over = np.asarray(is_over(states)) > 0
        ends.append((live[over], rows(states, over)))
        states, memories, live = rows(states, ~over), memories.take(~over), live[~over]
    game, before, action, value = _joined(found)
    places, ended = _joined(ends)
    order, at = np.argsort(game, kind="stable"), np.argsort(places)
    return Games(
        game[order], rows(before, order), action[order], value[order], rows(ended, at), first
    )


def decide(
    states: State,
    memories: SeatMemories,
    players: Players,
    rng: np.random.Generator,
    allowed: Bools | None = None,
) -> tuple[Ints, Floats]:
    """Sample an action for each game from its player's policy; also return the values."""
    seat = np.asarray(mover(states))
    legal: Bools = np.asarray(legal_masks(states))
    if allowed is not None:
        legal = legal & allowed
    noticed = notice(states, legal, players, seat, rng)
    output = perceive(states, memories, players, seat)
    noise = rng.gumbel(size=legal.shape).astype(np.float32)
    logits = (output.logits + players.biases(seat)) / players.temperatures(seat)[:, None]
    liked = np.where(noticed, logits + noise, _NEVER)
    return liked.argmax(axis=1).astype(np.uint32), output.value


def memories_at(games: Games, at: Ints) -> SeatMemories:
    """Return what both seats remember just before some of the decisions."""
    # Memories that start share their arrays; ``take`` copies them, so that they can be changed.
    starts = np.searchsorted(games.game, games.game[at])
    memories = start_memories(rows(games.before, starts)).take(np.arange(len(at)))
    for step in range(int((at - starts).max(initial=0))):
        live = np.flatnonzero(starts + step < at)
        now = starts[live] + step
        seen = remember_ply(
            memories.take(live),
            rows(games.before, now),
            games.action[now],
            rows(games.before, now + 1),
        )
        for pair, new_pair in zip(memories, seen, strict=True):
            for array, values in zip(pair, new_pair, strict=True):
                array[live] = values
    return memories


def ply(
    states: State, memories: SeatMemories, actions: Ints, shuffles: Shuffles, games: Ints
) -> tuple[State, SeatMemories]:
    """Apply one action in each game, and draw cards by its shuffles. [R8, R9.4]"""
    after = apply(states, choice_of(states, actions))
    for _ in range(BOARD.open_places):  # A new round turns up several cards, a draw one.
        after = resolve(after, next_card(after, shuffles, games))
    return after, remember_ply(memories, states, actions, after)


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


CHUNK: Final = 1024
"""Number of games per batch, if an experiment has so many."""
_MIN_GAMES: Final = 48


class Experiment(NamedTuple):
    """A set of games of one kind."""

    key: str
    title: str
    """Its name in the page's tables."""
    ruleset: Ruleset = Ruleset()
    part: float = 1.0
    """Number of games relative to the base game."""
    shuffles: int = 1
    """Number of shuffles per deal."""
    replays: int = 1
    """Number of games per deal and shuffle."""
    players: tuple[PlayerModel | None, PlayerModel | None] = (None, None)
    """Who plays; ``None`` is the champion. Two different players swap seats with every game."""

    def num_batches(self, games: int) -> int:
        """Return the number of batches."""
        return max(1, ceil(games * self.part / CHUNK))

    def batch_size(self, games: int) -> int:
        """Return the number of games per batch: fewer if there are not enough for one."""
        return min(CHUNK, max(_MIN_GAMES, 4 * ceil(games * self.part / 4)))

    def seat(self, num: int, temperature: float) -> Players:
        """Return the players of a batch; the champion plays at this temperature."""
        champion = PlayerModel(Limits(temperature=temperature))
        one, other = (champion if player is None else player for player in self.players)
        if one == other:
            return Players.same(one, num)
        return Players.swapping(one, other, num)


BASE: Final = Experiment("base", "the base game")
LUCK: Final = Experiment("luck", "the same deals again", part=0.4, shuffles=2, replays=2)


def _match(
    key: str,
    title: str,
    weaker: PlayerModel,
    stronger: PlayerModel | None = None,
    part: float = 0.1,
) -> Experiment:
    """Let two players play every deal twice, with the same shuffles and swapped seats."""
    return Experiment(key, title, part=part, replays=2, players=(stronger, weaker))


SKILL: Final = (
    *(
        _match(
            f"skill-{temperature:g}",
            f"temperature {temperature:g}",
            PlayerModel(Limits(temperature=temperature)),
        )
        for temperature in (1.0, 1.5, 2.0, 3.0)
    ),
    *(
        _match(f"skill-{key}", key.capitalize(), model_of(LEVELS[key]))
        for key in ("ikaika", "mahina")
    ),
)
MIDDLING: Final = "mahina"
"""A level that errs more often than the champion, to see which findings depend on strength."""
MIDDLING_PLAYER: Final = model_of(LEVELS[MIDDLING])
LEVEL: Final = Experiment(
    "level",
    f"{MIDDLING.capitalize()} against itself",
    part=0.4,
    players=(MIDDLING_PLAYER, MIDDLING_PLAYER),
)
MEMORY: Final = _match(
    "memory", "the champion without memory", PlayerModel().without_memory(), part=0.4
)
LEVEL_MEMORY: Final = _match(
    "level-memory",
    f"{MIDDLING.capitalize()} without memory",
    MIDDLING_PLAYER.without_memory(),
    MIDDLING_PLAYER,
    part=0.4,
)
_KOSMOS: Final = EDITIONS["kosmos-2015"]
VARIANTS: Final = (
    Experiment("variant-1", "variant 1", _KOSMOS.ruleset(no_trespass=True), part=0.1),
    Experiment("variant-2", "variant 2", _KOSMOS.ruleset(open_hands=True), part=0.1),
    Experiment(
        "variants", "both variants", _KOSMOS.ruleset(no_trespass=True, open_hands=True), part=0.1
    ),
    Experiment("rio-grande", "Rio Grande 1998", EDITIONS["rio-grande-1998"].ruleset(), part=0.1),
    Experiment("ksr", "German short rules", EDITIONS["ksr"].ruleset(), part=0.1),
)
HANDICAPS: Final = tuple(
    Experiment(
        f"handicap-{num}",
        f"{num} bridge{'s' * (num > 1)} ahead",
        _KOSMOS.ruleset(handicap=num, handicap_seat=Seat.WHITE),
        part=0.1,
    )
    for num in (1, 2, 3)
)


def num_batches(games: int) -> int:
    """Return the number of batches of all experiments."""
    every = (BASE, LEVEL, LUCK, *SKILL, MEMORY, LEVEL_MEMORY, *VARIANTS, *HANDICAPS)
    return sum(experiment.num_batches(games) for experiment in every)


def batches(
    experiment: Experiment, games: int, *, seed: int, temperature: float, keep: Path | None
) -> Iterator[Games]:
    """Yield the games batch by batch; load those that are already in the folder."""
    size = experiment.batch_size(games)
    for number in range(experiment.num_batches(games)):
        players = f"{crc32(repr(experiment.players).encode()):08x}-{fingerprint()}"
        name = f"{experiment.key}-{seed}-{temperature:g}-{players}-{size}-{number:03}.npz"
        path = None if keep is None else keep / name
        if path is not None and path.exists():
            yield load(path)
            continue
        played = batch(
            experiment, size, (seed, crc32(experiment.key.encode()), number), temperature
        )
        if path is not None:
            save(played, path)
        yield played


def batch(experiment: Experiment, num: int, seed: tuple[int, ...], temperature: float) -> Games:
    """Play about this many games."""
    rng = np.random.default_rng(seed)
    deals = num // (experiment.shuffles * experiment.replays)
    states, shuffles = deal(
        experiment.ruleset, deals, rng, shuffles=experiment.shuffles, replays=experiment.replays
    )
    return play(states, shuffles, experiment.seat(len(shuffles), temperature), rng)
