"""The chapters and paragraphs of the rules: all of them, or those of an edition."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

from kahuna import chart
from kahuna.core import EDITIONS, OPTIONS, Discard, Edition, KahunaError
from kahuna.i18n import ENGLISH

_HEADING: Final = re.compile(r"^#{1,2} (?:(R\d+) )?(.*)$", re.MULTILINE)
_PARAGRAPH: Final = re.compile(r"^\*\*(R\d+\.\d+)\*\*", re.MULTILINE)
_PICTURE: Final = re.compile(r"!\[[^]]*\]\([^)]*\)")
_KIND_OF_REMARK: Final = re.compile(r"^- (\*[^*]+:\*)", re.MULTILINE)


class NoRulesError(KahunaError):
    """The rules file is missing."""


class Paragraph(NamedTuple):
    """A rule with its remarks, in Markdown; text before the first rule has no number."""

    number: str
    text: str


class Chapter(NamedTuple):
    """A heading and its paragraphs; chapters without rules have no number."""

    number: str
    title: str
    heading: str
    """The line with the title, as it is written."""
    paragraphs: tuple[Paragraph, ...]

    @property
    def text(self) -> str:
        """Return the chapter as Markdown."""
        return "\n\n".join([self.heading, *(paragraph.text for paragraph in self.paragraphs)])


@cache
def read_rules(language: str = ENGLISH) -> str:
    """Read the rules from the installed package or from the checkout."""
    names = ("RULES.md",) if language == ENGLISH else (f"RULES.{language}.md", "RULES.md")
    packaged, checkout = resources.files("kahuna"), Path(__file__).parents[3]
    for name in names:
        for place in (packaged / name, checkout / name):
            if place.is_file():
                return place.read_text(encoding="utf-8")
    raise NoRulesError(f"RULES.md is missing: it is neither in {packaged} nor in {checkout}")


def with_map(text: str, words: chart.ChartTexts = chart.ENGLISH) -> str:
    """Replace the picture of the board by a text map, for terminals."""
    drawn = chart.draw_text(bridges=(0, 0), stones=(0, 0), width=72, words=words)
    return _PICTURE.sub(lambda _: f"```text\n{drawn}```", text)


@cache
def chapters(language: str = ENGLISH) -> tuple[Chapter, ...]:
    """Return all chapters; the first is the title and the introduction."""
    text = read_rules(language)
    headings = list(_HEADING.finditer(text))
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    return tuple(
        Chapter(
            heading[1] or "", heading[2], heading[0], _paragraphs(text[heading.end() : end].strip())
        )
        for heading, end in zip(headings, ends, strict=True)
    )


def find(name: str, language: str = ENGLISH) -> str | None:
    """Return a chapter such as R8, or a paragraph such as R8.4 with its remarks."""
    wanted = name.strip().upper()
    wanted = wanted if wanted.startswith("R") else f"R{wanted}"
    for chapter in chapters(language):
        if chapter.number and chapter.number == wanted:
            return chapter.text
        for paragraph in chapter.paragraphs:
            if paragraph.number and paragraph.number == wanted:
                return paragraph.text
    return None


def for_edition(edition: Edition, language: str = ENGLISH) -> tuple[Chapter, ...]:
    """Return the rules without what does not apply in an edition."""
    left_out = _left_out(edition)
    about_editions = _KIND_OF_REMARK.findall(read_rules(language))[1]
    kept = []
    for chapter in chapters(language):
        if chapter.number in left_out:
            continue
        paragraphs = [
            Paragraph(number, _remarks_for(text, edition, about_editions))
            for number, text in chapter.paragraphs
            if number not in left_out
        ]
        if chapter.number == "R16":
            own = re.compile(rf"\*\*R16\.\d+\*\* `{edition.key}`")
            paragraphs = [paragraph for paragraph in paragraphs if own.match(paragraph.text)]
        kept.append(chapter._replace(paragraphs=tuple(paragraphs)))
    return tuple(kept)


def _left_out(edition: Edition) -> set[str]:
    """Return the chapters and paragraphs that do not apply in an edition."""
    out = {"R7.3" if edition.discard is Discard.FREE else "R7.2"}
    variants = (option for option in OPTIONS if option.variant)
    return out | {option.paragraph for option in variants if option.key not in edition.offers}


def _paragraphs(chapter: str) -> tuple[Paragraph, ...]:
    """Split a chapter into its numbered paragraphs."""
    starts = [match.start() for match in _PARAGRAPH.finditer(chapter)]
    bounds = zip([0, *starts], [*starts, len(chapter)], strict=True)
    parts = [chapter[start:end].strip() for start, end in bounds]
    return tuple(Paragraph(_number_of(part), part) for part in parts if part)


def _number_of(text: str) -> str:
    match = _PARAGRAPH.match(text)
    return match[1] if match else ""


def _remarks_for(text: str, edition: Edition, about_editions: str) -> str:
    """Return a paragraph without remarks about other editions."""
    kept = []
    for part in text.split("\n\n"):
        if part.startswith(">"):
            remarks = part.split("\n>\n")
            part = "\n>\n".join(r for r in remarks if _concerns(r, edition, about_editions))
        if part:
            kept.append(part)
    return "\n\n".join(kept)


def _concerns(remark: str, edition: Edition, about_editions: str) -> bool:
    """Return whether a remark names this edition, or no edition at all."""
    if not remark.startswith(f"> {about_editions}"):
        return True
    named = [key for key in EDITIONS if f"`{key}`" in remark]
    return not named or edition.key in named


def plain(text: str) -> str:
    """Strip the formatting from Markdown."""
    return re.sub(r"\*\*|`|^> ?|^#+ |(?<!\w)\*(?=\w)|(?<=[\w:])\*(?!\w)", "", text, flags=re.M)
