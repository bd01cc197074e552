"""What is done in a turn: waiting, playing, drawing, declining, burying."""

from __future__ import annotations

from kahuna.findings.draw import columns, dots
from kahuna.findings.found import Found
from kahuna.findings.habits import Habits
from kahuna.findings.whatif import Answer
from kahuna.findings.words import Section, fill, hundredfold, percent, plain, points, table

_FULL = 5
_ROUNDS = ("round 1", "round 2", "round 3")
_HEAD = ("", "cards a turn", "plays nothing", "full hand", "takes open", "draws blind", "declines")
_QUESTIONS = {
    "declined": "declining, not drawing",
    "drew": "drawing, not declining",
    "open": "an open card, not the pile",
    "pile": "the pile, not an open card",
    "buried": "burying, not ending",
}
_ANSWERS = "What its choices were worth, in percentage points of winning"


def section(found: Found) -> Section | None:
    """The habits of the champion."""
    habits = found.habits
    if habits is None:
        return None
    worth = [
        [name, points(habits.card_worth[i]), points(habits.stone_worth[i])]
        for i, name in enumerate((*_ROUNDS, "last turns"))
    ]
    text = fill(
        "turns",
        full=f"{100 * habits.hand_hist[0][_FULL]:.0f} %",
        idle=f"{100 * habits.cards_hist[0][0]:.0f} %",
        several=f"{100 * habits.cards_hist[0][2:].sum() / habits.cards_hist[0][1:].sum():.0f} %",
        table=table(_HEAD, [_row(habits, i) for i in range(len(_ROUNDS))]),
        removed=plain(habits.removed),
        buried=plain(habits.buried),
        declined_2=plain(habits.declined[1], 2),
        declined_3=plain(habits.declined[2], 2),
        full_declines=percent(habits.full_declines),
        worth=table(("", "a card", "a stone"), worth),
        answers=_answers(found.answers),
    )
    hands = [[100 * part for part in habits.hand_hist[i]] for i in range(len(_ROUNDS))]
    pictures = {
        "hands": columns(
            "Cards in hand at the start of a turn",
            [str(number) for number in range(_FULL + 1)],
            hands,
            names=_ROUNDS,
            below="cards in hand",
        )
    }
    if found.answers:
        gains = [(_QUESTIONS[key], hundredfold(a.gain)) for key, a in found.answers.items()]
        pictures["what-if"] = dots(_ANSWERS, gains)
    return Section("What does it do in its turns?", text, pictures)


def _row(habits: Habits, i: int) -> list[str]:
    return [
        _ROUNDS[i],
        plain(habits.cards[i], 2),
        f"{100 * habits.cards_hist[i][0]:.0f} %",
        f"{100 * habits.hand_hist[i][_FULL]:.0f} %",
        *(percent(share) for share in habits.ends[i].values()),
    ]


def _answers(answers: dict[str, Answer]) -> str:
    rows = [
        [_QUESTIONS[key], f"{answer.positions:,}", points(answer.gain)]
        for key, answer in answers.items()
    ]
    head = ("what it chose", "positions", "worth, in percentage points")
    return fill("answers", table=table(head, rows)) if rows else ""
