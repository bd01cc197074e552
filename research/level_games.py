"""Games between levels that play the champion's policy, many at once on the batch engine."""

from __future__ import annotations

from typing import Final

import numpy as np

from kahuna.batch import (
    State,
    act,
    is_over,
    legal_masks,
    mover,
    new,
    observe,
    outcome,
    remember_ply,
    start_memories,
)
from kahuna.batch.arrays import swap
from kahuna.batch.scoring import WHITE_RESULTS
from kahuna.bots import Level
from kahuna.bots.network import forward
from kahuna.bots.neural import champion_weights
from kahuna.bots.policy_bot import NO_LIMITS, biases_of
from kahuna.encoding import SLICES
from research.findings.games import Floats, Ints, PlayerModel, Players, notice, rows

CHUNK: Final = 400
"""Pairs of games per batch."""
_NEVER: Final = -1e9


def play_pairs(one: Level, other: Level, pairs: int, seed: int) -> Floats:
    """Return the scores (pairs, 2) of the first level: once as White, once as Black."""
    sizes = [min(CHUNK, pairs - start) for start in range(0, pairs, CHUNK)]
    played = [_play(one, other, num, seed * 1000 + i) for i, num in enumerate(sizes)]
    return np.concatenate(played)


def _play(one: Level, other: Level, pairs: int, seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    num = 2 * pairs
    states = rows(new(pairs, seed=seed), np.repeat(np.arange(pairs), 2))
    models = [PlayerModel(level.limits or NO_LIMITS) for level in (one, other)]
    players = Players.swapping(models[0], models[1], num)
    biases = np.array([biases_of(level.style) for level in (one, other)], np.float32)
    memories, live, results = start_memories(states), np.arange(num), np.zeros(num)
    while len(live):
        seat, seated = np.asarray(mover(states)), players.take(live)
        to_move = seated.to_move(seat)
        observations = np.asarray(observe(states, seat, memories))
        for number, model in enumerate(models):
            if not model.limits.counts_cards:
                forgetful = observe_forgetfully(states, seat)
                observations = np.where((to_move == number)[:, None], forgetful, observations)
        logits = forward(champion_weights(), observations, np).logits + biases[to_move]
        noticed = notice(states, np.asarray(legal_masks(states)), seated, seat, rng)
        noise = rng.gumbel(size=logits.shape)
        liked = np.where(noticed, logits / seated.temperatures(seat)[:, None] + noise, _NEVER)
        actions = liked.argmax(axis=1).astype(np.uint32)
        after = act(states, actions).states
        memories = remember_ply(memories, states, actions, after)
        over = np.asarray(is_over(after)) >= 1
        results[live[over]] = WHITE_RESULTS[np.asarray(outcome(after).winner)[over]]
        states, memories, live = rows(after, ~over), memories.take(~over), live[~over]
    scores: Floats = (1 + results.reshape(pairs, 2) * [1, -1]) / 2
    return scores


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
