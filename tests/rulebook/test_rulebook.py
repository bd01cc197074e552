"""The rules as text: by paragraph and by edition."""

import pytest

from kahuna import rulebook
from kahuna.core import EDITIONS


def test_rules_are_found_by_chapter_and_paragraph():
    assert rulebook.find("R5").startswith("## R5 Control")
    assert rulebook.find("5.3").startswith("**R5.3**")
    assert "*Ruling:*" in rulebook.find("r8.5")
    for unknown in ("", "R0", "R19", "R8.99", "R", "xyz", "R1.2.3"):
        assert rulebook.find(unknown) is None


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_the_rules_of_an_edition_leave_out_what_it_does_not_have(edition):
    text = "\n\n".join(chapter.text for chapter in rulebook.for_edition(edition))
    assert ("## R12 " in text) == ("no_trespass" in edition.offers)
    assert ("## R13 " in text) == ("open_hands" in edition.offers)
    assert ("## R14 " in text) == ("handicap" in edition.offers)
    assert ("**R7.2**" in text) == (edition.discard == "free")
    assert ("**R7.3**" in text) == (edition.discard == "instead")
    for number in ("R1.1", "R5.3", "R8.4", "R10.7", "R18.2"):
        assert f"**{number}**" in text
    assert sum(f"**R16.{i}** `{edition.key}`" in text for i in range(1, 6)) == 1
    assert sum(f"**R16.{i}**" in text for i in range(1, 7)) == 1


def test_marks_of_markdown_are_left_out_of_plain_text():
    assert rulebook.plain("**R1.1** An `option`.\n\n> *Ruling:* *yes*.") == (
        "R1.1 An option.\n\nRuling: yes."
    )


def test_chapters_put_together_are_the_whole_text():
    together = "\n\n".join(chapter.text for chapter in rulebook.chapters())
    assert together.split() == rulebook.read_rules().split()


def test_a_language_without_a_translation_is_answered_in_english():
    assert rulebook.read_rules("fr") == rulebook.read_rules()
