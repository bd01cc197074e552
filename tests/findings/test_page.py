"""The page, from a few games to the end."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer import Typer
from typer.testing import CliRunner

from research.findings import __main__ as command
from research.findings import counterfactual
from research.findings import games as experiments
from research.findings.estimate import Interval
from research.findings.games import BASE, HANDICAPS, SKILL, VARIANTS
from research.findings.heatmap import island_map, line_map

DOCS = Path(__file__).parents[2] / "docs"
PICTURE = re.compile(r"!\[.+?\]\((.+?)\)")


def pictures_of(page):
    return {page.parent / name for name in PICTURE.findall(page.read_text(encoding="utf-8"))}


def test_a_page_with_all_its_pictures(tmp_path, monkeypatch):
    monkeypatch.setattr(experiments, "CHUNK", 48)
    monkeypatch.setattr(command, "QUESTIONS", counterfactual.QUESTIONS[1:2])
    for name, group in {
        "SKILL": SKILL[-1:],
        "VARIANTS": VARIANTS[:1],
        "HANDICAPS": HANDICAPS[:1],
    }.items():
        monkeypatch.setattr(experiments, name, group)
    app = Typer()
    app.command()(command.main)
    done = CliRunner().invoke(app, ["--games", "48", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    page = tmp_path / "findings.md"
    text = page.read_text(encoding="utf-8")
    assert "python -m research.findings --games 48 --seed 1 --temperature 0.5" in text
    assert "{" not in text
    assert "nan" not in text
    assert text.count("\n## ") == 10
    drawn = set((tmp_path / "images" / "findings").iterdir())
    assert drawn == pictures_of(page)
    for path in drawn:
        ElementTree.parse(path)
    assert max(map(len, re.findall(r"^[^|!#\n].*$", text, re.M))) <= 120
    assert "tells of 384 games" in " ".join(done.stderr.split())


def test_games_that_were_kept_are_not_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr(experiments, "CHUNK", 4)
    (played,) = experiments.batches(BASE, 4, seed=1, temperature=0.5, keep=tmp_path)
    monkeypatch.setattr(experiments, "batch", None)
    (kept,) = experiments.batches(BASE, 4, seed=1, temperature=0.5, keep=tmp_path)
    assert np.array_equal(kept.action, played.action)
    with pytest.raises(TypeError):
        list(experiments.batches(BASE, 4, seed=2, temperature=0.5, keep=tmp_path))


def test_the_page_in_the_docs_has_its_pictures_and_no_others():
    assert pictures_of(DOCS / "findings.md") == set((DOCS / "images" / "findings").iterdir())


def test_a_question_is_asked_where_it_fits(games):
    rng = np.random.default_rng(1)
    question = counterfactual.QUESTIONS[0]
    at = counterfactual._moments(question, games, rng)
    assert len(at)
    assert question.chosen[games.action[at]].all()
    assert len(set(games.game[at])) == len(at)
    nothing = counterfactual.Question("never", question.chosen & ~question.chosen, question.instead)
    assert counterfactual.ask(nothing, games, 0.5, rng) == (0, Interval(0.0, -1.0, 1.0))


def test_a_first_bridge_is_worth_less_than_waiting(games):
    values = counterfactual.first_bridges(games, np.random.default_rng(1))
    assert np.mean([line.value for line in values if not np.isnan(line.value)]) < 0


def test_charts_show_a_number_for_every_island_and_line():
    assert island_map("Islands", [float(i) for i in range(12)]).count('font-size="13"') == 12
    assert line_map("Lines", [-1.0 - i for i in range(27)]).count(">−") == 27
