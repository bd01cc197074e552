"""A review as one self-contained HTML file."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Final

from kahuna.chart import chart_texts, draw_chart
from kahuna.cli.review import ledger_lines
from kahuna.cli.texts import spoken
from kahuna.coach import Review, Verdict
from kahuna.core import (
    Action,
    Build,
    Bury,
    Cards,
    PlaceHandicap,
    Remove,
    TakeOpen,
    View,
    expand,
)
from kahuna.hosting.study.review import ReviewedDecision, ReviewReportOut, errors_of
from kahuna.i18n import counted

MAX_PICTURES: Final = 12
"""Pictures of positions; each takes about 160 kB."""
WIDTH: Final = 720
HEIGHT: Final = 200
_STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
svg, img { max-width: 100%; height: auto }
.curve { fill: none; stroke: #2b7591; stroke-width: 2 } .grid { stroke: #8886 }
.mark { fill: #b3401f } .scale { fill: currentColor; font-size: 15px } figure { margin: 0 }
table { border-collapse: collapse }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top }
article { border-top: 1px solid #8886; margin-top: 1.5rem }
""".strip()


def make_page(review: Review, report: ReviewReportOut) -> str:
    """Return the page."""
    said = spoken()
    white, black = report["white"]["player"], report["black"]["player"]
    title = said.review_title.format(white=white, black=black)
    verdicts = {verdict.decision.ply: verdict for verdict in review.verdicts}
    moments = "".join(
        _article(report, moment, verdicts[moment["ply"]], has_picture=number < MAX_PICTURES)
        for number, moment in enumerate(errors_of(report))
    )
    ledger = "".join(f"<p>{escape(line)}</p>" for line in ledger_lines(report))
    return (
        f'<!doctype html>\n<html lang="{said.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{_curve(report)}\n{ledger}\n"
        f"{moments or '<p>' + escape(said.review_no_errors) + '</p>'}\n"
        f"{_table(report)}\n</body>\n</html>\n"
    )


def _curve(report: ReviewReportOut) -> str:
    """Draw White's chance over the game, with a mark for every error."""
    last = max(len(report["values"]) - 1, 1)

    def x(ply: float) -> float:
        return ply / last * WIDTH

    def y(value: float) -> float:
        return HEIGHT * (1 - value / 100)

    points = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(report["values"]))
    marks = "".join(
        f'<circle class="mark" r="5" cx="{x(moment["ply"] - 1):.1f}" '
        f'cy="{y(report["values"][moment["ply"] - 1]):.1f}"/>'
        for moment in errors_of(report)
    )
    label = escape(spoken().review_curve.format(curve=""))
    scale = "".join(
        f'<text class="scale" x="{WIDTH + 8}" y="{y(value) + 5:.0f}">{value} %</text>'
        for value in (0, 50, 100)
    )
    return (
        f"<figure><figcaption>{escape(spoken().review_curve_header[1])}</figcaption>"
        f'<svg viewBox="-6 -10 {WIDTH + 66} {HEIGHT + 20}" role="img" aria-label="{label}">'
        f'<path class="grid" d="M0 0H{WIDTH}M0 {HEIGHT / 2}H{WIDTH}M0 {HEIGHT}H{WIDTH}"/>{scale}'
        f'<polyline class="curve" points="{points}"/>{marks}</svg></figure>'
    )


def _table(report: ReviewReportOut) -> str:
    """Write the curve as a table, for readers who cannot see it."""
    said = spoken()
    head = "".join(f"<th>{escape(cell)}</th>" for cell in said.review_curve_header)
    rows = "".join(
        f"<tr><td>{ply}</td><td>{value:.0f} %</td></tr>"
        for ply, value in enumerate(report["values"])
    )
    return (
        f"<details><summary>{escape(said.review_curve_table)}</summary>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def moment_heading(moment: ReviewedDecision, player: str) -> str:
    """Say when a player made which kind of mistake, and what it cost."""
    loss = round(moment["loss"])
    return counted(spoken().review_moment, loss).format(
        ply=moment["ply"], player=player, label=moment["label_text"], loss=loss
    )


def _article(
    report: ReviewReportOut, moment: ReviewedDecision, verdict: Verdict, *, has_picture: bool
) -> str:
    said = spoken()
    player = report[moment["seat"]]["player"]
    heading = moment_heading(moment, player)
    moves = said.review_moves.format(
        played=moment["played"]["words"], better=moment["better"]["words"]
    )
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in moment["reasons"])
    picture = f"<p>{_picture(verdict, moves)}</p>" if has_picture else ""
    view = verdict.decision.situation.view
    cards = said.review_cards.format(
        hand=_names(view.cards, view), open=_names(view.public.open_cards, view)
    )
    return (
        f"<article><h2>{escape(heading)}</h2><p>{escape(moves)}</p><p>{escape(cards)}</p>"
        f"{f'<ul>{reasons}</ul>' if reasons else ''}{picture}</article>\n"
    )


def _names(cards: Cards, view: View) -> str:
    return ", ".join(view.ruleset.board.names[card] for card in expand(cards)) or "–"


def _picture(verdict: Verdict, title: str) -> str:
    """Draw the position before the decision, with the better move highlighted."""
    view = verdict.decision.situation.view
    white, black = view.public.bridges
    board = view.ruleset.board
    lines, islands = _lit(verdict.best)
    svg = draw_chart(
        bridges=(white, black),
        stones=(board.held(white), board.held(black)),
        lit_lines=lines,
        lit_islands=islands,
        title=title,
        words=chart_texts(spoken().language),
    )
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(title)}" src="data:image/svg+xml;base64,{data}">'


def _lit(action: Action) -> tuple[int, int]:
    """Return the line and the island that a move is about, as masks."""
    match action:
        case Build(line) | Remove(line) | PlaceHandicap(line):
            return 1 << line, 0
        case Bury(card) | TakeOpen(card):
            return 0, 1 << card
        case _:
            return 0, 0
