"""The commands that measure and that report."""

import json

import numpy as np
import pytest

from kahuna.batch import report, speed


def test_speed_prints_a_table_with_the_machine(capsys):
    assert speed.main(["--backend", "numpy", "--size", "64", "--seconds", "0.02"]) == 0
    out = capsys.readouterr().out
    assert "cores, Python" in out
    assert "| numpy | one core | 64 |" in out


def test_speed_prints_json(capsys):
    assert speed.main(["--backend", "core", "--json", "--seconds", "0.02"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["measurements"]
    assert row["decisions_per_second"] > 0


def test_speed_that_is_stopped_tells_what_it_measured(monkeypatch, capsys):
    measure = speed.measure

    def interrupted(backend, sizes, *, seconds):
        yield from measure(backend, sizes, seconds=seconds)
        raise KeyboardInterrupt

    monkeypatch.setattr(speed, "measure", interrupted)
    with pytest.raises(KeyboardInterrupt):
        speed.main(["--backend", "core", "--backend", "numpy", "--json", "--seconds", "0"])
    (row,) = json.loads(capsys.readouterr().out)["measurements"]
    assert row["backend"] == "core"


def test_an_unknown_backend_is_named():
    with pytest.raises(ValueError, match="no backend 'abacus'"):
        list(speed.measure("abacus"))


def test_a_report_agrees_with_the_core_and_has_pictures(tmp_path, capsys):
    arguments = ["--games", "3000", "--core-games", "60", "--out", str(tmp_path)]
    assert report.main(arguments) == 0
    assert "all within error" in capsys.readouterr().out
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "3,000 uniformly random games" in page
    assert {path.name for path in tmp_path.glob("*.svg")} == {
        "decisions.svg",
        "turns.svg",
        "lead.svg",
    }


def test_a_report_says_so_when_a_figure_differs(tmp_path):
    core = report.tally_core(40, seed=1)
    longer = core._replace(decisions=np.roll(core.decisions, 40))
    agree = report.write_report(longer, core, tmp_path, seconds=1.0, backend="numpy")
    assert not agree
    assert "| NO |" in (tmp_path / "report.md").read_text(encoding="utf-8")
