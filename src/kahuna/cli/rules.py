"""``kahuna rules``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.options import choose
from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from kahuna.core import Edition, Option


def rules(
    paragraph: Annotated[str | None, typer.Argument(metavar="PARAGRAPH")] = None,
    edition: Annotated[str | None, typer.Option("--edition", metavar="E")] = None,
    diff: Annotated[bool, typer.Option("--diff")] = False,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    _language: LanguageOption = "",
) -> None:
    """Print the rules."""
    from kahuna import rulebook
    from kahuna.chart import chart_texts
    from kahuna.core import EDITIONS

    language = spoken().language
    if (paragraph is not None) + (edition is not None) + diff > 1:
        raise InputError(spoken().rules_alone)
    if diff:
        _show_diff(is_plain=plain)
        return
    if paragraph is not None:
        text = rulebook.find(paragraph, language)
        if text is None:
            raise InputError(spoken().no_paragraph.format(name=paragraph[:20]))
    elif edition is not None:
        chosen = EDITIONS[choose("--edition", edition, EDITIONS)]
        front, *others = rulebook.for_edition(chosen, language)
        told = (*(paragraph.text for paragraph in front.paragraphs), *(o.text for o in others))
        text = "\n\n".join([front.heading, _intro(chosen), *told]) + "\n"
    else:
        text = rulebook.read_rules(language)
    text = rulebook.with_map(text, chart_texts(language))
    if plain:
        print(rulebook.plain(text))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    console.print(Markdown(text), width=min(console.width, 100))


def _intro(edition: Edition) -> str:
    from kahuna.i18n.shared import option_texts, shared_texts

    language = spoken().language
    names = [text["name"] for key, text in option_texts(language).items() if key in edition.offers]
    variants = spoken().edition_offers.format(names=", ".join(names))
    return spoken().edition_intro.format(
        title=shared_texts(language).editions[edition.key].title,
        key=edition.key,
        bridges=edition.bridges,
        stones=edition.stones,
        discard=edition.discard,
        final_scoring=edition.final_scoring,
        variants=variants if names else spoken().edition_offers_nothing,
    )


def _show_diff(*, is_plain: bool) -> None:
    from kahuna.core import EDITIONS

    rows = list(_diff_rows())
    if is_plain:
        for place, key in enumerate(EDITIONS):
            print(f"{key}: {'; '.join(f'{about} {cells[place]}' for about, cells in rows)}.")
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(title=spoken().diff_title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for header in (spoken().diff_option, *EDITIONS):
        table.add_column(header, overflow="fold")
    for about, cells in rows:
        table.add_row(about, *cells, style="" if len(set(cells)) > 1 else "dim")
    Console().print(table)


def _diff_rows() -> Iterator[tuple[str, list[str]]]:
    """Yield every point in which editions may differ, and the answer of each edition."""
    from kahuna.core import EDITIONS, OPTIONS
    from kahuna.i18n.shared import option_texts, shared_texts

    books, names = shared_texts(spoken().language).editions, option_texts(spoken().language)
    yield spoken().diff_book, [books[key].title for key in EDITIONS]
    for option in OPTIONS:
        if option.key in names:
            about = f"{names[option.key]['name']} {option.paragraph}"
            yield about, [_answer(edition, option) for edition in EDITIONS.values()]
    yield spoken().diff_starter, [books[key].who_starts for key in EDITIONS]


def _answer(edition: Edition, option: Option) -> str:
    if option.variant:
        return spoken().diff_offered[option.key in edition.offers]
    return str(getattr(edition, option.key))
