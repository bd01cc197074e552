"""Whole games through the keyboard and the screen of the terminal game."""

import re
from random import Random

import pytest

from kahuna.core import (
    EDITIONS,
    Deal,
    Ruleset,
    Seat,
    Termination,
    cards_of,
    legal_actions,
)
from kahuna.match import Authority, RandomChance
from kahuna.record import final_state, format_position, format_record, parse_record
from kahuna.terminal.saved_games import SavedGame, parse_seating
from kahuna.terminal.terminal_game import TerminalGame

from .script import CURTAIN, any_number, new_table, play

RULESETS = (
    Ruleset(),
    EDITIONS["rio-grande-1998"].ruleset(no_trespass=True),
    Ruleset(open_hands=True, handicap=3, handicap_seat=Seat.BLACK),
    EDITIONS["italian"].ruleset(),
)


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "map"])
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.edition)
def test_two_people_play_to_the_end(ruleset, is_plain):
    game = new_table(ruleset=ruleset)
    game, console, status = play(any_number(1), game, is_plain=is_plain)
    outcome = game.outcome
    assert status == 0
    assert outcome is not None
    assert parse_record(format_record(game.saved().record)).outcome == outcome
    ending = console.text.split(CURTAIN)[-1]
    assert re.search(r"wins|is a draw", ending)
    assert ending.count("Scoring ") == len(outcome.scores)
    assert "Ada (White) has in hand:" in ending
    assert "Bob (Black) has in hand:" in ending


@pytest.mark.parametrize("seat", [0, 1])
def test_one_person_plays_against_a_bot_to_the_end(seat):
    bots = (None, "greedy") if seat == 0 else ("greedy", None)
    names = ("Ada", "greedy") if seat == 0 else ("greedy", "Ada")
    game = new_table(names=names, bots=bots)
    game, console, status = play(any_number(2, ("Ada",)), game)
    assert status == 0
    assert game.outcome is not None
    assert CURTAIN not in console.written
    assert "Since your last turn:" in console.written
    assert not re.search(r"greedy (draws|discards) [A-Z]{4}", console.text)


class SpyTable(TerminalGame):
    """Notes whose views are asked for."""

    asked: list

    def view(self, seat):
        self.asked.append(seat)
        return super().view(seat)


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "map"])
@pytest.mark.parametrize("ruleset", RULESETS[:3], ids=lambda r: r.edition)
def test_between_two_curtains_only_one_hand_is_looked_at(ruleset, is_plain):
    """All that is written comes from views, so it is enough to see whose were asked for."""
    game = SpyTable.new(ruleset, players=("Ada", "Bob"), seed="3")
    game.asked = []
    pick = any_number(4)
    seen_at_prompts = []

    def script(prompt):
        if prompt.startswith(("Ada>", "Bob>")):
            reader = Seat.WHITE if prompt.startswith("Ada") else Seat.BLACK
            seen_at_prompts.append((reader, set(game.asked)))
        if prompt.startswith("Pass the keyboard"):
            game.asked.clear()
        return pick(prompt)

    _, console, _ = play(script, game, is_plain=is_plain)
    assert len(seen_at_prompts) > 40
    assert all(asked == {reader} for reader, asked in seen_at_prompts)
    for part in console.text.split(CURTAIN)[:-1]:
        readers = set(re.findall(r"^(Ada|Bob)>", part, re.MULTILINE))
        assert len(readers) <= 1
        for other in {"Ada", "Bob"} - readers:
            assert not re.search(rf"{other} draws [A-Z]{{4}} from", part)
            assert not re.search(rf"{other} discards [A-Z]{{4}} face down\.", part)
        if not readers:
            assert "Your hand" not in part


def two_tables():
    """Two games that differ only in what Black was dealt."""
    for black in ("DEF", "KKL"):
        letters = "ABCDEFGHIJKL"
        deal = Deal(
            (
                cards_of(map(letters.index, "ABC")),
                cards_of(map(letters.index, black)),
            ),
            cards_of(map(letters.index, "GHI")),
        )
        rng = Random(0)
        authority = Authority(
            Ruleset(), RandomChance(rng), first=Seat.WHITE, players=("Ada", "Bob"), deal=deal
        )
        yield TerminalGame(authority, chance=rng, bots=(None, None), seed="1")


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "map"])
def test_what_one_player_reads_does_not_depend_on_the_other_hand(is_plain):
    asked = (
        "hand|open|score|log|board|moves|island d|why ab/a|why <*|why .|ab/a|undo|moves|ab|xc|log"
    )
    texts = [
        play(["", *asked.split("|"), "nonsense"], game, is_plain=is_plain)[1].text
        for game in two_tables()
    ]
    assert texts[0] == texts[1]


def test_undo_takes_back_until_a_card_is_drawn():
    game = new_table()
    before = game.view(Seat.WHITE)
    game, console, _ = play(["", "1", "undo", "undo"], game)
    assert "Taken back." in console.written
    assert any("There is nothing to take back" in line for line in console.written)
    assert game.view(Seat.WHITE) == before
    game, console, _ = play(["", "1", "pile", "", "", "undo"], game)
    assert any("There is nothing to take back" in line for line in console.written)
    assert game.mover is Seat.BLACK


