"""Compare the batch engine with the core, ply by ply.

After every ply it compares the whole state, the legal actions, the outcome, the scores and the
observations of both seats. Run it with ``python -m kahuna.batch.equality --games 100000``.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from kahuna.batch.convert import from_core, to_core
from kahuna.batch.effects import DRAWN, Step, step
from kahuna.batch.legality import legal_masks
from kahuna.batch.observation import observe
from kahuna.batch.rule_coverage import PARAGRAPHS, exercised
from kahuna.batch.scenarios import STYLES, StylePair, choose_weighted, random_ruleset, random_styles
from kahuna.batch.state import State, arrays_of
from kahuna.command import make_parser, run, whole
from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    SEATS,
    Action,
    Island,
    Opening,
    Over,
    Ruleset,
    action_numbers,
    advance,
    legal_actions,
    mover,
    random_deal,
    random_draw,
    start,
    view_of,
)
from kahuna.core import State as CoreState
from kahuna.core.events import Event
from kahuna.core.memory import Memory, remember
from kahuna.encoding.views import encode_view

_NUMBERS = action_numbers(ARCHIPELAGO)


class UnequalError(AssertionError):
    """The batch and the core differ."""


class Engine(NamedTuple):
    """The functions of the batch engine, plain or compiled."""

    space: ModuleType
    step: Callable[[State, Any, Any], Step]
    legal_masks: Callable[[State], Any]
    observe: Callable[[State, int], Any]


def engine_of(backend: str) -> Engine:
    """Return the engine on ``numpy`` or on ``jax``."""
    if backend == "numpy":
        return Engine(np, step, legal_masks, observe)
    import jax

    return Engine(
        jax.numpy, jax.jit(step), jax.jit(legal_masks), jax.jit(observe, static_argnums=1)
    )


class Comparison(NamedTuple):
    """The extent of a comparison."""

    num_games: int
    num_plies: int
    paragraphs: Counter[str]


class _Game:
    """A game of the core, its players, and the public memory of cards taken openly."""

    def __init__(self, ruleset: Ruleset, styles: StylePair, rng: Random) -> None:
        deal = random_deal(ruleset, rng)
        self.state: CoreState = start(ruleset, deal, first=rng.choice(SEATS)).state
        self.memory = Memory.at_start((0, 0))
        self.styles = styles
        self.rng = rng

    @property
    def is_over(self) -> bool:
        return isinstance(self.state.public.phase, Over)

    def legal(self) -> tuple[Action, ...]:
        seat = mover(self.state.public.phase)
        return () if seat is None else legal_actions(view_of(self.state, seat))

    def play(self, action: Action) -> tuple[list[int], tuple[Event, ...]]:
        """Play an action with random cards; return the cards for the batch, and the events."""
        drawn = [0] * DRAWN
        draw_random = random_draw(self.rng)

        def draw(state: CoreState) -> Island:
            phase = state.public.phase
            card = draw_random(state)
            drawn[DRAWN - phase.left if isinstance(phase, Opening) else 0] = card
            return card

        self.state, events = advance(self.state, action, draw)
        self.memory = remember(self.state.ruleset, events, self.memory)
        return drawn, events


def play_side_by_side(
    num_games: int,
    *,
    seed: int,
    engine: Engine,
    rulesets: Sequence[Ruleset] | None = None,
    styles: Sequence[StylePair] | None = None,
) -> Comparison:
    """Play games in both engines; raise :class:`UnequalError` where they differ."""
    rng = Random(seed)
    games = [
        _Game(
            rulesets[i] if rulesets else random_ruleset(rng),
            styles[i] if styles else random_styles(rng),
            rng,
        )
        for i in range(num_games)
    ]
    states = from_core([game.state for game in games], space=engine.space)
    paragraphs: Counter[str] = Counter()
    num_plies = 0
    everybody = list(range(num_games))
    _compare_states(states, games, everybody, engine)
    while any(not game.is_over for game in games):
        legal = _compare_legal(states, games, engine)
        actions = np.zeros(num_games, dtype=np.uint32)
        drawn = np.zeros((num_games, DRAWN), dtype=np.uint32)
        for i, game in enumerate(games):
            if not legal[i]:
                continue
            before, seat = game.state, mover(game.state.public.phase)
            assert seat is not None
            action = choose_weighted(legal[i], STYLES[game.styles[seat]], rng)
            cards, events = game.play(action)
            actions[i], drawn[i] = _NUMBERS[action], cards
            paragraphs.update(exercised(before, action, events, game.state))
            num_plies += 1
        space = engine.space
        result = engine.step(states, space.asarray(actions), space.asarray(drawn))
        _compare_flags(result, legal, games, actions)
        states = result.states
        _compare_states(states, games, [i for i in everybody if legal[i]], engine)
    # Games that were over stayed as they were while others went on.
    _compare_states(states, games, everybody, engine)
    return Comparison(num_games, num_plies, paragraphs)


def _compare_legal(states: State, games: list[_Game], engine: Engine) -> list[tuple[Action, ...]]:
    masks = np.asarray(engine.legal_masks(states))
    legal = [game.legal() for game in games]
    for i, actions in enumerate(legal):
        numbers = sorted(_NUMBERS[action] for action in actions)
        found = np.flatnonzero(masks[i]).tolist()
        if numbers != found:
            odd = [ACTIONS[number] for number in set(numbers) ^ set(found)]
            raise UnequalError(f"legal actions differ by {odd} in {games[i].state}")
    return legal


def _compare_flags(
    result: Step,
    legal: list[tuple[Action, ...]],
    games: list[_Game],
    actions: Any,  # noqa: ANN401
) -> None:
    is_illegal, is_over = np.asarray(result.is_illegal), np.asarray(result.is_over)
    for i, game in enumerate(games):
        # A game that was over before has no legal action, so whatever it is given is flagged.
        if bool(is_illegal[i]) is bool(legal[i]):
            raise UnequalError(f"{ACTIONS[actions[i]]} is flagged wrongly, to {game.state}")
        if bool(is_over[i]) is not game.is_over:
            raise UnequalError(f"the flag of the end is wrong in {game.state}")


def _compare_states(states: State, games: list[_Game], playing: list[int], engine: Engine) -> None:
    found = to_core(states)
    for i in playing:
        if found[i] != games[i].state:
            raise UnequalError(f"the batch has {found[i]}, the core has {games[i].state}")
    _compare_words(states, games, playing)
    for seat in SEATS:
        rows = np.asarray(engine.observe(states, int(seat)))
        for i in playing:
            game = games[i]
            row = encode_view(view_of(game.state, seat), memory=game.memory)
            if row.tobytes() != rows[i].tobytes():
                raise UnequalError(f"{seat.name} observes {rows[i]}, not {row}, in {game.state}")


def _compare_words(states: State, games: list[_Game], playing: list[int]) -> None:
    """Compare what the core derives or does not keep: control, and cards taken openly."""
    chosen = [games[i] for i in playing]
    wanted = from_core([game.state for game in chosen], memories=[game.memory for game in chosen])
    words = zip(arrays_of(states)[:-1], arrays_of(wanted)[:-1], strict=True)
    for number, (found, right) in enumerate(words):
        if (np.asarray(found)[playing] != np.asarray(right)).any():
            raise UnequalError(f"word {number} of a game differs")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games in both engines, and count how often each rule paragraph was exercised."""
    parser = make_parser("kahuna.batch.equality", __doc__)
    parser.add_argument("--games", type=whole(1), default=2000)
    parser.add_argument("--backend", choices=("numpy", "jax"), default="numpy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--chunk", type=whole(1), default=500, help="games per batch")
    options = parser.parse_args(arguments)
    engine = engine_of(options.backend)
    paragraphs: Counter[str] = Counter()
    num_games = num_plies = 0
    began = time.monotonic()
    while num_games < options.games:
        size = min(options.chunk, options.games - num_games)
        played = play_side_by_side(size, seed=options.seed * 1_000_003 + num_games, engine=engine)
        num_games += size
        num_plies += played.num_plies
        paragraphs += played.paragraphs
        print(f"\r{num_games} games, {num_plies} plies equal", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    seconds = time.monotonic() - began
    print(f"{num_games} games, {num_plies} plies on {options.backend}: equal ({seconds:.0f} s)")
    for paragraph in PARAGRAPHS:
        print(f"{paragraph:>6} {paragraphs[paragraph]:>10}")
    return 0


if __name__ == "__main__":
    run(main)
