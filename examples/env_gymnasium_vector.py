"""Play sixty-four games at once on the batch engine, in Gymnasium."""

import gymnasium
import numpy as np

from kahuna.envs.gymnasium import ENV_ID

rng = np.random.default_rng(3)
envs = gymnasium.make_vec(ENV_ID, num_envs=64)
observations, _ = envs.reset(seed=3)
results: list[float] = []
while len(results) < 64:
    masks = observations["action_mask"]
    actions = np.argmax(masks * rng.random(masks.shape), axis=1)
    observations, rewards, is_over, _, _ = envs.step(actions)
    results += rewards[is_over].tolist()
print(f"{results.count(1.0)} won, {results.count(-1.0)} lost, {results.count(0.0)} drawn")
