"""The page has words for whatever the server may name: bots, editions, reasons, ends and faults."""

import re
from pathlib import Path
from typing import get_args

import pytest

from kahuna.bots import LEVELS
from kahuna.core import CUSTOM, EDITIONS, Discard, FinalScoring, Reason, Termination
from kahuna.i18n import LANGUAGES
from kahuna.record import Flaw
from kahuna.rulebook import ILLUSTRATIONS
from kahuna.server.wire.http_bodies import Fault
from kahuna.server.wire.vocabulary import Refusal

MESSAGES = Path(__file__).parents[2] / "web" / "src" / "i18n" / "messages"
AVATARS = MESSAGES.parents[1] / "avatars"
NEVER_SENT = {Reason.UNKNOWN_LINE, Reason.UNKNOWN_ISLAND}
"""The protocol has no word for a line or an island that is not there."""


def keys(language):
    """The keys of all catalogues of a language."""
    files = [MESSAGES / f"{language}.ts", *MESSAGES.glob(f"*/{language}.ts")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return set(re.findall(r"^  '([\w.-]+)':", text, re.MULTILINE))


def codes(language, prefix):
    """What follows a prefix; not what follows a longer one."""
    found = {key.removeprefix(prefix) for key in keys(language) if key.startswith(prefix)}
    return {code for code in found if "." not in code}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("prefix", "named"),
    [
        ("bot.", set(LEVELS)),
        ("edition.", {*EDITIONS, CUSTOM}),
        ("how.", set(Termination)),
        ("reason.", {*Reason, "other"} - NEVER_SENT),
        ("custom.discard.", set(Discard)),
        ("custom.final.", set(FinalScoring)),
        ("record.", {*Flaw, "line"}),
        ("rules.scene.", {scene.key for scene in ILLUSTRATIONS.values()}),
    ],
)
def test_everything_has_words(language, prefix, named):
    assert codes(language, prefix) == named


def test_every_opponent_has_a_face_and_so_has_search():
    assert {path.stem for path in AVATARS.glob("*.svg")} == {*LEVELS, "search"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_words_of_its_own_exists(language):
    assert codes(language, "refusal.") <= {*Refusal, "other"}
    assert codes(language, "fault.") <= {*get_args(Fault.__value__), "offline"}
