"""The page, from a few games to the end, and what Ctrl-C leaves of it."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from kahuna.analysis import counterfactual, experiments, results
from kahuna.analysis.__main__ import main
from kahuna.analysis.estimate import Interval
from kahuna.analysis.experiments import (
    BASE,
    HANDICAPS,
    LEVEL,
    LUCK,
    MEMORY,
    SKILL,
    VARIANTS,
)
from kahuna.analysis.heatmap import island_map, line_map

DOCS = Path(__file__).parents[2] / "docs"
PICTURE = re.compile(r"!\[.+?\]\((.+?)\)")


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(experiments, "CHUNK", 48)
    few = (BASE, LEVEL, MEMORY[-1], LUCK, SKILL[-1], VARIANTS[0], HANDICAPS[0])
    monkeypatch.setattr(results, "EXPERIMENTS", few)
    monkeypatch.setattr(results, "QUESTIONS", counterfactual.QUESTIONS[1:2])


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return a folder in which the tests of this file keep their games for each other."""
    return tmp_path_factory.mktemp("games")


def pictures_of(page):
    return {page.parent / name for name in PICTURE.findall(page.read_text(encoding="utf-8"))}


def test_a_page_with_all_its_pictures(tmp_path, kept, capsys):
    assert main(["--games", "48", "--out", str(tmp_path), "--keep", str(kept)]) == 0
    page = tmp_path / "findings.md"
    text = page.read_text(encoding="utf-8")
    assert "python -m kahuna.analysis --games 48 --seed 1 --temperature 0.5" in text
    assert "{" not in text
    assert "nan" not in text
    assert text.count("\n## ") == 10
    drawn = set((tmp_path / "images" / "findings").iterdir())
    assert drawn == pictures_of(page)
    for path in drawn:
        ElementTree.parse(path)
    assert max(map(len, re.findall(r"^[^|!#\n].*$", text, re.M))) <= 120
    assert "tells of 336 games" in " ".join(capsys.readouterr().err.split())


def test_games_that_were_kept_are_not_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr(experiments, "CHUNK", 4)
    (played,) = experiments.batches(BASE, 4, seed=1, temperature=0.5, keep=tmp_path)
    monkeypatch.setattr(experiments, "batch", None)
    (kept,) = experiments.batches(BASE, 4, seed=1, temperature=0.5, keep=tmp_path)
    assert np.array_equal(kept.action, played.action)
    with pytest.raises(TypeError):
        list(experiments.batches(BASE, 4, seed=2, temperature=0.5, keep=tmp_path))


def test_answers_that_were_kept_are_not_asked_for_again(games, tmp_path, monkeypatch):
    config = results.AnalysisConfig(games=4, keep=tmp_path)
    question = results.QUESTIONS[0]
    answer = results._answer(question, games, config, 4)
    monkeypatch.setattr(results, "ask", None)
    assert results._answer(question, games, config, 4) == answer
    with pytest.raises(TypeError):
        results._answer(question, games, replace(config, seed=2), 4)


def test_ctrl_c_leaves_a_page_of_what_there_is(tmp_path, kept, monkeypatch, capsys):
    whole = experiments.batches

    def stopped(experiment, *arguments, **options):
        yield from whole(experiment, *arguments, **options)
        if experiment is LUCK:
            raise KeyboardInterrupt

    monkeypatch.setattr(results, "batches", stopped)
    assert main(["--games", "48", "--out", str(tmp_path), "--keep", str(kept)]) == 130
    text = (tmp_path / "findings.md").read_text(encoding="utf-8")
    assert "How much of it is luck?" in text
    assert "What do the variants change?" not in text
    assert pictures_of(tmp_path / "findings.md") == set((tmp_path / "images/findings").iterdir())
    capsys.readouterr()


def test_ctrl_c_before_anything_writes_nothing(tmp_path, monkeypatch, capsys):
    def stopped(*_, **__):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(results, "batches", stopped)
    assert main(["--games", "8", "--out", str(tmp_path)]) == 130
    assert not list(tmp_path.iterdir())
    assert "nothing is written" in capsys.readouterr().err


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
