"""The rules say the same in every language: structure, numbers, names, and really translated."""

import re
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from kahuna import rulebook
from kahuna.core import EDITIONS

ROOT = Path(__file__).parents[2]
TRANSLATIONS = [language for language in rulebook.LANGUAGES if language != "en"]

SAME_IN_EVERY_LANGUAGE = {
    "references": r"\bR\d+(?:\.\d+)?\b",
    "options and notation": r"`[^`]+`",
    "pictures and links": r"\]\([^)]*\)",
    "islands and lines": r"\b[A-L]{2,4}\b",
    "cells that are numbers": r"(?<=\| )\d+(?= \|)",
    "rows of tables": r"^\|",
    "items of lists": r"^ *(?:-|\d+\.) ",
    "names": r"Cornett|Kosmos|Grande|KANU",
}
"""What a paragraph has as often in one language as in another."""


RULINGS = {
    "R5.2": ["rio-grande-1998", "ksr", "kosmos-2015", "forum-1999"],
    "R10.6": ["italian", "punti", "ponti"],
    "R10.7": ["rio-grande-1998", "italian"],
    "R13.4": [],
    "R14.1": [],
}
"""Paragraphs that settle what the books leave open, and what their ruling has to mention."""


def paragraphs(language):
    """All paragraphs by chapter and number."""
    return {
        (place, paragraph.number): paragraph.text
        for place, chapter in enumerate(rulebook.chapters(language))
        for paragraph in chapter.paragraphs
    }


def marks(language):
    """What remarks begin with: first the rulings, then the differences of editions."""
    return re.findall(r"^- (\*[^*]+:\*)", rulebook.chapters(language)[0].text, re.MULTILINE)


def remarks(language, text):
    """Which kinds of remarks a paragraph has, in order."""
    return [marks(language).index(mark) for mark in re.findall(r"^> (\*[^*]+:\*)", text, re.M)]


@pytest.mark.parametrize("language", TRANSLATIONS)
class TestTranslation:
    def test_has_the_same_chapters_and_paragraphs(self, language):
        numbers = [chapter.number for chapter in rulebook.chapters(language)]
        assert numbers == [chapter.number for chapter in rulebook.chapters()]
        assert list(paragraphs(language)) == list(paragraphs("en"))

    @pytest.mark.parametrize("pattern", SAME_IN_EVERY_LANGUAGE.values(), ids=SAME_IN_EVERY_LANGUAGE)
    def test_names_the_same_things_in_each_paragraph(self, language, pattern):
        english = paragraphs("en")
        for place, text in paragraphs(language).items():
            said, meant = (re.findall(pattern, t, re.M) for t in (text, english[place]))
            if pattern.startswith("`") and not place[1]:
                continue  # The introduction shows what an option looks like by a word of its own.
            assert sorted(said) == sorted(meant), place

    def test_has_the_same_kinds_of_remarks_in_each_paragraph(self, language):
        assert len(marks(language)) == 2
        for place, text in paragraphs(language).items():
            assert remarks(language, text) == remarks("en", paragraphs("en")[place]), place

    def test_is_no_copy_of_another_language(self, language):
        for other in set(rulebook.LANGUAGES) - {language}:
            texts = paragraphs(other)
            for place, text in paragraphs(language).items():
                assert SequenceMatcher(None, words(text), words(texts[place])).ratio() < 0.5, place

    def test_shows_every_edition_without_the_differences_of_others(self, language):
        for edition in EDITIONS.values():
            told, english = (
                "\n".join(chapter.text for chapter in rulebook.for_edition(edition, lang))
                for lang in (language, "en")
            )
            assert re.findall(r"\*\*R[\d.]+\*\*", told) == re.findall(r"\*\*R[\d.]+\*\*", english)
            assert remarks(language, told) == remarks("en", english)


def words(text):
    """The words of prose: no table, address, notation, number or name of an island."""
    rest = r"^\|.*$|\([^)]*\.svg\)|`[^`]+`|\*\*R[\d.]+\*\*|\b[A-L]{2,4}\b"
    prose = re.sub(rest, "", text, flags=re.MULTILINE)
    return re.findall(r"[^\W\d_]+", prose)


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
@pytest.mark.parametrize(("number", "mentions"), RULINGS.items())
def test_a_decision_of_this_project_is_marked_as_a_ruling(language, number, mentions):
    [text] = [text for (_, found), text in paragraphs(language).items() if found == number]
    mark, _ = marks(language)
    _, found, ruling = text.partition(f"> {mark}")
    assert found
    assert all(mention in ruling for mention in mentions)
