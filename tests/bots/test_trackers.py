"""What a bot keeps through a game is what the whole history says."""

from random import Random

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.trackers import track_belief, track_recollection
from kahuna.core import Ruleset, believe, recollect
from kahuna.match import Authority, RandomChance


def test_both_seats_and_several_games_can_share_a_tracker():
    beliefs, recollections = track_belief(), track_recollection()
    for seed in range(2):
        authority = Authority(Ruleset(), RandomChance(Random(seed)))
        bot = GreedyBot(Random(seed))
        for number in range(60):
            seat = authority.mover
            if seat is None:
                break
            view = authority.view(seat)
            if number % 3 == 0:
                assert beliefs.update(view) == believe(view)
                assert recollections.update(view) == recollect(view)
            authority.act(seat, bot.decide(view))
