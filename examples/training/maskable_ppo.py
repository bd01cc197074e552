"""Train with MaskablePPO of sb3-contrib, which needs PyTorch: ``pip install sb3-contrib``.

    python examples/training/maskable_ppo.py --updates 10

An update is 2,048 decisions against opponents that play at random or greedily.
"""

import argparse

import gymnasium
from sb3_contrib import MaskablePPO

import kahuna.envs.gymnasium  # noqa: F401  # Registers the environment.

NUM_STEPS = 2048
NUM_GAMES = 40


def score_against_random(model: MaskablePPO) -> float:
    """Return the share of points in some games against random play."""
    env = gymnasium.make("Kahuna-v0", opponent="random")
    total = 0.0
    for seed in range(NUM_GAMES):
        observation, _ = env.reset(seed=seed)
        is_over, result = False, 0.0
        while not is_over:
            masks = env.get_wrapper_attr("action_masks")()
            action, _ = model.predict(observation, action_masks=masks)
            observation, reward, is_over, _, _ = env.step(int(action))
            result = float(reward)
        total += (result + 1) / 2
    return total / NUM_GAMES


def main() -> None:
    """Train and print the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=10)
    options = parser.parse_args()
    env = gymnasium.make("Kahuna-v0", opponent=["random", "greedy"])
    model = MaskablePPO("MultiInputPolicy", env, n_steps=NUM_STEPS, seed=1)
    model.learn(options.updates * NUM_STEPS)
    print(f"update {options.updates}: {score_against_random(model):.1%} against random play")


if __name__ == "__main__":
    main()
