"""``kahuna rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.options import choose
from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from rich.table import Table

    from kahuna.core import Edition


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
    keys = ("no_trespass", "open_hands", "handicap")
    named = zip(keys, spoken().edition_variants, strict=True)
    names = [name for key, name in named if key in edition.offers]
    variants = spoken().edition_offers.format(names=", ".join(names))
    return spoken().edition_intro.format(
        title=_cell(edition, "title"),
        key=edition.key,
        bridges=edition.bridges,
        stones=edition.stones,
        discard=edition.discard,
        final_scoring=edition.final_scoring,
        variants=variants if names else spoken().edition_offers_nothing,
    )


def _show_diff(*, is_plain: bool) -> None:
    if is_plain:
        for key, cells in _differences():
            print(f"{key}: {'; '.join(cells)}.")
        return
    from rich.console import Console

    Console().print(_diff_table())


def _differences() -> list[tuple[str, list[str]]]:
    """Return, for each edition, its answer to every point of the table."""
    from kahuna.core import EDITIONS

    return [
        (key, [f"{about} {_cell(edition, name)}" for name, about in spoken().diff_rows.items()])
        for key, edition in EDITIONS.items()
    ]


def _diff_table() -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from kahuna.core import EDITIONS

    table = Table(title=spoken().diff_title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for header in (spoken().diff_option, *EDITIONS):
        table.add_column(header, overflow="fold")
    for name, about in spoken().diff_rows.items():
        cells = [_cell(edition, name) for edition in EDITIONS.values()]
        table.add_row(about, *cells, style="" if len(set(cells)) > 1 else "dim")
    return table


def _cell(edition: Edition, name: str) -> str:
    from kahuna.i18n.shared import shared_texts

    texts = shared_texts(spoken().language).editions[edition.key]
    if name.startswith("offers_"):
        return spoken().diff_offered[name.removeprefix("offers_") in edition.offers]
    own = {"title": texts.title, "who_starts": texts.who_starts}
    return own.get(name) or str(getattr(edition, name))
