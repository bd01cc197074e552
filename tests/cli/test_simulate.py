"""Many games between bots."""

from kahuna.bots import BOTS
from kahuna.core import Ruleset, Seat
from kahuna.match.simulate import OutcomeCounts, simulate, simulate_game
from kahuna.record import format_record, replay


def makers(white, black):
    return BOTS[white], BOTS[black]


def test_a_game_is_the_same_alone_and_among_others():
    pair = makers("greedy", "random")
    games = list(simulate(Ruleset(), pair, seed=3, numbers=range(1, 6)))
    for number, game in enumerate(games, 1):
        assert simulate_game(Ruleset(), pair, seed=3, number=number) == game
    assert len({game.record.plies for game in games}) == 5
    assert {game.record.first for game in games} == {Seat.WHITE, Seat.BLACK}


def test_the_agents_have_no_influence_on_the_deal():
    deals = [
        simulate_game(Ruleset(), makers(*pair), seed=8, number=2).record.deal
        for pair in (("greedy", "random"), ("random", "random"))
    ]
    assert deals[0] == deals[1]


def test_every_game_can_be_replayed_and_is_counted():
    tally = OutcomeCounts()
    for game in simulate(Ruleset(), makers("random", "random"), seed=1, numbers=range(1, 4)):
        list(replay(game.record))
        assert game.line() == format_record(game.record)
        tally.add(game)
    assert not tally.forfeits
    assert tally.winners.total() == tally.terminations.total() == 3
