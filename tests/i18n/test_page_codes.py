"""The page has words for whatever the server may name: bots, editions, reasons, ends and faults."""

import runpy
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from kahuna.bots import BOTS, LEVELS
from kahuna.challenges import GOALS, load_challenges
from kahuna.core import CUSTOM, EDITIONS, Discard, FinalScoring, Reason, Termination
from kahuna.hosting.errors import Fault, Refusal
from kahuna.i18n import LANGUAGES
from kahuna.record import Flaw
from kahuna.rulebook import ILLUSTRATIONS

WEB = Path(__file__).parents[2] / "web"
AVATARS = WEB / "src" / "avatars"


def keys(language):
    """All keys of the page's own texts and of those it shares."""
    sections = tomllib.loads((WEB / "texts" / f"{language}.toml").read_text(encoding="utf-8"))
    make_texts = runpy.run_path(str(WEB / "scripts" / "make_texts.py"))
    return set().union(*sections.values(), make_texts["shared"](language))


def codes(language, prefix):
    """What follows a prefix; not what follows a longer one."""
    found = {key.removeprefix(prefix) for key in keys(language) if key.startswith(prefix)}
    return {code for code in found if "." not in code}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("prefix", "named"),
    [
        ("bot.", set(BOTS)),
        ("edition.", {*EDITIONS, CUSTOM}),
        ("how.", set(Termination)),
        ("reason.", {*Reason, "other"}),
        ("custom.discard.", set(Discard)),
        ("custom.final.", set(FinalScoring)),
        ("record.", {*Flaw, "line"}),
        ("challenge.", set(load_challenges())),
        ("about.", set(load_challenges())),
        ("goal.", set(GOALS)),
        ("story.", {*LEVELS, "title", "locked", "prologue"}),
        ("rules.scene.", {scene.key for scene in ILLUSTRATIONS.values()}),
    ],
)
def test_everything_has_words(language, prefix, named):
    assert codes(language, prefix) == named


def test_every_opponent_has_a_face_and_so_have_search_and_the_teacher():
    assert {path.stem for path in AVATARS.glob("*.svg")} == {*LEVELS, "search", "honu"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_words_of_its_own_exists(language):
    own = {"other", "not_saved"}  # The page itself says that the browser cannot save a game.
    assert codes(language, "refusal.") <= {*Refusal, *own}
    assert codes(language, "fault.") <= {*get_args(Fault), "offline", "host_failed"}
