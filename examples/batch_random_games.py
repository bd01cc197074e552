"""Play ten thousand random games at once and count who won."""

import numpy as np

from kahuna import batch

states = batch.new(10_000, seed=1)
ended, num_decisions = batch.play_out(states)
winner = np.asarray(batch.outcome(ended).winner)
wins = [int((winner == number).sum()) for number in (0, 1, batch.NOBODY)]
print(f"White won {wins[0]}, Black won {wins[1]}, {wins[2]} were drawn")
print(f"a game took {float(num_decisions.mean()):.1f} decisions")
