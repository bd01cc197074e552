"""The messages of the line protocol."""

import json
from pathlib import Path

import pytest
from games import games
from hypothesis import given
from hypothesis import strategies as st

from kahuna.bots.protocol import (
    BestMove,
    BotHello,
    GarbledReplyError,
    encode,
    hello,
    new_game,
    parse_reply,
    view_message,
)
from kahuna.core import SEATS, Seat, legal_actions
from kahuna.record import format_ply, format_record, plies_of, replay_view, ruleset_to_dict
from privacy.twins import Looks, play_twins
from property.random_games import MOODS

DOCS = Path(__file__).parents[2] / "docs" / "bot-protocol.md"
GAMES = games(10)


@pytest.mark.parametrize("record", GAMES, ids=lambda record: record.ruleset.edition)
def test_a_view_says_all_that_a_seat_may_do_and_know(record):
    for view in replay_view(record, Seat.BLACK):
        message = json.loads(encode(view_message(view, 3, move_time=1.5)))
        assert (message["type"], message["id"]) == ("view", 3)
        assert message["clock"] == {"move_time": 1.5}
        assert len(message["legal"]) == len(set(message["legal"])) == len(legal_actions(view))
        assert message["hand_sizes"][1] == len(message["hand"])
        assert message["buried_sizes"][1] == len(message["buried"])
        bridges = [len(lines) for lines in message["bridges"]]
        left = [record.ruleset.bridges - num for num in bridges]
        assert message["bridges_left"] == left
        assert message["log"] == [[s, format_ply(p)] for _, s, p in plies_of(view.history)]


def test_rules_are_written_as_records_write_them():
    for record in GAMES:
        written = json.loads(format_record(record))["ruleset"]
        assert json.loads(json.dumps(ruleset_to_dict(record.ruleset))) == written


def test_a_new_game_tells_the_board_and_the_deal():
    view = next(replay_view(GAMES[0], Seat.WHITE))
    message = json.loads(encode(new_game(view, 99)))
    assert message["seed"] == 99
    assert message["seat"] == 0
    assert len(message["islands"]) == 12
    assert len(message["lines"]) == 27
    assert message["start"]["hand_sizes"] == [3, 3]
    assert message["start"]["pile"] == 15
    assert len(message["start"]["hand"]) == len(message["start"]["open"]) == 3


@pytest.mark.slow
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("mood", sorted(MOODS))
@pytest.mark.parametrize("ruleset", [GAMES[0].ruleset, GAMES[6].ruleset], ids=["base", "open"])
def test_messages_of_twin_games_are_the_same_bytes(ruleset, mood, seat):
    """Games that differ in what a seat may not know make no difference to its program."""

    def sent(view):
        return encode(new_game(view, 7)) + encode(view_message(view, 1, move_time=1.0))

    assert play_twins(ruleset, seat, 1, MOODS[mood], Looks(legal_actions=sent)) == ""


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b'{"type": "hello", "protocol": 1, "name": "Ada"}', BotHello("Ada")),
        (b'{"type": "bestmove", "id": 7, "move": "<*", "more": 1}', BestMove(7, "<*")),
        (b'{"type": "info", "text": "hm"}', None),
    ],
)
def test_replies(line, reply):
    assert parse_reply(line) == reply


@given(
    st.binary()
    | st.text().map(str.encode)
    | st.builds(lambda x: json.dumps(x).encode(), st.none() | st.lists(st.integers()))
)
def test_other_lines_are_refused_in_words(line):
    try:
        assert parse_reply(line) is None
    except GarbledReplyError as error:
        assert str(error).isascii()


def test_the_transcript_of_the_documentation_is_true():
    """Every line in the documentation's transcript is one that is sent or understood."""
    transcript = (
        DOCS.read_text(encoding="utf-8").partition("```transcript\n")[2].partition("```")[0]
    )
    lines = transcript.splitlines()
    assert lines
    for line in lines:
        who, message = line.split(" ", 1)
        assert who in ("<-", "->")
        if who == "<-":
            assert parse_reply(message.encode()) is not None
    sent = [json.loads(line[3:]) for line in lines if line.startswith("->")]
    assert [message["type"] for message in sent] == ["hello", "new_game", "view", "view", "quit"]
    view = next(view for view in replay_view(GAMES[0], Seat.WHITE))
    assert sent[0].keys() == hello().keys()
    assert sent[1].keys() == new_game(view, 1).keys()
    assert sent[2].keys() == view_message(view, 1, move_time=1.0).keys()
