"""Which language the command line speaks, and that programs are not disturbed by it."""

import json
import re
import subprocess
import sys

import pytest

from kahuna.cli.texts import cli_texts, speak
from kahuna.i18n import LANGUAGES, language_of, of_locale

from .test_commands import COMMANDS, RUNNER, app, run

TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
SIMULATE = ("simulate", "--games", 2, "--white", "random", "--black", "random", "--out", "-")


@pytest.fixture(autouse=True)
def english_again():
    yield
    speak("en")


def spoken_in(environ, *arguments):
    """Standard error of a command that cannot be, with these variables alone."""
    cleared = dict.fromkeys(("KAHUNA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    given = [str(argument) for argument in arguments]
    result = RUNNER.invoke(app, ["rules", "R99", *given], env={**cleared, **environ})
    assert result.exit_code == 2
    (code,) = (
        code
        for code in LANGUAGES
        if cli_texts(code).no_paragraph.format(name="R99") in result.stderr
    )
    return code


@pytest.mark.parametrize(
    ("environ", "arguments", "language"),
    [
        ({}, (), "en"),
        ({"LANG": "de_AT.UTF-8"}, (), "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_BE"}, (), "nl"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_BE", "LC_ALL": "it_IT"}, (), "it"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, (), "en"),
        ({"LANG": "fr_FR.UTF-8"}, (), "en"),
        ({"LANG": "de_DE.UTF-8", "KAHUNA_LANGUAGE": "it"}, (), "it"),
        ({"KAHUNA_LANGUAGE": "it"}, ("--language", "NL"), "nl"),
        ({"LANG": "it_IT"}, ("--language=de",), "de"),
        ({"LANG": "it_IT"}, ("--language", "de", "--language", "en"), "en"),
    ],
)
def test_the_option_wins_then_our_variable_then_the_locale(environ, arguments, language):
    assert spoken_in(environ, *arguments) == language


def test_the_option_may_stand_before_the_command():
    assert "Es gibt" in run("--language", "de", "nonsense", status=2).stderr
    assert "Tippe" in run("--language", "de", "play", "--help").stdout


@pytest.mark.parametrize(
    ("arguments", "environ"),
    [(("--language", "xx"), {}), (("--language=fr",), {}), ((), {"KAHUNA_LANGUAGE": "klingon"})],
)
def test_a_language_that_we_do_not_speak(arguments, environ):
    result = RUNNER.invoke(app, ["rules", "R8", *arguments], env=environ)
    assert result.exit_code == 2
    assert re.search(
        r"(--language|KAHUNA_LANGUAGE): '\w+' is not one of en, de, nl, it", result.stderr
    )
    assert result.stdout == ""


def test_a_language_must_be_named():
    assert "'--language' needs a value" in run("rules", "--language", status=2).stderr


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_all_in_one_language(language, command):
    text, english = (
        run(*command.split(), "--help", "--language", code).stdout for code in (language, "en")
    )
    assert f"{cli_texts(language).headings['Options:']}\n" in text
    shared = {line.strip() for line in text.splitlines()} & {
        line.strip() for line in english.splitlines()
    }
    assert {line for line in shared if " " in line and not line.startswith("kahuna ")} == set()


def test_every_heading_of_typer_is_on_some_page():
    pages = "".join(run(*command.split(), "--help").stdout for command in COMMANDS)
    for language in TRANSLATIONS:
        assert [said for said in cli_texts(language).headings if said not in pages] == []


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate",),
        ("replay",),
        ("play", "--bogus"),
        ("play", "--bot"),
        ("replay", "/nowhere"),
        ("rules", "--edition", "x"),
        ("play", "--bot", "greedy", "--seat", "red"),
        ("board", "--night"),
        ("board", "--svg", "/"),
    ],
)
def test_complaints_are_in_the_language(language, arguments):
    own, english = (
        run(*arguments, "--language", code, status=2).stderr for code in (language, "en")
    )
    assert "\nkahuna: " in f"\n{own}"
    shared = set(own.splitlines()) & set(english.splitlines())
    assert shared <= {""}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_what_is_only_in_english_is_said_to_be(language):
    result = run("board", "--position", "nonsense", "--language", language, status=2)
    lead_in = cli_texts(language).in_english.partition("{")[0]
    assert f"kahuna: {lead_in}" in result.stderr
    assert "9 fields, not 1" in result.stderr


def test_rules_board_and_bots_in_another_language():
    assert "verzichtet" in run("rules", "R8.4", "--language", "de").stdout
    whole = run("rules", "--language", "it", "--plain").stdout
    assert "R18.2 Il Nero risponde" in whole
    assert "linea libera" in whole
    ksr = run("rules", "--edition", "ksr", "--plain", "--language", "nl").stdout
    assert "30 staafjes en 25 stenen" in ksr
    assert "R12.1" not in re.sub(r"\(.*?\)", "", ksr)
    assert "jemand wird bestimmt" in run("rules", "--diff", "--plain", "--language", "de").stdout
    assert "von niemandem beherrscht" in run("board", "--plain", "--language", "de").stdout
    assert "l'arcipelago" in run("board", "--svg", "-", "--language", "it").stdout
    assert "elke even waarschijnlijk" in run("play", "--bot", "list", "--language", "nl").stdout


def test_a_game_in_another_language(tmp_path):
    path = tmp_path / "game.json"
    arguments = ("play", "--seed", 1, "--save", path, "--plain", "--language", "de")
    text = run(*arguments, text="\n1\nzurück\nschluss\n").stdout
    assert "Zurückgenommen." in text
    assert "Weiß ist Weiß, Schwarz ist Schwarz" in text
    resumed = run("play", "--resume", path, "--plain", "--language", "it", text="\nesci\n")
    assert "La partita riprende" in resumed.stdout
    games = run("replay", path, "--at", 0, "--language", "nl").stdout
    assert "Begin van de partij" in games


def test_what_programs_read_has_no_language(tmp_path):
    path = tmp_path / "games.jsonl"
    written, texts = set(), set()
    for language in LANGUAGES:
        written.add(run(*SIMULATE, "--language", language).stdout)
        path.write_text(run(*SIMULATE).stdout, encoding="utf-8")
        texts.add(run("replay", path, "--language", language).stdout)
    assert len(written) == len(texts) == 1
    summary = run(*SIMULATE, "--language", "de").stderr
    assert "2 Partien: random (Weiß) gewann" in summary
    assert json.loads(written.pop().splitlines()[0])["format"] == "kahuna-record"


def test_help_reads_one_file_of_texts_and_needs_no_rules():
    code = (
        "import sys\nsys.argv = ['kahuna', '--help', '--language', 'de']\n"
        "from kahuna.cli import main\ntry:\n    main()\nexcept SystemExit:\n    pass\n"
        "from kahuna.i18n.catalogue import _read\n"
        "print(_read.cache_info().currsize, 'kahuna.core' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert text.splitlines()[-1] == "1 False"


@pytest.mark.parametrize("text", ["", "C", "POSIX", "english", "d", "xx_DE"])
def test_other_names_are_no_language(text):
    assert language_of(text) is None
    assert of_locale({"LANG": text}) == "en"
