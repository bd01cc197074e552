"""R18 Worked example."""

import re
import subprocess
import sys
from pathlib import Path

from kahuna.core import apply

from .positions import (
    BLACK,
    WHITE,
    after,
    bridges,
    build,
    built,
    chapter,
    gained,
    held,
    lost,
    play,
    played,
    position,
    remove,
    removed,
    swept,
    tables,
    take,
)

EXAMPLE = Path(__file__).parents[2] / "examples" / "worked_example.py"
FIRST_TABLE, LAST_TABLE = tables(chapter("R18 Worked example"))

WHITES = build("BD", "B"), build("AB", "A")
BLACKS = remove("EH", "HH"), build("EH", "E")


def beginning():
    """The position that the first table shows."""
    white, black = (row["bridges"] for row in FIRST_TABLE)
    return position(white, black, hands=("AB", "EHH"), open_cards="GIJ")


def letters_held(row):
    """The letters of the islands that a row of a table says are held."""
    return "".join(name[0] for name in re.findall("[A-Z]{4}", row["holds"]))


def assert_as_in(table, state):
    for seat, row in zip((WHITE, BLACK), table, strict=True):
        assert row["seat"].upper() == seat.name
        assert bridges(state, seat) == row["bridges"]
        assert held(state, seat) == letters_held(row)


def test_r18_1_start_is_as_in_the_table():
    assert_as_in(FIRST_TABLE, beginning())


def test_r18_1_white_gains_bari_and_aloa():
    state, events = apply(beginning(), WHITES[0])
    assert events == (
        played(WHITE, "B"),
        built(WHITE, "BD"),
        gained(WHITE, "B"),
        swept(BLACK, "AB"),
        lost(BLACK, "A"),
    )
    state, events = apply(state, WHITES[1])
    assert events == (
        played(WHITE, "A"),
        built(WHITE, "AB"),
        gained(WHITE, "A"),
        swept(BLACK, "AH"),
        lost(BLACK, "H"),
    )
    assert (held(state, WHITE), held(state, BLACK)) == ("ABD", "")


def test_r18_1_bf_fits_as_well_as_bc():
    usual, other = (
        play(
            position(f"AD {line} BE DE DH EH", "AB AH EF EI EJ HI HL", hands=("AB", "EHH")),
            *WHITES,
            take("L"),
            "C",
            *BLACKS,
        ).events
        for line in ("BC", "BF")
    )
    assert usual == other


def test_r18_2_black_strikes_back():
    state = after(beginning(), *WHITES, take("G"), "K")
    state, events = apply(state, BLACKS[0])
    assert events == (played(BLACK, "HH"), removed(WHITE, "EH"))
    state, events = apply(state, BLACKS[1])
    assert events == (
        played(BLACK, "E"),
        built(BLACK, "EH"),
        gained(BLACK, "E"),
        gained(BLACK, "H"),
        swept(WHITE, "BE"),
        swept(WHITE, "DE"),
        swept(WHITE, "DH"),
        lost(WHITE, "D"),
    )


def test_r18_2_end_is_as_in_the_table():
    state = after(beginning(), *WHITES, take("G"), "K", *BLACKS)
    assert_as_in(LAST_TABLE, state)
    assert held(state, WHITE) == "AB"


TOLD = """\
White plays BARI.
  White builds on BD.
  White gains BARI.
  Black's bridge on AB goes.
  Black loses ALOA.
White plays ALOA.
  White builds on AB.
  White gains ALOA.
  Black's bridge on AH goes.
  Black loses HUNA.
White takes GOLA.
  JOJO comes in its place.

Black plays HUNA and HUNA.
  White's bridge on EH goes.
Black plays ELAI.
  Black builds on EH.
  Black gains ELAI.
  Black gains HUNA.
  White's bridge on BE goes.
  White's bridge on DE goes.
  White's bridge on DH goes.
  White loses DUDA.
"""


def test_r18_2_example_program_tells_it():
    command = [sys.executable, str(EXAMPLE)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240)
    assert told.stdout == TOLD
