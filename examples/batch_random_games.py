"""Play ten thousand random games at once and count who won."""

import numpy as np

from kahuna import batch

states = batch.new(10_000, seed=1)
ended, num_decisions = batch.play_out(states)
result = batch.outcome(ended)
wins = np.bincount(np.asarray(result.winner), minlength=3).tolist()
print(f"White won {wins[0]}, Black won {wins[1]}, {wins[2]} were drawn")
print(f"a game took {float(num_decisions.mean()):.1f} decisions")
