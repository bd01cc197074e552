"""Further tests of the server's page that the static site passes too: `make site-test`."""

# ruff: noqa: F401  The tests are imported to be collected here.

import pytest

from e2e.test_computer import (
    test_a_line_that_cannot_be_built_on_says_why,
    test_a_reload_comes_back_to_the_same_position,
    test_a_whole_game_by_clicking,
    test_the_past_can_be_looked_at_and_a_turn_watched_again,
    test_undo_takes_back_every_step_of_the_turn,
)
from e2e.test_editions import (
    test_edition,
    test_handicap_bridges_come_first,
    test_rules_of_ones_own,
    test_variant_1,
    test_variant_2_shows_cards_that_were_taken_openly,
    test_what_a_book_does_not_offer_cannot_be_chosen,
)
from e2e.test_hotseat import (
    test_a_reload_shows_the_curtain_again,
    test_the_curtain_can_be_lifted_on_a_small_phone_on_its_side,
    test_what_one_can_know_waits_until_the_turn_before_was_shown,
)
from e2e.test_keyboard import test_arrows_walk_the_board, test_focus_goes_on_near_by
from e2e.test_learn import (
    test_a_first_visit_offers_a_guided_game_that_survives_a_reload,
    test_a_lesson_by_mistake_undone_and_kept,
    test_rules_are_searched_and_cut_down_to_an_edition,
    test_the_course_from_beginning_to_end,
    test_the_first_game_can_be_skipped,
    test_the_first_game_takes_back_a_wrong_move_and_shows_the_collapse,
)
from e2e.test_page import (
    test_a_screen_that_brings_its_own_texts_changes_its_language,
    test_a_turn_with_a_thumb,
    test_a_whole_turn_by_keyboard,
    test_the_language_changes_without_losing_the_game,
    test_the_look_follows_the_system_and_can_be_switched,
)
from e2e.test_puzzles import (
    test_a_missed_puzzle_comes_back_for_practice,
    test_an_unknown_puzzle_is_told,
)
from e2e.test_records import (
    finished,
    test_a_broken_record_is_refused_with_its_problem,
    test_an_unfinished_game_is_resumed,
    test_delete_is_asked_twice,
)
from e2e.test_spoken import test_the_board_in_words, test_what_happens_is_said

pytestmark = [pytest.mark.slow, pytest.mark.every_site_test]
