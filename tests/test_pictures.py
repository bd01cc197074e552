"""The pictures in the docs are made from our own data, and are not stale."""

from pathlib import Path

from kahuna.chart import draw_chart
from kahuna.record import parse_position

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLE = "AD,BC,BE,DE,DH,EH/AB,AH,EF,EI,EJ,HI,HL AB/EHH CDF - -/- - 1.9 w kosmos-2015"


def test_the_board_shows_the_worked_example():
    state = parse_position(EXAMPLE)
    held = state.ruleset.board.held
    white, black = state.public.bridges
    drawn = draw_chart(bridges=(white, black), stones=(held(white), held(black)))
    assert (DOCS / "images" / "board.svg").read_text(encoding="utf-8") == drawn
