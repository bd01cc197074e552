"""What players say about the game, and how far it is true."""

from __future__ import annotations

from collections.abc import Iterable

from kahuna.analysis.claims.centre import CENTRAL
from kahuna.analysis.claims.comebacks import MOST_STONES, ScoreLead
from kahuna.analysis.claims.evidence import Evidence
from kahuna.analysis.claims.links import MOST_LINKS
from kahuna.analysis.claims.open_cards import MAX_POSITIONS
from kahuna.analysis.claims.small_islands import SIZES, Size
from kahuna.analysis.claims.verdict import ClaimVerdict, verdict
from kahuna.analysis.experiments import MEMORY, MIDDLING
from kahuna.analysis.formatting import Section, fill, listed, percent, plain, points, table
from kahuna.analysis.luck import Skill
from kahuna.analysis.players import GUESSES, level
from kahuna.analysis.results import CHAMPION, AnalysisResults
from kahuna.core import ARCHIPELAGO
from kahuna.plot import bar_chart, dot_plot

_TITLE = "Is it true what players say?"
_FORGETS = tuple(experiment.title for experiment in MEMORY)
_NOTABLE_ELO = 20
_WEAK, _CLOSE = 0.75, 0.6
"""Scores against the middling level that refute, and that weaken, the claim that luck decides."""


def section(results: AnalysisResults) -> Section | None:
    """Give the verdicts, and the evidence claim by claim."""
    players = {name: results.evidence[name] for name in _names(results)}
    if not players:
        return None
    middling = level(MIDDLING)
    text = fill(
        "claims",
        middling=MIDDLING.capitalize(),
        builds=f"{100 * middling.overlooks:.0f} %",
        removals=f"{100 * middling.overlooks_removals:.0f} %",
        num_games=listed([f"{e.num_games:,} are by {_who(n)}" for n, e in players.items()]),
        verdicts=_verdicts(results, players),
        centre=_centre(players),
        central=listed([ARCHIPELAGO.names[island] for island in CENTRAL]),
        small=_small(players),
        links=_links(players),
        most_links=MOST_LINKS,
        open_cards=_open_cards(players),
        positions=f"{MAX_POSITIONS:,}",
        memory=_memory(results.memory),
        comebacks=_comebacks(players),
        by_stones=_by_stones(players),
    )
    pictures = {"links": _links_chart(players)}
    if rows := _memory_rows(results.memory):
        pictures["memory"] = dot_plot("What forgetting costs, in Elo", rows, digits=0)
    return Section(_TITLE, text, pictures)


def _names(results: AnalysisResults) -> list[str]:
    return [name for name in (CHAMPION, MIDDLING) if name in results.evidence]


def _who(name: str) -> str:
    return "the champion" if name == CHAMPION else name.capitalize()


def _head(first: str, names: Iterable[str]) -> tuple[str, ...]:
    return (first, *map(_who, names))


def _verdicts(results: AnalysisResults, players: dict[str, Evidence]) -> str:
    rows = [
        ["The centre matters most.", *(e.centre.verdict.value for e in players.values())],
        [
            "Small outer islands are easily won and lost.",
            *(e.small_islands.verdict.value for e in players.values()),
        ],
        [
            "Linked islands protect each other.",
            *(e.links.verdict.value for e in players.values()),
        ],
        [
            "Taking an open card betrays the plan.",
            *(e.open_cards.verdict.value for e in players.values()),
        ],
        ["Counting cards helps.", *(_counting(results.memory.get(name)) for name in players)],
        ["0–3 is still winnable.", *(e.comebacks.verdict.value for e in players.values())],
        ["It is all luck.", *(_luck(results, name) for name in players)],
    ]
    return table(_head("claim", players), rows)


def _counting(memory: dict[str, Skill] | None) -> str:
    found = (memory or {}).get(_FORGETS[-1])
    if found is None:
        return "–"
    return verdict(holds=found.elo.low >= _NOTABLE_ELO, partly=found.elo.low > 0).value


def _luck(results: AnalysisResults, name: str) -> str:
    found = results.skill.get(MIDDLING.capitalize()) if name == CHAMPION else None
    if found is None:
        return "–"
    score = found.score.value
    refuted = ClaimVerdict.FALSE if score >= _WEAK else None
    return (refuted or verdict(holds=score < _CLOSE, partly=True)).value


