"""Records as JSON: both ways, and what is said of those that cannot be read."""

import json
from dataclasses import replace

import pytest
from games import RULESETS, game
from hypothesis import given
from hypothesis import strategies as st

from kahuna.core import Seat
from kahuna.record import RecordError, format_game, format_record, parse_game, parse_record
from kahuna.record.game_record import MAX_PLIES


def data() -> dict:
    return json.loads(format_record(game(0)))


@pytest.mark.parametrize("number", range(len(RULESETS)))
def test_a_record_survives_the_way_through_json(number):
    record = game(number)
    text = format_record(record)
    assert "\n" not in text
    assert parse_record(text) == record


def test_the_form_is_the_documented_one():
    record = data()
    assert list(record) == [
        "format", "version", "ruleset", "seats", "first", "deal", "plies", "outcome", "hashes",
    ]  # fmt: skip
    assert record["ruleset"] == {
        "edition": "kosmos-2015",
        "bridges": 25,
        "stones": 10,
        "discard": "free",
        "final_scoring": "difference",
        "no_trespass": False,
        "open_hands": False,
        "handicap": 0,
        "handicap_seat": None,
    }
    assert record["seats"] == [{"name": "Ada Łovelace"}, {"name": "Grace 海"}]
    assert set(record["deal"]) == {"hands", "open"}
    assert set(record["outcome"]) == {"winner", "termination", "scores"}


def test_keys_that_are_not_known_are_ignored():
    assert parse_record(json.dumps({**data(), "mood": "sunny"})) == game(0)


def test_help_during_the_game_is_noted_with_the_seat():
    record = replace(game(0), assisted=(Seat.BLACK,))
    written = json.loads(format_record(record))
    assert [seat.get("assisted") for seat in written["seats"]] == [None, True]
    assert parse_record(json.dumps(written)) == record
    written["seats"][1]["assisted"] = False
    assert parse_record(json.dumps(written)) == game(0)


@pytest.mark.parametrize("seat", [{"name": None}, {}])
def test_a_player_may_have_no_name(seat):
    record = replace(game(0), players=("Ada", None))
    written = json.loads(format_record(record))
    assert written["seats"] == [{"name": "Ada"}, {"name": None}]
    assert parse_record(json.dumps(written | {"seats": [{"name": "Ada"}, seat]})) == record
    text = format_game(record)
    assert "black:" not in text
    assert parse_game(text).players == ("Ada", None)


def test_hashes_may_be_missing_and_the_outcome_too():
    record = data()
    del record["hashes"], record["outcome"]
    parsed = parse_record(json.dumps(record))
    assert parsed.hashes == ()
    assert parsed.outcome is None
    assert '"hashes"' not in format_record(parsed)


def _with(path: str, value: object) -> dict:
    record = data()
    *way, last = path.split(".")
    place = record
    for key in way:
        place = place[int(key) if key.isdigit() else key]
    place[int(last) if last.isdigit() else last] = value
    return record


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("format", "chess", 'format: "chess" does not fit; expected "kahuna-record"'),
        ("version", 2, "version: 2 does not fit"),
        ("version", True, "version: true does not fit"),
        ("ruleset", [], "ruleset: [] does not fit; expected an object"),
        ("ruleset.edition", "x" * 99, "ruleset.edition"),
        ("ruleset.edition", 7, "ruleset.edition: 7 does not fit"),
        ("ruleset.bridges", "25", 'ruleset.bridges: "25" does not fit; expected a whole number'),
        ("ruleset.bridges", 30, "ruleset: kosmos-2015 has bridges 25, not 30"),
        ("ruleset.discard", "never", 'expected "free" or "instead"'),
        ("ruleset.no_trespass", 1, "ruleset.no_trespass: 1 does not fit; expected true or false"),
        ("ruleset.handicap", 2, "ruleset: a handicap needs both"),
        ("ruleset.handicap_seat", 5, "ruleset.handicap_seat: 5 does not fit"),
        ("seats", [{"name": "one"}], "seats"),
        ("seats.0", "Ada", 'seats[0]: "Ada" does not fit; expected an object'),
        ("seats.0.name", "\x07", "seats[0].name"),
        ("seats.0.name", 5, "seats[0].name: 5 does not fit; expected text"),
        ("seats.0.name", "\ud800", "printable"),
        ("first", None, "first: null does not fit"),
        ("deal.hands", ["ABC"], "deal.hands"),
        ("deal.hands.0", "AB", 'deal.hands[0]: "AB" does not fit; expected 3 cards'),
        ("deal.hands.0", "AB?", "deal.hands[0]: there is no island '?'"),
        ("deal.hands", ["AAC", "ADE"], "deal: 3 cards of ALOA are dealt; expected at most 2"),
        ("deal.open", "ABCD", "deal.open"),
        ("plies", "all", "plies"),
        ("plies", ["."] * (MAX_PLIES + 1), f"expected a list of 0 to {MAX_PLIES}"),
        ("plies.3", "+XY/X", "ply 4: there is no island 'X'"),
        ("plies.3", 3, "ply 4: 3 does not fit"),
        ("outcome", "won", "outcome"),
        ("outcome.winner", 2, "outcome.winner: 2 does not fit"),
        ("outcome.termination", "luck", "outcome.termination"),
        ("outcome.scores", [[1, 0, 0]], "outcome.scores[0]"),
        ("outcome.scores", [[1, -1]], "outcome.scores[0][1]: -1 does not fit"),
        ("hashes", [1], "hashes: [1] does not fit"),
        ("hashes", {"x": "y"}, "hashes: 'x' is no ply"),
        ("hashes", {"9999": "y"}, "hashes: there is no ply 9999; expected a number from 1 to "),
        ("hashes", {"9" * 5000: "y"}, "hashes: there is no ply 999999999; expected a number"),
        ("hashes", {"0": "y"}, "hashes: '0' is no ply; expected a number from 1 to "),
        ("hashes", {"01": "y"}, "hashes: '01' is no ply; expected a number from 1 to "),
        ("hashes", {"5": 7}, "hashes.5: 7 does not fit"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(path, value, says):
    with pytest.raises(RecordError) as caught:
        parse_record(json.dumps(_with(path, value)))
    assert says in str(caught.value)


@pytest.mark.parametrize("key", ["format", "version", "ruleset", "seats", "first", "deal", "plies"])
def test_a_missing_key_is_named(key):
    record = data()
    del record[key]
    with pytest.raises(RecordError, match=f"there is no '{key}'"):
        parse_record(json.dumps(record))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1, column 1"),
        ("{", "not a complete JSON object"),
        ("[]", "expected an object"),
        ("null", "expected an object"),
        ("5", "expected an object"),
        ('{"format": "kahuna-record", "format": 1}', "the key 'format' occurs twice"),
        ('{"ruleset": {"stones": 10, "stones": 9}}', "the key 'stones' occurs twice"),
        ("[" * 100_000, "not a JSON object that could be a record"),
        ("9" * 5_000, "not a JSON object that could be a record"),
    ],
)
def test_what_is_no_record(text, says):
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert says in str(caught.value)


def test_a_record_cut_anywhere_is_refused():
    text = format_record(game(0))
    for length in range(0, len(text) - 1, 37):
        with pytest.raises(RecordError):
            parse_record(text[:length])


@given(st.data())
def test_a_damaged_record_is_a_record_or_an_error_for_people(data):
    text = list(format_record(game(1)))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.characters())
    try:
        record = parse_record("".join(text))
    except RecordError as error:
        assert str(error)
    else:
        assert parse_record(format_record(record)) == record
