"""The texts of the terminal and the command line: complete, translated, used and well-formed.

Those of the page are looked at by web/tests/messages.test.ts.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from string import Formatter

import pytest
from typer.main import get_command

import kahuna
from kahuna.arena.entrants import ARENA_FAMILIES
from kahuna.bench import ROWS
from kahuna.bots.spec import known_bots
from kahuna.cli import app
from kahuna.cli.texts import CliTexts, cli_texts
from kahuna.coach.texts import CoachTexts, coach_texts
from kahuna.core import ARCHIPELAGO, EDITIONS, OPTIONS, Reason, Termination
from kahuna.i18n import LANGUAGES, CatalogueError, catalogue, load_section
from kahuna.i18n.shared import (
    InvitationTexts,
    SharedTexts,
    bot_texts,
    invitation_texts,
    option_texts,
    shared_texts,
)
from kahuna.terminal.commands import Kind, parse_command
from kahuna.terminal.texts import ENGLISH, TerminalTexts, terminal_texts

SOURCES = Path(kahuna.__file__).parent
CATALOGUES = {
    "shared": shared_texts,
    "invitation": invitation_texts,
    "coach": coach_texts,
    "terminal": terminal_texts,
    "cli": cli_texts,
}
TYPES = {
    "shared": SharedTexts,
    "invitation": InvitationTexts,
    "coach": CoachTexts,
    "terminal": TerminalTexts,
    "cli": CliTexts,
}
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
OWN = {
    SharedTexts: {"name"},
    CoachTexts: {"shared"},
    TerminalTexts: {"language", "shared", "commands", "verbs", "fillers", "yes"},
    CliTexts: {"language", "headings"},
}
"""Fields that say something else in each language, or nothing in English; checked by themselves."""

SAME_AS_ENGLISH = {
    # Names, notation and numbers between placeholders.
    "label", "prompt", "complaint", "bot", "diff_offered.0",
    "bench_rows.import",
    "labels.blunder",
    "scored_points", "standings_header.6",
    "standings_header.0", "standings_header.1", "standings_header.2",
    # Words that the languages share.
    "diff_option", "yes_no.0",
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
def texts_of(request):
    return CATALOGUES[request.param]


@pytest.mark.parametrize("language", TRANSLATIONS)
class TestTranslation:
    def test_says_everything_and_nothing_else(self, texts_of, language):
        english, own = (messages(texts_of(code)) for code in ("en", language))
        assert set(own) == set(english)
        assert [place for place, text in own.items() if not text.strip()] == []

    def test_has_the_same_holes(self, texts_of, language):
        english, own = (messages(texts_of(code)) for code in ("en", language))
        assert {p: holes(own[p]) for p in english} == {p: holes(english[p]) for p in english}

    def test_cites_the_same_rules_and_options(self, texts_of, language):
        english, own = (messages(texts_of(code)) for code in ("en", language))
        for place, text in english.items():
            for pattern in (
                r"\bR\d+(?:\.\d+)?",
                r"--[a-z][a-z0-9-]*",
                r"\bKAHUNA_[A-Z]+",
                r"`[^`]+`",
            ):
                said, meant = (set(re.findall(pattern, t)) for t in (own[place], text))
                assert said == meant, place

    def test_is_a_translation(self, texts_of, language):
        english, own = (messages(texts_of(code)) for code in ("en", language))
        same = {place for place, text in english.items() if own[place] == text}
        assert same - SAME_AS_ENGLISH == set()


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("de", r"\b(?:[Dd]as|des|ein|eines|kein|jedes|\}) Spiels?\b|\bSpielen?\b"),
        ("nl", r"\b[Ss]pel(?:len)?\b"),
    ],
)
def test_a_single_game_is_called_as_on_the_page(texts_of, language, word):
    # The game by Günter Cornett, and playing at random.
    allowed = {"app", "bench_rows.core"}
    said = {place for place, text in messages(texts_of(language)).items() if re.search(word, text)}
    assert said <= allowed


def test_what_may_be_the_same_is_the_same_somewhere():
    pairs = [
        (messages(texts_of("en")), messages(texts_of(language)))
        for texts_of in CATALOGUES.values()
        for language in TRANSLATIONS
    ]
    same = {p for english, own in pairs for p in english if own[p] == english[p]}
    assert SAME_AS_ENGLISH - same == set()


@pytest.mark.parametrize("package", ["terminal", "cli", "coach"])
def test_every_message_is_used(package):
    files = [path for path in (SOURCES / package).rglob("*.py") if path.name != "texts.py"]
    others = [SOURCES / name for name in ("cli/play.py", "hosting/study/review.py")]
    server = (SOURCES / "server").glob("*.py")  # Why it cannot start is said by the command line.
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*files, *others, *server])
    own = (SOURCES / package / "texts.py").read_text(encoding="utf-8")
    names = {field.name for field in fields(TYPES[package])} - set(re.findall(r"texts\.(\w+)", own))
    assert [name for name in names if not re.search(rf"[.\"]{name}\b", code)] == []


@pytest.mark.parametrize("language", LANGUAGES)
class TestTerminal:
    def test_knows_every_reason_and_every_end(self, language):
        words = terminal_texts(language)
        assert words.language == language
        assert set(words.shared.reasons) == set(words.advice) == set(Reason)
        assert set(words.terminations) == set(Termination)

    def test_typed_words_are_no_moves_and_mean_one_thing(self, language):
        words = terminal_texts(language)
        typed = [*words.commands, *words.verbs, *words.fillers]
        assert not set(words.commands) & {verb.lower() for verb in words.verbs}
        assert all(word == word.lower() for word in words.commands)
        assert all(
            word == word.upper() and word.isascii() for word in [*words.verbs, *words.fillers]
        )
        assert set(words.verbs.values()) <= set(ENGLISH.verbs.values())
        for word in map(str.upper, typed):
            assert not reads_as_a_move(word), word
            assert ENGLISH.commands.get(word.lower(), words.commands.get(word.lower())) in (
                words.commands.get(word.lower()),
                None,
            )

    def test_help_names_words_that_are_understood(self, language):
        words = terminal_texts(language)
        names = {**ENGLISH.commands, **words.commands}
        kinds = {parse_command(word, names).kind for word in re.findall(r"\w+", words.help)}
        assert kinds >= set(Kind) - {Kind.NOTHING, Kind.MOVE, Kind.DRAW, Kind.HELP}
        assert parse_command(words.yes[0], names).kind is Kind.MOVE
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
        words, group = cli_texts(language), get_command(app)
        assert words.language == language
        assert set(words.commands) == set(group.commands)
        found = set()
        for name, command in [("", group), *group.commands.items()]:
            for parameter in command.params:
                key = parameter.name.strip("_")
                found.add(f"{name}.{key}" if f"{name}.{key}" in words.options else key)
        assert set(words.options) == found

    def test_tells_of_every_bot_edition_end_and_measurement(self, language):
        words = cli_texts(language)
        assert set(words.terminations) == set(Termination)
        assert set(shared_texts(language).editions) == set(EDITIONS)
        # Only Linux tells the memory.
        assert set(words.bench_rows) == {row.key for row in ROWS} | {"champion_memory"}

    def test_examples_begin_alike(self, language):
        english = cli_texts("en")
        for name, about in cli_texts(language).commands.items():
            said, meant = (
                re.findall(r"^  (kahuna [a-z]+)", text, re.MULTILINE)
                for text in (about.long, english.commands[name].long)
            )
            assert said == meant
            assert len(said) >= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_is_described_in_one_sentence(language):
    texts = bot_texts(language)
    assert set(texts) == set(known_bots(ARENA_FAMILIES))
    assert [key for key, text in texts.items() if not re.fullmatch(r"[A-ZÈÜ].*\.", text)] == []
    assert len(set(texts.values())) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_name_and_every_flag_a_title_and_a_hint(language):
    texts = option_texts(language)
    assert list(texts) == [option.key for option in OPTIONS if option.key != "handicap_seat"]
    for option in OPTIONS:
        if option.is_flag:
            assert set(texts[option.key]) == {"name", "title", "hint"}


@pytest.mark.parametrize(
    ("shape", "text", "complaint"),
    [
        (
            SharedTexts,
            "name = 'x'",
            "shared: missing or unknown: editions, reasons, seats, setup_problems",
        ),
        (
            SharedTexts,
            "name = 'x'\nseats = ['W']\nreasons = {}\neditions = {}\nsetup_problems = {}",
            "seats: not 2 texts",
        ),
        (
            SharedTexts,
            "name = 'x'\nseats = ['W', 'B']\nreasons = {bad_luck = ''}\neditions = {}\n"
            "setup_problems = {}",
            "reasons: 'bad_luck' is not a",
        ),
    ],
)
def test_a_file_of_the_wrong_shape_is_refused(monkeypatch, shape, text, complaint):
    monkeypatch.setattr(catalogue, "_read", lambda _: tomllib.loads(f"[shared]\n{text}"))
    with pytest.raises(CatalogueError, match=complaint):
        load_section(shape, "xx", "shared")
