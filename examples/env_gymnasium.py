"""Play one agent against a bot that builds whenever it can, in Gymnasium."""

import gymnasium

from kahuna.core import Action, Build, View, legal_actions
from kahuna.envs.gymnasium import ENV_ID


def builder(view: View) -> Action:
    """Build on the first line there is, else do the first legal thing."""
    legal = legal_actions(view)
    return next((action for action in legal if isinstance(action, Build)), legal[0])


env = gymnasium.make(ENV_ID, opponent=builder)
observation, info = env.reset(seed=1)
env.action_space.seed(1)
is_over = False
while not is_over:
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, is_over, _is_cut, _info = env.step(action)
print(f"the agent had seat {info['seat']} and got {reward:+.0f}")
