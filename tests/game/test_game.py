"""The facade: what a visitor types first."""

import subprocess
import sys

import pytest

import kahuna
from kahuna.core import IllegalActionError, KahunaError, Seat
from kahuna.game import GameError, Move, seat_of
from kahuna.record import format_game, format_record


def new(**options):
    return kahuna.Game(**{"seed": 1, "first": "white", **options})


def test_a_game_shows_its_legal_moves_by_name():
    game = new()
    assert len(game.legal_moves) == 21
    assert "+kl/l" in game.legal_moves
    assert "+AB/A" not in game.legal_moves
    assert game.legal_moves[0] in game.legal_moves
    assert game.legal_moves[0].action in game.legal_moves
    assert repr(game.legal_moves).startswith("<LegalMoves: +BF/F")
    assert str(game.legal_moves[0]) == "+BF/F"
    assert game.turn is Seat.WHITE


@pytest.mark.parametrize("push", [str, lambda move: move, lambda move: move.action])
def test_moves_can_be_pushed_as_notation_move_or_action_and_popped(push):
    game = new()
    before = game.position
    for _ in range(30):
        game.push(push(game.legal_moves[0]))
    moves = game.moves
    assert [game.pop() for _ in moves] == list(reversed(moves))
    assert game.position == before
    with pytest.raises(GameError, match="no move to take back"):
        game.pop()


def test_a_push_may_name_the_card_that_chance_turns_up():
    game = new()
    game.push("<*=A")
    assert game.moves == ("<*=A",)
    assert "A" in game.position.split()[1].split("/")[0]


def test_an_illegal_move_says_why_and_changes_nothing():
    game = new()
    before = game.position
    assert game.why_not("+AB/A") == "You do not have that card. [R4.1]"
    assert game.why_not("+KL/L") is None
    with pytest.raises(GameError, match=r"\+AB/A is not legal: You do not have that card"):
        game.push("+AB/A")
    with pytest.raises(GameError, match="is not a move"):
        game.push("nonsense")
    assert game.position == before


def test_repr_is_a_position_that_can_be_played_on():
    game = new()
    game.push("+KL/L")
    again = eval(repr(game), {"Game": kahuna.Game})
    assert again.position == game.position
    again.play("random")
    assert again.is_over
    assert again.turn is None
    assert len(again.legal_moves) == 0
    with pytest.raises(GameError, match="has no deal"):
        again.record()


def test_bots_play_to_the_end_and_the_game_can_be_saved_and_loaded(tmp_path):
    game = new()
    outcome = game.play("greedy", "random")
    assert outcome == game.outcome
    game.save(tmp_path / "game.json")
    loaded = kahuna.Game.load(tmp_path / "game.json")
    assert loaded.moves == game.moves
    assert format_record(loaded.record()) == format_record(game.record())
    loaded.pop()
    assert not loaded.is_over


def test_a_game_in_text_form_can_be_loaded(tmp_path):
    game = new()
    game.play("random")
    (tmp_path / "game.txt").write_text(format_game(game.record()), encoding="utf-8")
    assert kahuna.Game.load(tmp_path / "game.txt").moves == game.moves


@pytest.mark.parametrize("seat", [Seat.BLACK, 1, "black", "Black", "b"])
def test_seats_may_be_numbers_and_names(seat):
    assert seat_of(seat) is Seat.BLACK
    assert new().view(seat) == new().view(Seat.BLACK)


@pytest.mark.parametrize("seat", [2, -1, "red", True, 1.0, None])
def test_what_is_no_seat_is_refused(seat):
    with pytest.raises(GameError, match="there is no seat"):
        seat_of(seat)


@pytest.mark.parametrize("move", [5, None, 1.5, ("+KL/L",)])
def test_what_is_no_move_is_refused(move):
    game = new()
    for call in (game.push, game.why_not, game.preview):
        with pytest.raises(GameError, match="is not a move; write notation"):
            call(move)


def test_an_illegal_move_is_refused_with_its_reason():
    game = new()
    for call in (game.push, game.preview):
        with pytest.raises(
            GameError, match=r"\+AB/A is not legal: You do not have that card\. \[R4"
        ):
            call("+AB/A")


def test_views_keep_the_secrets_of_the_other_seat():
    game = new()
    game.push("<*")
    view = game.view("black")
    assert view.own == game.state.private[1]
    assert game.view() == view
    assert game.view("spectator").own.hand == 0


def test_the_board_can_be_printed_and_drawn():
    game = new()
    game.push("+KL/L")
    assert "KAHU" in str(game)
    assert "Hands: White: FK, Black: GIK." in str(game)
    assert game._repr_svg_().startswith("<svg")
    assert game._repr_svg_() != game.svg()
    assert game.svg(islands="A", lines=["AB", "AB"]) != game.svg(is_night=True)


def test_a_preview_tells_what_a_move_would_do():
    game = new()
    before = game.position
    assert [type(event).__name__ for event in game.preview("+KL/L")] == [
        "CardsPlayed",
        "BridgeBuilt",
    ]
    assert game.position == before


def test_importing_kahuna_is_light():
    code = "import sys, kahuna; print('numpy' in sys.modules or 'kahuna.core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_public_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        kahuna.Gmae  # noqa: B018
    assert "Game" in dir(kahuna)
    assert isinstance(new().legal_moves[0], Move)
    assert IllegalActionError is not GameError


def test_islands_tell_who_holds_them_and_what_is_missing():
    game = kahuna.Game(seed=1, first="white")
    assert game.controller("A") is None
    assert game.num_missing("A", "white") == 2
    with pytest.raises(KahunaError, match="no island"):
        game.controller("Z")


def test_arrows_are_drawn_from_island_to_island():
    game = kahuna.Game(seed=1)
    assert "<title>KA</title>" in game.svg(arrows=["KA"])
    assert game.svg(arrows=["KA"]) != game.svg(arrows=["AK"])
    for nonsense in ("A", "AA", "AZ", ""):
        with pytest.raises(KahunaError, match=r"arrow|island"):
            game.svg(arrows=[nonsense])
