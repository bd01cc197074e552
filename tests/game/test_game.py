"""The facade: what a visitor types first."""

import copy
import pickle
import subprocess
import sys

import pytest

import kahuna
from kahuna.core import (
    ACTIONS,
    REPLACE,
    VIEWERS,
    IllegalActionError,
    KahunaError,
    Reason,
    Seat,
    legal_actions,
    seat_of,
    view_of,
)
from kahuna.game import GameError, IllegalMoveError, InvalidMoveError, Move
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
    for call in (seat_of, new().view if seat is not None else seat_of, new().sample_world):
        with pytest.raises(KahunaError, match="there is no seat"):
            call(seat)


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
    assert "White to move" in str(game)
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


def test_the_board_fits_a_terminal_of_24_lines_and_80_columns():
    game = new(players=("Ada" * 20, "Bartholomew the Elder of Somewhere"))
    while not game.is_over:
        rows = str(game).splitlines()
        assert len(rows) < 24
        assert max(map(len, rows)) <= 80
        game.push(game.legal_moves[-1])
    assert "The game is over" in str(game)


def test_a_move_is_what_its_repr_says():
    move = new().push("+kl/l")
    assert repr(move) == "Move('+KL/L')"
    assert eval(repr(move)) == move == Move.parse("+KL/L")
    assert move in {Move("+KL/L")}
    assert {move: 1}["+KL/L"] == 1
    assert move != Move("+KL/K")
    assert move != 5
    for same in ("+KL/L", "+kl/l"):
        assert move == same
        assert same in new().legal_moves


@pytest.mark.parametrize("text", ["nonsense", "+KL", "x?", "+AL/A", "", None, 5])
def test_text_that_is_no_move_is_an_invalid_move(text):
    for call in (Move, Move.parse, new().push, new().why_not, new().preview):
        with pytest.raises(InvalidMoveError):
            call(text)


def test_an_illegal_move_tells_reason_and_paragraph():
    game = new()
    for call in (game.push, game.preview):
        with pytest.raises(IllegalMoveError) as refused:
            call("+AB/A")
        assert isinstance(refused.value, GameError)
        assert refused.value.reason is Reason.CARD_NOT_HELD
        assert refused.value.paragraph == "R4.1"
    assert pickle.loads(pickle.dumps(refused.value)).reason is Reason.CARD_NOT_HELD
    with pytest.raises(IllegalMoveError, match=r"Replace\(\) is not legal"):
        game.push(REPLACE)


def test_a_free_bridge_on_another_line_is_illegal():
    game = kahuna.Game.from_position("-/AB AABB/CD GIJ - -/- - 1.3 w kosmos-2015+1")
    game.push("-AB/AB")
    assert "=AB" in game.legal_moves
    with pytest.raises(IllegalMoveError) as refused:
        game.push("=AH")
    assert refused.value.reason is Reason.NOTHING_CLEARED
    assert game.push(REPLACE) == "=AB"
    assert game.moves[-1].action is REPLACE


def test_a_move_that_is_taken_back_can_be_played_again_with_the_same_cards():
    game = new()
    while len(game.moves) < 60:
        played = game.push(game.legal_moves[-1])
        assert played == game.moves[-1]
        before = game.position
        assert game.pop() == played
        game.push(played)
        assert game.position == before
    assert all(isinstance(move, Move) for move in game.moves)


def test_cards_that_chance_cannot_give_are_an_invalid_move():
    game = new()
    before = game.position
    for move in ("<*=K", "<*=A|ABC", "<*=Z", "+KL/L=A"):  # Both KAHU cards are in hands.
        with pytest.raises(InvalidMoveError):
            game.push(move)
    assert game.position == before


def test_a_copy_is_independent_and_draws_the_same_cards():
    game = new()
    game.push("+KL/L")
    for make in (kahuna.Game.copy, copy.copy, copy.deepcopy):
        other, moves = make(game), game.moves
        assert other == game
        assert other is not game
        other.push("<*")
        assert game.moves == moves
        assert other != game
        again = game.copy()
        again.push("<*")
        assert again == other
        other.pop()
        assert other == game


