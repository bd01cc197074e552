"""Write the page and its pictures: ``page.md``, filled with figures of the games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Final, NamedTuple

import numpy as np

from kahuna.arena.plot import dot_plot
from kahuna.chart.geometry import LINES
from kahuna.core import ARCHIPELAGO, Termination
from research.findings import claims
from research.findings.charts import bar_chart, line_plot
from research.findings.claims import ClaimVerdict, Evidence, verdict
from research.findings.counterfactual import Answer
from research.findings.estimate import Interval, elo, scaled
from research.findings.games import MIDDLING, MIDDLING_PLAYER, fingerprint
from research.findings.heatmap import island_map, line_map
from research.findings.statistics import (
    Calibration,
    GameFlow,
    HandicapScores,
    IslandValues,
    Luck,
    OpeningStats,
    Skill,
    Swings,
    TurnStats,
)

FOLDER: Final = "images/findings"
"""Folder of the pictures, relative to the page."""
CHAMPION: Final = "champion"
STEP: Final = 150
"""Approximate distance of the named opponents in Elo."""
_WIDTH: Final = 120
_SOME: Final = 3
_FULL: Final = 5
_NOTABLE_ELO: Final = 20
_WEAK, _CLOSE = 0.75, 0.6
"""Scores against the middling level that refute, and that weaken, the claim that luck decides."""
_ROUNDS: Final = ("round 1", "round 2", "round 3")
_TURN_ENDS: Final = {
    "open": "taking an open card",
    "pile": "drawing from the pile",
    "decline": "declining",
}
_QUESTIONS: Final = {
    "declined": "declining instead of drawing",
    "drew": "drawing instead of declining",
    "open": "an open card instead of the pile",
    "pile": "the pile instead of an open card",
    "buried": "discarding instead of ending the turn",
}
_GAME_ENDS: Final = {
    Termination.POINTS: "more points",
    Termination.THIRD_SCORING: "equal points, third scoring",
    Termination.BRIDGES: "equal stones too, more bridges",
    Termination.DRAW: "a draw",
    Termination.WIPEOUT: "no bridge left on the board",
}


class Results(NamedTuple):
    """All that was measured."""

    games: int
    """Number of base games asked for."""
    seed: int
    temperature: float
    num_games: int
    """Total number of games, without those of counterfactual questions."""
    flow: GameFlow
    calibration: Calibration
    islands: IslandValues
    opening: OpeningStats
    bridges: list[Interval]
    """Value of a bridge on each line on the first turn."""
    deals: int
    """First turns that were played with and without a bridge."""
    turns: TurnStats
    answers: Mapping[str, Answer]
    swings: Swings
    luck: Luck
    skill: Mapping[str, Skill]
    """The champion's, by opponent."""
    evidence: Mapping[str, Evidence]
    """About the claims of players, by who played."""
    memory: Mapping[str, Skill]
    """What it is worth to each player."""
    variants: Mapping[str, GameFlow]
    handicaps: Mapping[int, HandicapScores]
    """By the number of bridges."""


def write_page(results: Results, out: Path) -> Path:
    """Write ``findings.md`` and its pictures into a folder."""
    folder = out / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in _pictures(results).items():
        (folder / f"{name}.svg").write_text(drawing, encoding="utf-8")
    template = Path(__file__).with_name("page.md").read_text(encoding="utf-8")
    text = template.format(**results._asdict() | _words(results) | _tables(results))
    page = out / "findings.md"
    page.write_text("\n\n".join(map(_wrapped, text.strip().split("\n\n"))) + "\n", encoding="utf-8")
    return page


