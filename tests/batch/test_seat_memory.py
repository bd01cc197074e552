"""The memory in arrays: the core's, ply by ply, on NumPy and JAX, and without secrets. [R15]"""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from kahuna import batch
from kahuna.batch import (
    memories_from_core,
    mover,
    new,
    observe,
    remember_ply,
    restart_memories,
    start_memories,
)
from kahuna.bots.network import inputs
from kahuna.core import (
    ARCHIPELAGO,
    EDITIONS,
    SEATS,
    Opening,
    Over,
    action_numbers,
    advance,
    believe,
    legal_actions,
    random_deal,
    random_draw,
    recollect,
    seen,
    start,
    view_of,
    world,
)
from kahuna.core import mover as core_mover
from kahuna.encoding import (
    MEMORY_HIGHS,
    MEMORY_SIZE,
    SIZE,
    encode_with_memory,
    inputs_of,
    memory_of,
)
from research.engines.scenarios import STYLES, choose_weighted, random_ruleset, random_styles

GOLDEN = Path(__file__).with_suffix("").with_name("seat_memory.npz")
NUMBERS = action_numbers(ARCHIPELAGO)


def side_by_side(num, seed):
    """Yield every decision of random games, in the core and as a batch of one with memories."""
    rng = Random(seed)
    for _ in range(num):
        ruleset, styles = random_ruleset(rng), random_styles(rng)
        state, events = start(ruleset, random_deal(ruleset, rng), first=rng.choice(SEATS))
        history = list(events)
        states = batch.from_core([state])
        memories = start_memories(states)
        while not isinstance(state.public.phase, Over):
            yield state, history, states, memories
            seat = core_mover(state.public.phase)
            action = choose_weighted(legal_actions(view_of(state, seat)), STYLES[styles[seat]], rng)
            drawn = np.zeros((1, batch.DRAWN), np.uint32)
            random_card = random_draw(rng)

            def draw(state, drawn=drawn, random_card=random_card):
                phase, card = state.public.phase, random_card(state)
                drawn[0, batch.DRAWN - phase.left if isinstance(phase, Opening) else 0] = card
                return card

            state, events = advance(state, action, draw)
            history += events
            actions = np.array([NUMBERS[action]], np.uint32)
            after = batch.step(states, actions, drawn).states
            memories = remember_ply(memories, states, actions, after)
            states = after


def test_every_input_is_the_same_from_a_view_and_from_a_batch():
    """Also those of the seat that is not to move, and without NumPy."""
    for number, (state, history, states, memories) in enumerate(side_by_side(4, seed=1)):
        if number % 8:
            continue
        for seat in SEATS:
            log = tuple(seen(event, seat) for event in history)
            view = view_of(state, seat, history=log)
            both = observe(states, int(seat), memories)
            assert np.abs(encode_with_memory(view) - both[0]).max() < 1e-4
            for version in (1, 2):
                wanted = inputs(both, np, np.float32, version)[0]
                assert np.abs(np.array(inputs_of(view, version=version)) - wanted).max() < 1e-4


def test_memories_of_the_core_go_on_in_a_batch():
    """As in the playouts of a search."""
    for number, (state, history, states, memories) in enumerate(side_by_side(2, seed=2)):
        if number % 5:
            continue
        seat = core_mover(state.public.phase)
        views = [
            view_of(state, each, history=tuple(seen(event, each) for event in history))
            for each in SEATS
        ]
        pair = tuple(recollect(view).of(view.viewer) for view in views)
        found, wanted = (
            observe(states, int(seat), each) for each in (memories_from_core([pair]), memories)
        )
        assert np.abs(found - wanted).max() < 1e-4


def test_r15_inputs_do_not_depend_on_hidden_cards():
    rng = Random(3)
    for number, (state, history, states, memories) in enumerate(side_by_side(3, seed=3)):
        if number % 15:
            continue
        seat = core_mover(state.public.phase)
        view = view_of(state, seat, history=tuple(seen(event, seat) for event in history))
        other = batch.from_core(
            [world(view, believe(view).sample(rng))], memories=[memory_of(view)]
        )
        found, wanted = (observe(each, int(seat), memories) for each in (other, states))
        assert np.array_equal(found, wanted)


def test_the_numbers_are_those_that_the_champion_was_trained_on():
    """Written by the program that trained it; plays of the champion, with random ones between."""
    base = EDITIONS["kosmos-2015"]
    rules = [
        base.ruleset(),
        base.ruleset(),
        base.ruleset(no_trespass=True),
        base.ruleset(open_hands=True),
        EDITIONS["ksr"].ruleset(),
        EDITIONS["forum-1999"].ruleset(),
    ]
    with np.load(GOLDEN) as golden:
        plies = {int(ply): row for row, ply in enumerate(golden["plies"])}
        features, actions = golden["features"], golden["actions"].astype(np.uint32)
    states = new(len(rules), rules, seed=12)
    memories = start_memories(states)
    for ply, chosen in enumerate(actions):
        live = ~np.asarray(batch.is_over(states))
        if ply in plies:
            found = observe(states, mover(states), memories)[:, SIZE:]
            assert found.shape == (len(rules), MEMORY_SIZE)
            assert (found <= np.array(MEMORY_HIGHS) + 1e-6).all()
            assert np.abs(found - features[plies[ply]])[live].max() < 1e-4
        after = batch.act(states, chosen).states
        memories = remember_ply(memories, states, chosen, after)
        states = after


def test_finished_games_are_forgotten():
    states = new(3, seed=1)
    memories = start_memories(states)
    for _ in range(12):
        actions, states = batch.random_actions(states)
        after = batch.act(states, actions).states
        memories, states = remember_ply(memories, states, actions, after), after
    fresh = start_memories(states)
    found = restart_memories(memories, states, np.array([True, False, True]))
    for game, wanted in ((0, fresh), (1, memories), (2, fresh)):
        for one, other in zip(found.take([game]), wanted.take([game]), strict=True):
            assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.slow
def test_numpy_and_jax_remember_alike():
    import jax
    import jax.numpy as jnp

    rng = Random(4)
    states = new(64, [random_ruleset(rng) for _ in range(64)], seed=4)
    memories = start_memories(states)

    @jax.jit
    def compiled(memories, before, actions, after):
        now = remember_ply(memories, before, actions, after)
        return now, observe(after, mover(after), now)

    for ply in range(90):
        actions, states = batch.random_actions(states)
        after = batch.act(states, actions).states
        now = remember_ply(memories, states, actions, after)
        if ply % 6 == 0:
            live = ~np.asarray(batch.is_over(after))
            given = jax.tree.map(jnp.asarray, (memories, states, actions, after))
            found = jax.tree.leaves(compiled(*given))
            wanted = jax.tree.leaves((now, observe(after, mover(after), now)))
            for one, other in zip(found, wanted, strict=True):
                assert one.dtype == other.dtype
                assert np.abs(np.asarray(one, float) - other)[live].max() < 1e-4
        memories, states = now, after
