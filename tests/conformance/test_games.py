"""Whole games as data: every ruleset, every way a game can end, with position hashes."""

from pathlib import Path

import pytest

from kahuna.core import EDITIONS, Termination
from kahuna.record import BY_PLAYERS, final_state, format_record, read_records

GAMES = list(read_records(Path(__file__).parent / "games.jsonl"))


@pytest.mark.parametrize("record", GAMES, ids=lambda record: format_record(record)[-60:])
def test_a_game_replays_ply_by_ply_to_the_same_end(record):
    assert record.hashes
    assert final_state(record).public.phase.outcome == record.outcome


def test_every_edition_and_every_end_of_the_rules_is_there():
    assert {record.ruleset.edition for record in GAMES} >= set(EDITIONS)
    ends = {record.outcome.termination for record in GAMES}
    assert ends == set(Termination) - set(BY_PLAYERS)
    assert any(record.ruleset.no_trespass for record in GAMES)
    assert any(record.ruleset.open_hands for record in GAMES)
    assert any(record.ruleset.handicap for record in GAMES)
