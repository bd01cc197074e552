"""Let OpenSpiel's own ISMCTS bot play White; it searches worlds that fit what it sees."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from kahuna.envs.openspiel import SHORT_NAME

rng = np.random.RandomState(1)
game = pyspiel.load_game(SHORT_NAME)
evaluator = mcts.RandomRolloutEvaluator(1, rng)
bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=2, random_state=rng)
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        action = int(rng.choice(outcomes, p=probabilities))
    elif state.current_player() == 0:
        action = int(bot.step(state))
    else:
        action = int(rng.choice(state.legal_actions()))
    state.apply_action(action)
print(f"returns: {state.returns()}")
