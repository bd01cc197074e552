"""RULES.md, wherever it is installed: whole, for one edition, or one paragraph."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from kahuna.chart import draw_text
from kahuna.core import EDITIONS, Discard, Edition, KahunaError

_HEADING: Final = re.compile(r"^## (?:(R\d+) )?", re.MULTILINE)
_PARAGRAPH: Final = re.compile(r"^\*\*(R\d+\.\d+)\*\*", re.MULTILINE)
_PICTURE: Final = re.compile(r"!\[[^]]*\]\([^)]*\)")


class NoRulesError(KahunaError):
    """The file of the rules is not where it should be."""


@cache
def read_rules() -> str:
    """The text of the rules, from the installed package or from the checkout."""
    packaged = resources.files("kahuna") / "RULES.md"
    beside = Path(__file__).parents[3] / "RULES.md"
    for place in (packaged, beside):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    raise NoRulesError(f"RULES.md is missing: neither {packaged} nor {beside} is there")


def with_map(text: str) -> str:
    """The rules with the map in place of the picture, for a terminal."""
    drawn = draw_text(bridges=(0, 0), stones=(0, 0), width=72)
    return _PICTURE.sub(lambda _: f"```text\n{drawn}```", text)


def chapters() -> list[tuple[str, str]]:
    """The chapters as number (empty for those without one) and text."""
    text = read_rules()
    starts = [match.start() for match in _HEADING.finditer(text)]
    bounds = zip([0, *starts], [*starts, len(text)], strict=True)
    parts = [text[start:end] for start, end in bounds]
    return [((_HEADING.match(part) or [""] * 2)[1] or "", part) for part in parts]


def find(name: str) -> str | None:
    """A chapter such as R8, or a paragraph such as R8.4 with its remarks."""
    wanted = name.strip().upper()
    wanted = wanted if wanted.startswith("R") else f"R{wanted}"
    for number, text in chapters():
        if number and number == wanted:
            return text.strip()
        if number and wanted.startswith(number + "."):
            found = (block for block in _blocks(text) if _number_of(block) == wanted)
            return next(found, None)
    return None


def for_edition(edition: Edition) -> str:
    """The rules without what does not apply in an edition."""
    kept = []
    for number, text in chapters():
        if number in _left_out(edition):
            continue
        blocks = [_remarks_for(block, edition) for block in _blocks(text)]
        blocks = [block for block in blocks if _number_of(block) not in _left_out(edition)]
        if number == "R16":
            blocks = [block for block in blocks if f"`{edition.key}` is" in block]
            blocks.insert(0, "## R16 Editions")
        kept.append("\n\n".join(block.strip() for block in blocks))
    return "\n\n".join(kept) + "\n"


def _left_out(edition: Edition) -> set[str]:
    """Chapters and paragraphs that an edition does not have."""
    out = {"R7.3" if edition.discard is Discard.FREE else "R7.2"}
    if not edition.offers_no_trespass:
        out.add("R12")
    if not edition.offers_open_hands:
        out.add("R13")
    if not edition.offers_handicap:
        out.add("R14")
    return out


def _blocks(chapter: str) -> list[str]:
    """A chapter cut before each of its numbered paragraphs."""
    starts = [match.start() for match in _PARAGRAPH.finditer(chapter)]
    bounds = zip([0, *starts], [*starts, len(chapter)], strict=True)
    return [chapter[start:end].strip() for start, end in bounds]


def _number_of(block: str) -> str:
    match = _PARAGRAPH.match(block)
    return match[1] if match else ""


def _remarks_for(block: str, edition: Edition) -> str:
    """A paragraph without remarks on the differences between other editions."""
    parts = block.split("\n\n")
    kept = []
    for part in parts:
        if part.startswith(">"):
            remarks = [r for r in part.split("\n>\n") if _concerns(r, edition)]
            part = "\n>\n".join(remarks)
        if part:
            kept.append(part)
    return "\n\n".join(kept)


def _concerns(remark: str, edition: Edition) -> bool:
    """Whether a remark names this edition, or none at all."""
    if not remark.startswith("> *Editions:*"):
        return True
    named = [key for key in EDITIONS if f"`{key}`" in remark]
    return not named or edition.key in named


def plain(text: str) -> str:
    """Markdown without its marks, for reading as it is."""
    return re.sub(r"\*\*|`|^> ?|^#+ |(?<!\w)\*(?=\w)|(?<=[\w:])\*(?!\w)", "", text, flags=re.M)
