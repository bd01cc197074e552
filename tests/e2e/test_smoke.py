"""The page opens, makes a game and plays a turn."""

from .player import Player


def test_first_turn_against_the_computer(server, open_page):
    player = Player(open_page(), server.url)
    player.start()
    assert player.wait_for_turn()
    line = player.build_something()
    assert line in player.bridges
    player.end_turn()
    assert player.wait_for_turn()
