"""Infer the other hand: sample worlds that fit what a seat has seen, with their probabilities."""

from collections import Counter
from random import Random

from kahuna.bots import GreedyBot
from kahuna.core import ARCHIPELAGO, Ruleset, Seat, believe, kinds
from kahuna.match import Authority, RandomChance

game = Authority(Ruleset(), RandomChance(Random(8)), first=Seat.WHITE)
bots = (GreedyBot(Random(1)), GreedyBot(Random(2)))
while game.num_changes < 60 and (seat := game.mover) is not None:
    game.act(seat, bots[seat].decide(game.view(seat)))

view = game.view(Seat.WHITE)
belief, rng = believe(view), Random(3)
held: Counter[int] = Counter()
for _ in range(2000):
    held.update(kinds(belief.sample(rng).hand))

print(f"Black holds {view.hand_sizes[Seat.BLACK]} cards. White thinks:")
for island, times in held.most_common(5):
    print(f"  {ARCHIPELAGO.names[island]}: {times / 2000:.0%}")
