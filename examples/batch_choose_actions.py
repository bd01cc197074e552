"""Play a batch of games with different rules, all with your own policy."""

import numpy as np

from kahuna import batch
from kahuna.core import Ruleset

rng = np.random.default_rng(7)
rulesets = [Ruleset(no_trespass=i % 2 == 0, open_hands=i % 3 == 0) for i in range(6)]
states = batch.new(len(rulesets), rulesets, seed=7)
num_plies = 0
while not batch.is_over(states).all():
    rows = np.asarray(
        batch.observe(states, batch.mover(states))
    )  # (6, SIZE): what the seat to move knows
    masks = np.asarray(batch.legal_masks(states))  # (6, 189)
    # A network would look at the rows; here every legal action is as good as another.
    actions = np.argmax(masks * rng.random(masks.shape), axis=1)
    # A game that is over stays as it is: whatever it is told is flagged as illegal.
    states = batch.act(states, actions).states
    num_plies += 1
print(f"all games were over after {num_plies} plies")
for state in batch.to_core(states):
    print(state.ruleset.variant_names, state.public.points)