def test_why_tells_what_a_move_would_do_and_does_nothing():
    game = new_table()
    before = game.saved()
    game, console, _ = play(["", "why 1", "why <*", "why .", "why", "why zz", "why !AB"], game)
    text = console.text
    assert "That is allowed:\nYou play" in text
    assert "a card from the pile that nobody else sees" in text
    assert "You end your turn without drawing." in text
    assert "Name a move" in text
    assert "(R14.1, R4.1)" in text
    assert game.saved() == before


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "map"])
def test_everything_can_be_asked_for(is_plain):
    asked = ["help", "board", "island H", "island", "island q", "hand", "open", "log 1", "log x"]
    asked += ["score", "moves", "rules R8.4", "rules R99", "rules", "draw", "?", "", "save", "<>"]
    _, console, _ = play(["", *asked], is_plain=is_plain, rows=24)
    text = console.text
    assert "Commands:" in text
    assert "HUNA (H), 5 lines, majority 3: held by nobody" in text
    assert "Draw can mean two things." in text
    assert "then you have to draw" in text
    assert "There is no paragraph 'R99'" in text
    assert "'x' is not a number of turns. Type log for everything" in text
    assert ("░" in text) != is_plain


def test_a_draw_is_offered_from_behind_the_curtain():
    game, console, _ = play(["", "offer", "no", "", "offer draw", "yes"])
    assert game.outcome.termination is Termination.AGREEMENT
    for question in (i for i, line in enumerate(console.written) if "offers a draw" in line):
        assert console.written[question - 1] == CURTAIN
    assert "Bob plays on." in console.written
    assert any("draw: by agreement (R17.3)" in line for line in console.written)


def test_a_bot_takes_no_draws():
    game = new_table(names=("Ada", "greedy"), bots=(None, "greedy"))
    game, console, _ = play(["draw offer"], game)
    assert "greedy plays on." in console.written
    assert game.outcome is None


def test_resigning_asks_first():
    game, console, _ = play(["", "resign", "no", "1", "resign", "yes"])
    assert game.outcome.winner is Seat.BLACK
    assert "You play on." in console.written
    assert any("Bob (Black) wins because the other side resigned" in x for x in console.written)
    assert final_state(game.saved().record).public.bridges != (0, 0)


@pytest.mark.parametrize(
    ("leave", "status"), [("quit", 0), (EOFError(), 0), (KeyboardInterrupt(), 130)]
)
def test_leaving_keeps_the_game_with_the_turn_in_progress(tmp_path, leave, status):
    path = tmp_path / "new" / "game.json"
    game, console, got = play(["", "1", "1", leave], path=path)
    assert got == status
    assert f"--resume {path}" in console.text
    text = path.read_text(encoding="utf-8")
    bots, seed = parse_seating(text)
    resumed = TerminalGame.resume(SavedGame(parse_record(text), bots, seed))
    assert resumed.view(Seat.WHITE) == game.view(Seat.WHITE)
    assert resumed.undo(Seat.WHITE)
    assert resumed.undo(Seat.WHITE)
    assert not resumed.undo(Seat.WHITE)


def test_a_resumed_game_goes_on_as_it_would_have_without_the_interruption():
    whole = new_table(names=("Ada", "greedy"), bots=(None, "greedy"))
    parts = new_table(names=("Ada", "greedy"), bots=(None, "greedy"))
    rng = Random(9)
    while (seat := whole.mover) is not None:
        parts = TerminalGame.resume(parts.saved())
        if whole.is_bot(seat):
            whole.let_bot_act(seat)
            parts.let_bot_act(seat)
        else:
            action = rng.choice(legal_actions(whole.view(seat)))
            whole.act(seat, action)
            parts.act(seat, action)
        assert parts.saved() == whole.saved()
    assert format_position(final_state(parts.saved().record))


def test_a_file_that_cannot_be_written_is_named_once_and_the_game_goes_on(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    _, console, status = play(["", "1", "1"], path=blocked / "game.json")
    assert status == 0
    assert console.text.count("could not be saved") == 1
    assert "The game is not saved." in console.written


def test_save_writes_a_copy_or_says_why_not(tmp_path):
    good = tmp_path / "copy.json"
    foreign = tmp_path / "notes.txt"
    foreign.write_text("mine")
    typed = ["", f"save {good}", "1", f"save {good}", f"save {foreign}", f"save {tmp_path}"]
    typed += ["save \0", f"save {tmp_path}/new/copy.json", "save ~nobody-at-all/copy.json"]
    _, console, _ = play(typed)
    assert console.written.count(f"Saved in {good}.") == 2
    assert any(line.startswith(f"{foreign} exists already") for line in console.written)
    assert console.text.count("could not be saved") == 4
    assert len(parse_record(good.read_text()).plies) == 1
    assert foreign.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == [good, foreign]


def test_nonsense_changes_nothing():
    rng = Random(1)
    nonsense = ["".join(chr(rng.randrange(1, 500)) for _ in range(12)) for _ in range(200)]
    game = new_table()
    before = game.saved()
    play(["", *nonsense, "10" * 40, "+" * 5000], game)
    assert game.saved() == before
