"""Play random games on JAX: compile once, then make millions of decisions per second."""

import time

import jax

from kahuna import batch

states = batch.new(1 << 14, seed=1, space=jax.numpy)
states = batch.play_random(states, 20).states  # The first call compiles.
began = time.perf_counter()
played = batch.play_random(states, 20)
num_decisions = int(played.num_decisions.sum())
seconds = time.perf_counter() - began
print(f"{num_decisions:,} decisions on {jax.devices()[0].platform} in {seconds:.2f} s")
