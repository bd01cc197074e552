"""The terminal game in every language: whole games, typed words, and nothing left in English."""

import re

import pytest

from kahuna.core import Bury, Ruleset, Seat, TakeOpen, custom
from kahuna.core.actions import DECLINE, DRAW_PILE
from kahuna.i18n import LANGUAGES
from kahuna.terminal.moves import NotAMoveError, read_move
from kahuna.terminal.replay_screen import ReplayScreen
from kahuna.terminal.texts import terminal_texts

from .script import CURTAIN, ScriptedConsole, any_number, new_table, play

TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
EVERYTHING = custom(
    Ruleset(), no_trespass=True, open_hands=True, handicap=2, handicap_seat=Seat.BLACK
)


def said(language, *, is_plain):
    """All lines of a game of many rules and of looking at it again."""
    words = terminal_texts(language)
    game = new_table(ruleset=EVERYTHING)
    game, console, _ = play(any_number(5), game, is_plain=is_plain, words=words)
    screen = ScriptedConsole([], is_plain=is_plain)
    ReplayScreen(game.saved().record, screen, words).step_through()
    last = len(game.saved().record.plies)
    ReplayScreen(game.saved().record, screen, words).show(last)
    return "\n".join([*console.written, *screen.written]).splitlines()


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("is_plain", [True, False])
def test_nothing_is_said_in_english(language, is_plain):
    names = re.compile(r"Ada> |Bob> |\W*|[^a-z]*")
    english, own = (
        {line for line in said(code, is_plain=is_plain) if not names.fullmatch(line)}
        for code in ("en", language)
    )
    assert len(own) > 100
    assert english & own - {CURTAIN} == set()


HELLO = {
    "de": ("warum <*", "züge", "zurück", "insel H", "stand", "hilfe", "regeln 8.4", "schluss"),
    "nl": ("waarom <*", "zetten", "terug", "eiland H", "stand", "hulp", "regels 8.4", "stop"),
    "it": ("perché <*", "mosse", "annulla", "isola H", "punti", "aiuto", "regole 8.4", "esci"),
}
ENGLISH = ("why <*", "moves", "undo", "island H", "score", "help", "rules 8.4", "quit")


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_commands_are_understood_in_both_languages(language):
    words = terminal_texts(language)
    own, english = (play(["", *typed], words=words)[1].text for typed in (HELLO[language], ENGLISH))
    assert own == english
    assert words.help.strip() in own


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("de", ("nimm DUDA", "ziehe vom Stapel", "verzichte", "ablegen duda")),
        ("nl", ("neem DUDA", "trek van de stapel", "pas", "afleggen duda")),
        ("it", ("prendi DUDA", "pesca dal mazzo", "passo", "scarta duda")),
        ("en", ("take DUDA", "draw from the pile", "decline", "discard duda")),
    ],
)
def test_moves_are_understood_as_words(language, typed):
    view, words = new_table().view(Seat.WHITE), terminal_texts(language)
    duda = view.ruleset.board.names.index("DUDA")
    actions = [read_move(text, view, words) for text in typed]
    assert actions == [TakeOpen(duda), DRAW_PILE, DECLINE, Bury(duda)]


@pytest.mark.parametrize(
    ("language", "typed"),
    [("de", "baue AD mit D"), ("nl", "bouw AD met D"), ("it", "ponte AD con D")],
)
def test_a_bridge_is_asked_for_in_words(language, typed):
    view = new_table().view(Seat.WHITE)
    assert read_move(typed, view, terminal_texts(language)) == read_move("+AD/D", view)


def test_words_of_another_language_are_no_moves():
    view = new_table().view(Seat.WHITE)
    with pytest.raises(NotAMoveError, match="'nimm DUDA'"):
        read_move("nimm DUDA", view, terminal_texts("it"))
