"""``kahuna rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.options import choose
from kahuna.cli.words import ENGLISH as WORDS

if TYPE_CHECKING:
    from rich.table import Table

    from kahuna.core import Edition


def rules(
    paragraph: Annotated[
        str, typer.Argument(metavar="[PARAGRAPH]", help="A chapter or paragraph: R8 or R8.4.")
    ] = "",
    edition: Annotated[
        str,
        typer.Option(
            "--edition",
            metavar="E",
            help="Only what applies in kosmos-2015, forum-1999, ksr, rio-grande-1998 or italian.",
        ),
    ] = "",
    diff: Annotated[bool, typer.Option("--diff", help="A table of the differences.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="For screen readers: no frames, no colour.")
    ] = False,
) -> None:
    """The rules in words."""
    from kahuna import rulebook
    from kahuna.core import EDITIONS

    if bool(paragraph) + bool(edition) + diff > 1:
        raise InputError(WORDS.rules_alone)
    if diff:
        _show_diff(is_plain=plain)
        return
    if paragraph:
        text = rulebook.find(paragraph)
        if text is None:
            raise InputError(WORDS.no_paragraph.format(name=paragraph[:20]))
    elif edition:
        chosen = EDITIONS[choose("--edition", edition, EDITIONS)]
        front, *others = rulebook.for_edition(chosen)
        told = (*(paragraph.text for paragraph in front.paragraphs), *(o.text for o in others))
        text = "\n\n".join([front.heading, _intro(chosen), *told]) + "\n"
    else:
        text = rulebook.read_rules()
    text = rulebook.with_map(text)
    if plain:
        print(rulebook.plain(text))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    console.print(Markdown(text), width=min(console.width, 100))


def _intro(edition: Edition) -> str:
    offered = (edition.offers_no_trespass, edition.offers_open_hands, edition.offers_handicap)
    names = [name for name, is_it in zip(WORDS.edition_variants, offered, strict=True) if is_it]
    variants = WORDS.edition_offers.format(names=", ".join(names))
    return WORDS.edition_intro.format(
        title=edition.title,
        key=edition.key,
        bridges=edition.bridges,
        stones=edition.stones,
        discard=edition.discard,
        final_scoring=edition.final_scoring,
        variants=variants if names else WORDS.edition_offers_nothing,
    )


def _show_diff(*, is_plain: bool) -> None:
    if is_plain:
        for key, cells in _differences():
            print(f"{key}: {'; '.join(cells)}.")
        return
    from rich.console import Console

    Console().print(_diff_table())


def _differences() -> list[tuple[str, list[str]]]:
    """For each edition, what it says to every point of the table."""
    from kahuna.core import EDITIONS

    return [
        (key, [f"{about} {_cell(edition, name)}" for name, about in WORDS.diff_rows])
        for key, edition in EDITIONS.items()
    ]


def _diff_table() -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from kahuna.core import EDITIONS

    table = Table(title=WORDS.diff_title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for header in (WORDS.diff_option, *EDITIONS):
        table.add_column(header, overflow="fold")
    for name, about in WORDS.diff_rows:
        cells = [_cell(edition, name) for edition in EDITIONS.values()]
        table.add_row(about, *cells, style="" if len(set(cells)) > 1 else "dim")
    return table


def _cell(edition: Edition, name: str) -> str:
    value = getattr(edition, name)
    return WORDS.diff_offered[value] if isinstance(value, bool) else str(value)