def test_games_are_equal_if_the_same_happened_in_them():
    assert new() == new()
    assert new() != new(seed=2)
    assert new() != new(players=("Ada", None))
    assert new() != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(new())


def test_views_are_the_same_however_often_they_are_asked_for():
    asked, other = new(), new()
    for number in range(50):
        for viewer in VIEWERS:
            assert asked.view(viewer).viewer is viewer
        move = asked.legal_moves[number % len(asked.legal_moves)]
        other.push(asked.push(move))
        if number % 7 == 6:
            asked.pop()
            other.pop()
    for viewer in VIEWERS:
        assert asked.view(viewer) == other.view(viewer)


def test_asking_for_a_view_masks_only_new_events(monkeypatch):
    masked = []
    seen = kahuna.game.seen
    monkeypatch.setattr(
        kahuna.game, "seen", lambda event, viewer: masked.append(event) or seen(event, viewer)
    )
    game = new()
    while not game.is_over:
        game.push(legal_actions(game.view())[0])
    assert len(masked) <= 2 * len(game._events)


def test_a_game_tells_winner_and_scores():
    game = new()
    assert (game.winner, game.scores) == (None, ())
    outcome = game.play("greedy", "random")
    assert game.winner is outcome.winner is not None
    assert game.scores == outcome.scores


def test_a_sampled_world_looks_the_same_to_the_seat():
    game = new()
    game.push("<*")
    world = game.sample_world("white", seed=3)
    assert view_of(world, Seat.WHITE) == view_of(game.state, Seat.WHITE)
    assert world == game.sample_world(0, seed=3)
    assert len({game.sample_world("white", seed=seed).private[1] for seed in range(9)}) > 1


@pytest.mark.parametrize(
    "options",
    [
        {"players": ("a", "b", "c")},
        {"players": "Ada and Bob"},
        {"players": ("a", 5)},
        {"players": None},
        {"seed": 1.5},
        {"seed": "one"},
        {"rules": None},
        {"rules": "kosmos-1915"},
        {"first": "red"},
    ],
)
def test_bad_arguments_are_refused_at_once(options):
    with pytest.raises(KahunaError, match=r"players|seed|ruleset|edition|seat"):
        new(**options)


@pytest.mark.parametrize("text", [None, 5, "", "nonsense"])
def test_what_is_no_position_is_refused_at_once(text):
    with pytest.raises(KahunaError, match="position"):
        kahuna.Game.from_position(text)


def test_own_bots_may_answer_in_notation():
    class Hasty:
        name = "hasty"

        def decide(self, view):
            return "." if legal_actions(view)[-1] is ACTIONS[-1] else legal_actions(view)[0]

    assert new().play(Hasty()).scores


def test_a_game_is_embedded_with_what_is_to_be_shown():
    game = kahuna.Game(seed=1, first="white")
    assert game.embed().startswith('<kahuna-board position="-/- -/-"><img alt="ALOA')
    game.push("+KL/L")
    game.push("<*")
    shown = game.embed().partition('">')[0]
    assert shown.startswith('<kahuna-board record="-/- -/-&#10;KL/- -/- +KL/L&#10;KL/- -/- &lt;*=')


def test_an_embedded_position_names_who_holds_what():
    position = "AB,AD,KL/EF,CF,BF -/- - AABBCCDDEEFFGGHHIIJJKKLL -/- 1:0,2:0 3.60 w:1 kosmos-2015"
    assert 'position="AB,AD,KL/BF,CF,EF A/F"' in kahuna.Game.from_position(position).embed()


def test_only_public_names_are_listed():
    assert not [name for name in dir(kahuna) if name.startswith("_") and name != "__version__"]
    assert {"Game", "Move", "batch", "coach"} <= set(dir(kahuna))
    assert not {"sys", "import_module", "annotations", "Any"} & set(dir(kahuna))
    for name in dir(kahuna):
        assert getattr(kahuna, name) is not None


def test_submodules_load_on_first_use():
    code = "import kahuna; print(kahuna.batch.new(2, seed=1).clock.shape, kahuna.coach.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "(2,) kahuna.coach\n"
