"""What the champion does on its turns."""

from __future__ import annotations

from kahuna.analysis.counterfactual import Answer
from kahuna.analysis.formatting import Section, fill, hundredfold, percent, plain, points, table
from kahuna.analysis.results import AnalysisResults
from kahuna.analysis.turn_stats import TurnStats
from kahuna.plot import bar_chart, dot_plot

_FULL = 5
_ROUNDS = ("round 1", "round 2", "round 3")
_HEAD = (
    "",
    "cards per turn",
    "plays nothing",
    "full hand",
    "takes an open card",
    "draws from the pile",
    "declines",
)
_QUESTIONS = {
    "declined": "declining instead of drawing",
    "drew": "drawing instead of declining",
    "open": "an open card instead of the pile",
    "pile": "the pile instead of an open card",
    "buried": "discarding instead of ending the turn",
}
_ANSWERS = "Value of its choices, in percentage points of winning"


def section(results: AnalysisResults) -> Section | None:
    """Describe the champion's turns."""
    turn_stats = results.turn_stats
    if turn_stats is None:
        return None
    values = [
        [name, points(turn_stats.card_value[i]), points(turn_stats.stone_value[i])]
        for i, name in enumerate((*_ROUNDS, "last turns"))
    ]
    played = turn_stats.cards_hist[0]
    text = fill(
        "turns",
        full=f"{100 * turn_stats.hand_hist[0][_FULL]:.0f} %",
        idle=f"{100 * played[0]:.0f} %",
        several=f"{100 * played[2:].sum() / played[1:].sum():.0f} %",
        table=table(_HEAD, [_row(turn_stats, i) for i in range(len(_ROUNDS))]),
        removed=plain(turn_stats.removed),
        buried=plain(turn_stats.buried),
        declined_2=plain(turn_stats.declined[1], 2),
        declined_3=plain(turn_stats.declined[2], 2),
        full_declines=percent(turn_stats.full_declines),
        values=table(("", "a card", "a stone"), values),
        answers=_answers(results.answers),
    )
    hands = [[100 * part for part in turn_stats.hand_hist[i]] for i in range(len(_ROUNDS))]
    pictures = {
        "hands": bar_chart(
            "Cards in hand at the start of a turn",
            [str(number) for number in range(_FULL + 1)],
            hands,
            names=_ROUNDS,
            below="cards in hand",
        )
    }
    if results.answers:
        gains = [(_QUESTIONS[key], hundredfold(a.gain)) for key, a in results.answers.items()]
        pictures["what-if"] = dot_plot(_ANSWERS, gains)
    return Section("What does it do on its turns?", text, pictures)


def _row(turn_stats: TurnStats, i: int) -> list[str]:
    return [
        _ROUNDS[i],
        plain(turn_stats.cards[i], 2),
        f"{100 * turn_stats.cards_hist[i][0]:.0f} %",
        f"{100 * turn_stats.hand_hist[i][_FULL]:.0f} %",
        *(percent(share) for share in turn_stats.ends[i].values()),
    ]


def _answers(answers: dict[str, Answer]) -> str:
    rows = [
        [_QUESTIONS[key], f"{answer.positions:,}", points(answer.gain)]
        for key, answer in answers.items()
    ]
    head = ("choice", "positions", "value in percentage points")
    return fill("answers", table=table(head, rows)) if rows else ""
