"""Tests of the server's page that the static site passes too."""

# ruff: noqa: F401  The tests are imported to be collected here.

import pytest

from e2e.test_computer import test_a_preview_shows_what_would_happen_before_it_does
from e2e.test_hotseat import test_no_card_of_a_hand_is_on_the_page_behind_the_curtain
from e2e.test_learn import test_a_miss_is_answered_and_can_be_tried_again
from e2e.test_puzzles import test_a_puzzle_is_solved_by_playing_the_turn
from e2e.test_records import finished, test_export_and_import
from e2e.test_start import test_a_returning_player_finds_what_waits

pytestmark = pytest.mark.slow