def _centre(players: dict[str, Evidence]) -> str:
    found = [evidence.centre for evidence in players.values()]
    rows = [
        ["a central island", *(points(each.central) for each in found)],
        ["another island", *(points(each.outer) for each in found)],
        ["difference", *(points(each.difference) for each in found)],
        ["difference at the same number of lines", *(points(each.same_lines) for each in found)],
        ["best three islands", *(listed([_name(i) for i in each.best]) for each in found)],
    ]
    return table(_head("control at the second scoring", players), rows)


def _name(island: int) -> str:
    return ARCHIPELAGO.names[island]


def _small(players: dict[str, Evidence]) -> str:
    head = ["lines", "bridges needed", "islands"]
    for name in players:
        head += [f"won, {_who(name)}", f"lost, {_who(name)}"]
    rows = []
    for number in SIZES:
        sizes: list[Size] = [e.small_islands.sizes[number] for e in players.values()]
        numbers = [percent(rate) for size in sizes for rate in (size.won, size.lost)]
        islands = ", ".join(_name(island) for island in sizes[0].islands)
        rows.append([str(number), str(number // 2 + 1), islands, *numbers])
    return table(head, rows)


def _links(players: dict[str, Evidence]) -> str:
    found = [evidence.links for evidence in players.values()]
    rows = [
        [_label(number, MOST_LINKS), *(percent(each.by_links[number]) for each in found)]
        for number in range(MOST_LINKS + 1)
    ]
    rows.append(["one more, other things being equal", *(points(each.effect) for each in found)])
    return table(_head("linked with", players), rows)


def _label(number: int, most: int) -> str:
    return f"{number} or more" if number == most else str(number)


def _links_chart(players: dict[str, Evidence]) -> str:
    return bar_chart(
        "How often the opponent's turn breaks the control of an island",
        [_label(number, MOST_LINKS) for number in range(MOST_LINKS + 1)],
        [[100 * rate.value for rate in e.links.by_links] for e in players.values()],
        names=[_who(name) for name in players],
        below="islands that it is linked with",
    )


def _open_cards(players: dict[str, Evidence]) -> str:
    found = [evidence.open_cards for evidence in players.values()]
    rows = [
        ["bits that the opponent learns", *(plain(each.surprise, 2) for each in found)],
        ["opponent decides differently", *(percent(each.differs) for each in found)],
        ["… acts at that island, having seen it", *(percent(each.touches[0]) for each in found)],
        ["… acts at that island, not having", *(percent(each.touches[1]) for each in found)],
        ["an open card is played next turn", *(percent(each.played_next) for each in found)],
        ["a drawn card is played next turn", *(percent(each.drawn_played_next) for each in found)],
    ]
    return table(_head("", players), rows)


def _memory(memory: dict[str, dict[str, Skill]]) -> str:
    rows = [
        [_who(name), what, percent(found.score), plain(found.elo, 0)]
        for name, by_lapse in memory.items()
        for what, found in by_lapse.items()
    ]
    if not rows:
        return ""
    head = ("player", "against itself that", "scores", "Elo")
    return fill("memory", table=table(head, rows), guesses=GUESSES)


def _memory_rows(
    memory: dict[str, dict[str, Skill]],
) -> list[tuple[str, tuple[float, float, float]]]:
    short = dict(zip(_FORGETS, ("discards", "taken", "both"), strict=True))
    return [
        (f"{name.capitalize()}: {short[what]}", found.elo)
        for name, by_lapse in memory.items()
        for what, found in by_lapse.items()
    ]


def _comebacks(players: dict[str, Evidence]) -> str:
    scores = next(iter(players.values())).comebacks.standings
    rows = [
        [score, *_standings(e.comebacks.standings[score] for e in players.values())]
        for score in scores
    ]
    return table(_standing_head("score", players), rows)


def _by_stones(players: dict[str, Evidence]) -> str:
    rows = [
        [
            _label(stones, MOST_STONES),
            *_standings(e.comebacks.by_stones[stones] for e in players.values()),
        ]
        for stones in range(1, MOST_STONES + 1)
    ]
    return table(_standing_head("stones behind at 0–3", players), rows)


def _standing_head(first: str, players: dict[str, Evidence]) -> list[str]:
    head = [first]
    for name in players:
        head += [f"how often, {_who(name)}", f"turned, {_who(name)}"]
    return head


def _standings(standings: Iterable[ScoreLead]) -> list[str]:
    return [percent(rate) for standing in standings for rate in standing]
