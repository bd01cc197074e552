"""Play a game between two random agents, in PettingZoo."""

from kahuna.envs import pettingzoo as kahuna_v0

env = kahuna_v0.env()
env.reset(seed=42)
for seed, agent in enumerate(env.agents):
    env.action_space(agent).seed(seed)
rewards = {}
for agent in env.agent_iter():
    observation, reward, termination, truncation, _ = env.last()
    if termination or truncation:
        rewards[agent] = reward
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
print(rewards)