def _wrapped(block: str) -> str:
    """Wrap a paragraph or a list; keep tables, pictures and commands."""
    if block.startswith(("|", "!", "#", "    ")):
        return block
    mark = "- " if block.startswith("- ") else ""
    items = block.removeprefix(mark).split(f"\n{mark}") if mark else [block]
    return "\n".join(
        fill(
            mark + " ".join(item.split()),
            _WIDTH,
            subsequent_indent=" " * len(mark),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for item in items
    )


def _rows(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def listed(names: Sequence[str]) -> str:
    """Join names in a sentence.

    >>> listed(["ALOA", "BARI", "COCO"])
    'ALOA, BARI and COCO'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _ranked(values: Iterable[float]) -> list[int]:
    """Return the indices of values, the highest first."""
    numbers = list(values)
    return sorted(range(len(numbers)), key=lambda i: -numbers[i])


def _values(intervals: Iterable[Interval]) -> list[float]:
    return [interval.value for interval in intervals]


def _percent(interval: Interval) -> Interval:
    return scaled(interval, 100)


def _islands(places: Iterable[int]) -> str:
    return listed([ARCHIPELAGO.names[place] for place in places])


def _lines(places: Iterable[int], values: Sequence[Interval] | None = None) -> str:
    return listed(
        [
            LINES[i].name + ("" if values is None else f" ({100 * values[i].value:+.1f})")
            for i in places
        ]
    )


def _words(results: Results) -> dict[str, object]:
    """Return what stands in sentences, other than estimates."""
    opening, islands, turns, flow = results.opening, results.islands, results.turns, results.flow
    bridges = _ranked(_values(results.bridges))
    good = [i for i in bridges if results.bridges[i].high > 0]
    verb = "is" if len(good) == 1 else "are"
    cards = _ranked(_values(opening.dealt))
    wanted = _ranked(_values(opening.takes))
    late = _ranked(_values(islands.islands[1]))
    lines, built = _ranked(_values(islands.lines)), _ranked(islands.built)
    played = turns.cards_hist[0]
    swept = 100 * flow.swept_hist / flow.swept_hist.sum()
    swing = 100 * flow.swing_hist / flow.swing_hist.sum()
    margins = flow.margin_hist / flow.margin_hist.sum()
    middling = MIDDLING_PLAYER.limits
    games_by = [f"{e.num_games:,} are by {_who(name)}" for name, e in results.evidence.items()]
    return {
        "weights": fingerprint(),
        "full_hand": 100 * turns.hand_hist[0][_FULL],
        "good_bridges": f"Only {_lines(good)} {verb} as good as waiting"
        if good
        else "No line is as good as waiting",
        "best_bridge": LINES[bridges[0]].name,
        "best_bridge_value": results.bridges[bridges[0]],
        "worst_bridge": LINES[bridges[-1]].name,
        "worst_bridge_value": results.bridges[bridges[-1]],
        "wanted": _islands(wanted[:_SOME]),
        "unwanted": _islands(wanted[-_SOME:]),
        "best_card": ARCHIPELAGO.names[cards[0]],
        "best_card_value": opening.dealt[cards[0]],
        "worst_card": ARCHIPELAGO.names[cards[-1]],
        "worst_card_value": opening.dealt[cards[-1]],
        "best_islands": _islands(late[:_SOME]),
        "least_islands": _islands(late[-_SOME:]),
        "best_lines": _lines(lines[:_SOME], islands.lines),
        "least_lines": _lines(lines[-_SOME:], islands.lines),
        "most_built": _lines(built[:_SOME]),
        "most_bridges": islands.built[built[0]],
        "least_built": _lines(built[-_SOME:]),
        "fewest_bridges": islands.built[built[-1]],
        "idle": 100 * played[0],
        "several": 100 * played[2:].sum() / played[1:].sum(),
        "swept": swept[1:].sum(),
        "swept_3": swept[3:].sum(),
        "swing_4": swing[4:].sum(),
        "wildest": len(swing) - 1,
        "margin": (margins * np.arange(len(margins))).sum(),
        "close": 100 * margins[:2].sum(),
        "middling": MIDDLING.capitalize(),
        "builds": f"{100 * middling.overlooks:.0f} %",
        "removals": f"{100 * middling.overlooks_removals:.0f} %",
        "games_by": listed(games_by),
        "champion": results.evidence[CHAMPION],
        "weaker": results.evidence[MIDDLING],
        "counting": {
            "champion": _counting(results, CHAMPION),
            "weaker": _counting(results, MIDDLING),
        },
        "all_luck": _all_luck(results),
        "central": _islands(claims.CENTRAL),
        "positions": f"{claims.MAX_POSITIONS:,}",
        "step": STEP,
    }


def _tables(results: Results) -> dict[str, str]:
    """Return the tables."""
    opening, islands, turns, flow = results.opening, results.islands, results.turns, results.flow
    ways = {f"plays {num} card{'s' * (num != 1)}": way for num, way in enumerate(opening.cards)}
    ways |= {f"ends by {_TURN_ENDS[name]}": way for name, way in opening.draws.items()}
    flows = {"base game": flow, **results.variants}
    steps = {num: elo(handicap.score) for num, handicap in results.handicaps.items()}
    return {
        "openings": _rows(
            [
                [name, f"{way.often:%}", f"{way.score:%}" if way.often.value else "–"]
                for name, way in ways.items()
            ]
        ),
        "island_values": _rows(
            [
                [
                    ARCHIPELAGO.names[i],
                    str(ARCHIPELAGO.lines_at[i].bit_count()),
                    f"{islands.islands[0][i]:+}",
                    f"{islands.islands[1][i]:+}",
                    f"{100 * islands.held[i]:.0f} %",
                    f"{islands.changes[i]:.1f} times",
                ]
                for i in _ranked(_values(islands.islands[1]))
            ]
        ),
        "rounds": _rows(
            [
                [
                    name,
                    f"{turns.cards[i]:.2}",
                    f"{100 * turns.cards_hist[i][0]:.0f} %",
                    f"{100 * turns.hand_hist[i][_FULL]:.0f} %",
                    *(f"{share:%}" for share in turns.ends[i].values()),
                ]
                for i, name in enumerate(_ROUNDS)
            ]
        ),
        "answers": _rows(
            [
                [_QUESTIONS[key], f"{answer.positions:,}", f"{answer.gain:+}"]
                for key, answer in results.answers.items()
            ]
        ),
        "small": _rows(
            [
                [
                    str(number),
                    str(number // 2 + 1),
                    ", ".join(ARCHIPELAGO.names[i] for i in sizes[0].islands),
                    *(f"{rate:%}" for size in sizes for rate in (size.won, size.lost)),
                ]
                for number in claims.SIZES
                for sizes in [[e.small_islands.sizes[number] for e in results.evidence.values()]]
            ]
        ),
        "ends": _rows([[_GAME_ENDS[how], f"{part:%2}"] for how, part in flow.ends.items()]),
        "skill": _rows(
            [
                [opponent, f"{s.score:%}", f"{s.elo:.0}", f"{s.both:%}", f"{s.split:%}"]
                for opponent, s in results.skill.items()
            ]
        ),
        "memory": _rows(
            [
                [_who(name), f"{found.score:%}", f"{found.elo:.0}"]
                for name, found in results.memory.items()
            ]
        ),
        "variants": _rows(
            [
                [
                    name,
                    f"{each.first_wins:%}",
                    f"{each.turns:.1}",
                    f"{each.lead_changes:.1}",
                    f"{each.turnarounds[1]:%}",
                    f"{each.swept:.2}",
                    f"{each.ends[Termination.WIPEOUT]:%2}",
                    f"{each.num:,}",
                ]
                for name, each in flows.items()
            ]
        ),
        "handicaps": _rows(
            [
                [
                    str(num),
                    *(f"{score:%}" for score in handicap),
                    f"{steps[num]:.0}",
                    f"{steps[num].value / STEP:.1f}",
                ]
                for num, handicap in results.handicaps.items()
            ]
        ),
    }


def _who(name: str) -> str:
    return "the champion" if name == CHAMPION else name.capitalize()


def _at_most(number: int, most: int) -> str:
    return f"{number} or more" if number == most else str(number)


def _counting(results: Results, name: str) -> str:
    worth = results.memory[name].elo
    return verdict(holds=worth.low >= _NOTABLE_ELO, partly=worth.low > 0).value


def _all_luck(results: Results) -> str:
    score = results.skill[MIDDLING.capitalize()].score.value
    if score >= _WEAK:
        return ClaimVerdict.FALSE.value
    return verdict(holds=score < _CLOSE, partly=True).value


def _pictures(results: Results) -> dict[str, str]:
    """Return the pictures as SVG, by name."""
    opening, turns, flow = results.opening, results.turns, results.flow
    calibration, favourite = results.calibration, results.calibration.favourite
    flows = {"base game": flow, **results.variants}
    lengths = 100 * flow.turns_hist / flow.num
    shortest = int(np.flatnonzero(lengths)[0])
    swept = (100 * flow.swept_hist / flow.swept_hist.sum()).tolist()
    last = len(swept) - 1
    links = range(claims.MOST_LINKS + 1)

    def dots(title: str, rows: Iterable[tuple[str, Interval]], digits: int = 1) -> str:
        return dot_plot(title, list(rows), digits=digits)

    return {
        "first-bridge": line_map(
            "Value of a bridge on the first turn compared with none, in percentage points",
            [100 * value for value in _values(results.bridges)],
        ),
        "wanted": dots(
            "Taken on the first turn if it is open, percent",
            [
                (ARCHIPELAGO.names[i], _percent(opening.takes[i]))
                for i in _ranked(_values(opening.takes))
            ],
            digits=0,
        ),
        "begin": dots(
            "Final score, percent",
            [
                ("starting player", _percent(flow.first_wins)),
                *(
                    (f"takes the last card of {name}", _percent(card.wins))
                    for name, card in zip(_ROUNDS, turns.last_card, strict=True)
                ),
            ],
        ),
        "islands": island_map(
            "Value of an island at the second scoring, in percentage points of winning",
            [100 * value for value in _values(results.islands.islands[1])],
        ),
        "hands": bar_chart(
            "Cards in hand at the start of a turn",
            [str(number) for number in range(_FULL + 1)],
            [(100 * turns.hand_hist[i]).tolist() for i in range(len(_ROUNDS))],
            names=_ROUNDS,
            below="cards in hand",
        ),
        "what-if": dots(
            "Value of its choices, in percentage points of winning",
            [(_QUESTIONS[key], _percent(a.gain)) for key, a in results.answers.items()],
        ),
        "favourite": line_plot(
            "How often the favourite wins",
            [100 * i / (len(favourite) - 1) for i in range(len(favourite))],
            [_percent(number) for number in favourite],
            below="share of the game's turns played",
            diagonal=False,
        ),
        "length": bar_chart(
            "Length of games",
            [str(number) for number in range(shortest, len(lengths))],
            [lengths[shortest:].tolist()],
            below="turns of both players",
        ),
        "swept": bar_chart(
            "Turns that remove bridges by gaining an island",
            [_at_most(number, last) for number in range(1, last + 1)],
            [swept[1:]],
            below="bridges removed from the opponent",
        ),
        "luck": dots(
            "How often the same seat wins again, percent",
            zip(
                ("same starting player", "same deal", "same deal and shuffles"),
                map(_percent, results.luck),
                strict=True,
            ),
        ),
        "links": bar_chart(
            "How often the opponent's turn breaks the control of an island",
            [_at_most(number, claims.MOST_LINKS) for number in links],
            [[100 * v for v in _values(e.links.by_links)] for e in results.evidence.values()],
            names=[_who(name) for name in results.evidence],
            below="islands that it is linked with",
        ),
        "variants": dots(
            "Score of the starting player, percent",
            [(name, _percent(each.first_wins)) for name, each in flows.items()],
        ),
        "handicap": dots(
            "Value of handicap bridges, in Elo",
            [
                (f"{num} bridge{'s' * (num > 1)}", elo(handicap.score))
                for num, handicap in results.handicaps.items()
            ],
            digits=0,
        ),
        "trust": line_plot(
            "Expected against actual results",
            [100 * number for number in calibration.expected],
            [_percent(number) for number in calibration.happened],
            below="expected winning probability at the start of a turn",
            diagonal=True,
        ),
    }
