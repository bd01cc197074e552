"""Write a game as text, read it back, and look at the position after ten plies."""

from random import Random

from kahuna.bots import GreedyBot
from kahuna.core import Ruleset
from kahuna.match import Authority, RandomChance, play_out
from kahuna.record import describe_outcome, format_game, format_position, parse_game, replay

game = Authority(Ruleset(no_trespass=True), RandomChance(Random(5)), players=("Ada", "Bob"))
play_out(game, (GreedyBot(Random(1)), GreedyBot(Random(2))))

record = parse_game(format_game(game.record()))
moments = list(replay(record))
print(f"{len(record.plies)} plies; after ten of them:")
print(format_position(moments[10].state))
assert record.outcome is not None
print(describe_outcome(record.outcome))
