"""RULES.md, the tests and the docstrings name the same paragraphs, options and editions."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from kahuna.core import CUSTOM, EDITIONS, Discard, FinalScoring, Reason, Ruleset

from .positions import RULES

HERE = Path(__file__).parent
SOURCES = sorted((HERE.parents[1] / "src" / "kahuna").rglob("*.py"))
TEST_FILES = sorted(HERE.glob("test_r[0-9][0-9]_*.py"))

CHAPTERS = re.findall(r"^## (R\d+) ", RULES, re.MULTILINE)
PARAGRAPHS = re.findall(r"^\*\*(R\d+\.\d+)\*\*", RULES, re.MULTILINE)
RULE_TEXT = "".join(re.findall(r"^## R\d+ .*?(?=^## )", RULES, re.MULTILINE | re.DOTALL))
CITATION = re.compile(r"\[(R\d[^\]]*)\]")


def names_of_tests(path):
    """The names of the test functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [node.name for node in functions if node.name.startswith("test_")]


def paragraph_of(name):
    """The paragraph that a test is named after."""
    match = re.match(r"test_r(\d+)_(\d+)_[a-z]", name)
    return f"R{match[1]}.{match[2]}" if match else None


TESTS = [(path, name) for path in TEST_FILES for name in names_of_tests(path)]


def test_chapters_and_paragraphs_are_numbered_in_order():
    assert [f"R{number}" for number in range(1, 19)] == CHAPTERS
    for chapter in CHAPTERS:
        own = [paragraph for paragraph in PARAGRAPHS if paragraph.split(".")[0] == chapter]
        assert own == [f"{chapter}.{number}" for number in range(1, len(own) + 1)]
        assert own
    order = [tuple(map(int, paragraph[1:].split("."))) for paragraph in PARAGRAPHS]
    assert order == sorted(order)


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_every_paragraph_has_a_test(paragraph):
    assert paragraph in {paragraph_of(name) for _, name in TESTS}


@pytest.mark.parametrize(("path", "name"), TESTS, ids=[name for _, name in TESTS])
def test_every_test_names_a_paragraph_of_its_chapter(path, name):
    paragraph = paragraph_of(name)
    assert paragraph in PARAGRAPHS
    assert f"test_r{int(paragraph[1:].split('.')[0]):02}_" in path.name


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_cites_a_paragraph(reason):
    if reason in (Reason.GAME_OVER, Reason.CHANCE_PENDING):
        assert reason.paragraph is None
    else:
        assert reason.paragraph in PARAGRAPHS


def test_every_chapter_has_one_file():
    assert [int(path.name[6:8]) for path in TEST_FILES] == list(range(1, 19))


def test_no_test_hides_another_of_the_same_name():
    names = [name for _, name in TESTS]
    assert len(names) == len(set(names))


OPTIONS = [field.name for field in fields(Ruleset) if field.name != "board"]
"""What the rules can be asked for; the board is material."""


@pytest.mark.parametrize("word", [*OPTIONS, *EDITIONS, CUSTOM, *Discard, *FinalScoring])
def test_every_option_and_edition_is_explained(word):
    assert f"`{word}`" in RULE_TEXT


def test_every_word_that_looks_like_an_option_is_one():
    words = set(re.findall(r"`([a-z][a-z_0-9-]*)`", RULE_TEXT))
    assert words == {*OPTIONS, *EDITIONS, CUSTOM, *Discard, *FinalScoring}


def test_every_reference_within_the_rules_exists():
    references = set(re.findall(r"\bR\d+(?:\.\d+)?", RULES))
    assert references <= {*CHAPTERS, *PARAGRAPHS}


def citations():
    for path in SOURCES:
        for citation in CITATION.findall(path.read_text(encoding="utf-8")):
            for cited in re.findall(r"R\d+(?:\.\d+)?", citation):
                yield path, cited


def test_every_citation_in_the_sources_exists():
    found = list(citations())
    assert len(found) > 100
    assert not [
        (path.name, cited) for path, cited in found if cited not in {*CHAPTERS, *PARAGRAPHS}
    ]
