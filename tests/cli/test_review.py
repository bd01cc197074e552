"""``kahuna review`` and ``kahuna analyse``, as people call them."""

import json
import re
from dataclasses import replace

import pytest

from coach.games import cut, resigned, whole_game
from kahuna.cli.review import sparkline
from kahuna.cli.texts import cli_texts
from kahuna.i18n import LANGUAGES
from kahuna.record import format_record

from .test_commands import run

POSITION = "AD,DE/AB,AH B/HH GIJ AAB C/- - 1.9 w kosmos-2015"
EMPTY = "-/- A/B CDE - -/- - 1.1 w kosmos-2015"
CHEAP = ("--budget", 1)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "game.json"
    record = replace(resigned(whole_game(), 9), players=("<Ann>", "Bob [x]"))
    path.write_text(format_record(record), encoding="utf-8")
    return path


def test_a_review_is_a_curve_a_summary_and_a_table(game):
    text = run("review", game, *CHEAP).stdout
    assert "<Ann> (White) against Bob [x] (Black)" in text
    assert re.search("White's chance to win: [▁▂▃▄▅▆▇█]{10}", text)
    assert re.search(r"points \(±\d+\)|±\d+ percentage points", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_no_other_file_and_escapes_names(game, tmp_path, language):
    page = tmp_path / "review.html"
    assert run("review", game, *CHEAP, "--html", page, "--language", language).stdout == ""
    text = page.read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in text
    assert "&lt;Ann&gt;" in text
    assert "<Ann>" not in text
    assert re.findall(r'(?:src|href)="(?!data:)', text) == []
    assert text.count("<tr>") == 1 + 9 + 1
    assert all(f">{value} %</text>" in text for value in (0, 50, 100))
    cards = cli_texts(language).review_cards.partition("{")[0]
    assert text.count(f"<p>{cards}") == text.count("<article>")


def test_json_is_the_same_in_every_language(game):
    one, other = (
        run("review", game, *CHEAP, "--json", "--language", code).stdout for code in ("en", "it")
    )
    assert one == other
    found = json.loads(one)
    assert len(found["values"]) == 10
    assert abs(found["residual"]) < 1
    assert {"ply", "label", "loss", "played", "better"} <= set(found["decisions"][0])


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (cut(whole_game(), 5), "only a finished game can be reviewed"),
        (resigned(whole_game(), 0), "no moves to review"),
    ],
)
def test_a_game_that_cannot_be_reviewed(record, problem, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(format_record(record), encoding="utf-8")
    assert problem in run("review", path, status=2).stderr


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("review", "nowhere.json"), "cannot be read"),
        (("review", "{game}", "--game", 7), "there is no game 7"),
        (("review", "{game}", "--html", "nowhere/page.html"), "cannot be written"),
        (("review", "{game}", "--html", ""), "--html"),
        (("review", "{game}", "--budget", 0), "--budget"),
        (("analyse", "nonsense"), "9 fields, not 1"),
        (("analyse", POSITION, "--worlds", 1), "--worlds"),
    ],
)
def test_nonsense_is_refused_before_any_work(game, arguments, problem):
    given = [str(argument).format(game=game) for argument in arguments]
    assert problem in run(*given, status=2).stderr


def test_analyse_lists_the_best_moves():
    text = run("analyse", POSITION, "--worlds", 4, "--moves", 3).stdout
    assert len(re.findall(r"\d+ ± \d+", text)) == 3


def test_analyse_as_json():
    found = json.loads(run("analyse", POSITION, "--worlds", 4, "--json").stdout)
    assert len(found["moves"]) == 8
    assert all(0 <= move["win_probability"] <= 100 for move in found["moves"])


def test_analyse_takes_a_position_without_bridges():
    assert "±" in run("analyse", EMPTY, "--worlds", 4).stdout


def test_analyse_takes_a_position_with_unknown_cards():
    fields = POSITION.split()
    fields[1] = fields[1].split("/")[0] + "/H??"
    assert "±" in run("analyse", " ".join(fields), "--worlds", 4).stdout


@pytest.mark.parametrize("phase", ["w*", "#w=wipeout"])
def test_a_position_in_which_nobody_is_to_move(phase):
    position = POSITION.replace(" w ", f" {phase} ")
    assert "nobody is to move" in run("analyse", position, status=2).stderr


def test_a_curve_fits_its_place():
    assert len(sparkline(tuple(range(100)), 30)) <= 30
    assert sparkline((0, 50, 100), 80) == "▁▅█"
