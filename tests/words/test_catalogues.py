"""The catalogues of the terminal and the command line: complete, translated, used and well-formed.

Those of the page are looked at by web/tests/messages.test.ts.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from string import Formatter

import pytest
from typer.main import get_command

import kahuna
from kahuna import chart
from kahuna.bench import ROWS
from kahuna.bots.spec import known_bots
from kahuna.cli import app
from kahuna.cli import words as cli_words
from kahuna.core import ARCHIPELAGO, EDITIONS, Reason, Termination
from kahuna.language import LANGUAGES
from kahuna.terminal import commands, moves
from kahuna.terminal import words as terminal_words
from kahuna.terminal.commands import Kind, parse_command

SOURCES = Path(kahuna.__file__).parent
CATALOGUES = {"terminal": terminal_words, "cli": cli_words}
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
OWN = {
    terminal_words.Words: {"language", "commands", "verbs", "fillers", "yes"},
    cli_words.Words: {"language", "headings", "bots", "editions", "bench_rows"},
}
"""Fields that say something else in each language, or nothing in English; checked by themselves."""

SAME_AS_ENGLISH = {
    # Names, notation and numbers between placeholders.
    "label", "prompt", "complaint", "bot", "arena_complaint", "diff_offered.0",
    "scored_points", "standings_header.0", "standings_header.1", "standings_header.2",
    # Words that the languages share.
    "edition_variants.0", "edition_variants.1",
    "diff_rows.offers_handicap", "diff_rows.offers_no_trespass", "diff_rows.offers_open_hands",
    "yes_no.0",
}  # fmt: skip


def messages(value, place=""):
    """Every text of a catalogue by where it stands."""
    if isinstance(value, str):
        return {place: value}
    if is_dataclass(value):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
    elif isinstance(value, Mapping):
        parts = value
    else:
        parts = dict(enumerate(value))
    return {
        where: text
        for key, part in parts.items()
        if key not in OWN.get(type(value), ())
        for where, text in messages(part, f"{place}.{key}" if place else key).items()
    }


def holes(text):
    """What must be filled in, and how it is written."""
    return sorted((name, spec, how) for _, name, spec, how in Formatter().parse(text) if name)


@pytest.fixture(params=CATALOGUES)
def catalogue(request):
    return CATALOGUES[request.param]


@pytest.mark.parametrize("language", TRANSLATIONS)
class TestTranslation:
    def test_says_everything_and_nothing_else(self, catalogue, language):
        english, own = (messages(catalogue.words_in(code)) for code in ("en", language))
        assert set(own) == set(english)
        assert [place for place, text in own.items() if not text.strip()] == []

    def test_has_the_same_holes(self, catalogue, language):
        english, own = (messages(catalogue.words_in(code)) for code in ("en", language))
        assert {p: holes(own[p]) for p in english} == {p: holes(english[p]) for p in english}

    def test_cites_the_same_rules_and_options(self, catalogue, language):
        english, own = (messages(catalogue.words_in(code)) for code in ("en", language))
        for place, text in english.items():
            for pattern in (
                r"\bR\d+(?:\.\d+)?",
                r"--[a-z][a-z0-9-]*",
                r"\bKAHUNA_[A-Z]+",
                r"`[^`]+`",
            ):
                said, meant = (set(re.findall(pattern, t)) for t in (own[place], text))
                assert said == meant, place

    def test_is_a_translation(self, catalogue, language):
        english, own = (messages(catalogue.words_in(code)) for code in ("en", language))
        same = {place for place, text in english.items() if own[place] == text}
        assert same - SAME_AS_ENGLISH == set()


def test_what_may_be_the_same_is_the_same_somewhere():
    pairs = [
        (messages(module.words_in("en")), messages(module.words_in(language)))
        for module in CATALOGUES.values()
        for language in TRANSLATIONS
    ]
    same = {p for english, own in pairs for p in english if own[p] == english[p]}
    assert SAME_AS_ENGLISH - same == set()


@pytest.mark.parametrize("package", CATALOGUES)
def test_every_message_is_used(package):
    files = [path for path in (SOURCES / package).rglob("*.py") if path.parent.name != "words"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*files, SOURCES / "cli/play.py"])
    names = [field.name for field in fields(CATALOGUES[package].Words)]
    assert [name for name in names if not re.search(rf"\.{name}\b", code)] == []


@pytest.mark.parametrize("language", LANGUAGES)
class TestTerminal:
    def test_knows_every_reason_and_every_end(self, language):
        words = terminal_words.words_in(language)
        assert words.language == language
        assert set(words.reasons) == set(Reason)
        assert set(words.terminations) == set(Termination)
        assert isinstance(words.map, chart.MapWords)

    def test_typed_words_are_no_moves_and_mean_one_thing(self, language):
        words = terminal_words.words_in(language)
        typed = [*words.commands, *words.verbs, *words.fillers]
        assert not set(words.commands) & {verb.lower() for verb in words.verbs}
        assert all(word == word.lower() for word in words.commands)
        assert all(
            word == word.upper() and word.isascii() for word in [*words.verbs, *words.fillers]
        )
        assert set(words.verbs.values()) <= set(moves._VERBS.values())
        for word in map(str.upper, typed):
            assert not reads_as_a_move(word), word
            assert commands._NAMES.get(word.lower(), words.commands.get(word.lower())) in (
                words.commands.get(word.lower()),
                None,
            )

    def test_help_names_words_that_are_understood(self, language):
        words = terminal_words.words_in(language)
        kinds = {
            parse_command(word, words.commands).kind for word in re.findall(r"\w+", words.help)
        }
        assert kinds >= set(Kind) - {Kind.NOTHING, Kind.MOVE, Kind.DRAW, Kind.HELP}
        assert parse_command(words.yes[0], words.commands).kind is Kind.MOVE
        assert words.yes[0] in words.resign_sure
        assert words.yes[0] in words.offer_made


def reads_as_a_move(word):
    """Whether letters name a line, by itself or with the card of one of its ends."""
    names = {name[0] for name in ARCHIPELAGO.names}
    if len(word) > 4 or not set(word) <= names:
        return False
    ends = tuple(sorted("ABCDEFGHIJKL".index(letter) for letter in word[:2]))
    return len(word) == 1 or (ends in ARCHIPELAGO.line_of and set(word[2:]) <= set(word[:2]))


@pytest.mark.parametrize("language", LANGUAGES)
class TestCommandLine:
    def test_tells_of_every_command_and_option(self, language):
        words, group = cli_words.words_in(language), get_command(app)
        assert words.language == language
        assert set(words.commands) == set(group.commands)
        found = set()
        for name, command in [("", group), *group.commands.items()]:
            for parameter in command.params:
                key = parameter.name.strip("_")
                found.add(f"{name}.{key}" if f"{name}.{key}" in words.options else key)
        assert set(words.options) == found

    def test_tells_of_every_bot_edition_end_and_measurement(self, language):
        words = cli_words.words_in(language)
        assert set(words.terminations) == set(Termination)
        if language != "en":
            assert set(words.bots) == set(known_bots())
            assert set(words.editions) == set(EDITIONS)
            # Only Linux tells the memory.
            keys = {row.key for row in ROWS} | {"champion_memory"}
            assert set(words.bench_rows) == keys

    def test_examples_begin_alike(self, language):
        english = cli_words.words_in("en")
        for name, about in cli_words.words_in(language).commands.items():
            said, meant = (
                re.findall(r"^  (kahuna [a-z]+)", text, re.MULTILINE)
                for text in (about.long, english.commands[name].long)
            )
            assert said == meant
            assert len(said) >= 2
