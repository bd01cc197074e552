"""Kahuna with the interface of pgx: pure functions for ``jax.jit``, ``jax.vmap`` and ``jax.lax``.

>>> import jax
>>> from kahuna.envs.pgx import KahunaEnv
>>> env = KahunaEnv()
>>> keys = jax.random.split(jax.random.key(1), 4)
>>> game = jax.jit(jax.vmap(env.init))(keys)
>>> game.legal_action_mask.shape
(4, 189)

One game has no leading axis, as in pgx; ``vmap`` runs the array engine on all games at once.
Players are seats: 0 White, 1 Black. Cards come from the generator in each game, so ``step`` needs
no key. pgx itself is not needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from kahuna import batch
from kahuna.core import ACTIONS, Ruleset
from kahuna.encoding import MEMORY_SIZE, SIZE
from kahuna.envs.extras import from_extra

with from_extra("jax"):
    import jax
    import jax.numpy as jnp
    from jax.custom_batching import custom_vmap

Array: TypeAlias = jax.Array


class GameState(NamedTuple):
    """The state of one game, with the fields of ``pgx.State``."""

    current_player: Array
    observation: Array
    """What the current player knows, uint8; with its memory float32 (docs/observation.md)."""
    rewards: Array
    """1 for a win, -1 for a loss, for each player, in the step that ends the game."""
    terminated: Array
    truncated: Array
    """Never: the rules end every game."""
    legal_action_mask: Array
    """All true in a game that is over, as in pgx, so that a policy can be sampled anyway."""
    words: batch.State
    """The game in the array engine."""
    memories: batch.SeatMemories | None = None
    """What both players remember, if observations include it."""


class KahunaEnv:
    """The game with one ruleset; with ``memory``, observations include what a player remembers.

    An illegal action ends the game: -1 for whoever chose it, 1 for the other. A game that is over
    stays as it is, with rewards 0.
    """

    id = "kahuna"
    version = "v0"
    num_players = 2
    num_actions = len(ACTIONS)

    def __init__(self, ruleset: Ruleset | str | None = None, *, memory: bool = False) -> None:
        (rules,) = batch.new(1, ruleset).rules.tolist()
        self.observation_shape = (SIZE + memory * MEMORY_SIZE,)
        self._init = _batched(lambda chance: _deal(chance, rules, memory))
        self._step = _batched(_play)

    def init(self, key: Array) -> GameState:
        """Deal a game."""
        chance = jax.random.bits(key, dtype=jnp.uint32)
        game: GameState = self._init(jnp.where(chance == 0, jnp.uint32(1), chance))
        return game

    def step(self, state: GameState, action: Array, key: Array | None = None) -> GameState:
        """Play an action; with a key, chance starts anew from it."""
        if key is not None:
            chance = jax.random.bits(key, dtype=jnp.uint32)
            chance = jnp.where(chance == 0, jnp.uint32(1), chance)
            state = state._replace(words=state.words._replace(chance=chance))
        game: GameState = self._step(state, jnp.asarray(action))
        return game

    def observe(self, state: GameState, player_id: Array | int) -> Array:
        """Return what a player knows."""
        seat = jnp.asarray(player_id, dtype=jnp.uint32)
        seen: Array = _batched(batch.observe)(state.words, seat, state.memories)
        return seen


def _batched(function: Any) -> Any:  # noqa: ANN401  # a function of arrays, whatever its form
    """Turn a function of batches into one of single games; ``vmap`` undoes this."""

    @custom_vmap
    def single(*arguments: Any) -> Any:  # noqa: ANN401
        result = function(*jax.tree.map(lambda array: array[None], arguments))
        return jax.tree.map(lambda array: array[0], result)

    @single.def_vmap
    def many(axis_size: int, is_batched: Any, *arguments: Any) -> Any:  # noqa: ANN401
        arguments = jax.tree.map(
            lambda array, has_axis: (
                array if has_axis else jnp.broadcast_to(array, (axis_size, *array.shape))
            ),
            arguments,
            tuple(is_batched),
        )
        result = function(*arguments)
        return result, jax.tree.map(lambda _: True, result)

    return single


def _deal(chance: Array, rules: int, memory: bool) -> GameState:
    n = chance.shape[0]
    deal, first, after = batch.deal.deal_by_chance(chance)
    words = batch.start(jnp.full(n, rules, dtype=jnp.uint32), deal, first, after)
    memories = batch.start_memories(words) if memory else None
    return _game(words, memories, jnp.zeros((n, 2), jnp.float32), jnp.zeros(n, jnp.bool_))


def _play(game: GameState, action: Array) -> GameState:
    words, is_illegal, is_over = batch.act(game.words, action)
    is_illegal = is_illegal & ~game.terminated
    by_mistake = jnp.where(jnp.arange(2) == game.current_player[:, None], -1.0, 1.0)
    rewards = jnp.where(is_illegal[:, None], by_mistake, batch.rewards(words))
    rewards = jnp.where(game.terminated[:, None], 0, rewards).astype(jnp.float32)
    memories = game.memories
    if memories is not None:
        memories = batch.remember_ply(memories, game.words, action.astype(jnp.uint32), words)
    return _game(words, memories, rewards, game.terminated | is_over | is_illegal)


def _game(
    words: batch.State, memories: batch.SeatMemories | None, rewards: Array, terminated: Array
) -> GameState:
    seat = batch.mover(words)
    return GameState(
        current_player=seat.astype(jnp.int32),
        observation=batch.observe(words, seat, memories),
        rewards=rewards,
        terminated=terminated,
        truncated=jnp.zeros_like(terminated),
        legal_action_mask=batch.legal_masks(words) | terminated[:, None],
        words=words,
        memories=memories,
    )
