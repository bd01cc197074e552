"""The files in deploy/ fit the program: commands, options, paths and metrics exist."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer.main
import yaml
from tests.server.harness import exposition

from kahuna.cli import app
from kahuna.server.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def options_of(command: str) -> set[str]:
    group = typer.main.get_command(app)
    found = group.commands[command]  # type: ignore[attr-defined]
    return {
        option
        for parameter in found.params
        for option in (*parameter.opts, *parameter.secondary_opts)
    }


def check_command(words: list[str]) -> None:
    """All options of a command line exist."""
    command, *rest = words
    options = {word.split("=")[0] for word in rest if word.startswith("--")}
    assert options <= options_of(command)


def exec_start(unit: Path) -> list[str]:
    text = unit.read_text(encoding="utf-8").replace("\\\n", " ")
    line = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    program, *words = shlex.split(line.removeprefix("ExecStart="))
    assert program == "/opt/kahuna/bin/kahuna"
    return words


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_start_commands_that_exist(unit: Path):
    check_command(exec_start(unit))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_are_valid_and_hardened(unit: Path, tmp_path: Path):
    copy = tmp_path / unit.name.replace("@", "@8001")
    copy.write_text(unit.read_text().replace("/opt/kahuna/bin/kahuna", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", copy],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert rated.returncode == 0, rated.stdout[-300:]


@pytest.mark.parametrize(
    "name", [n for n in COMPOSE["services"] if n.startswith(("node", "worker"))]
)
def test_services_start_commands_that_exist(name: str):
    check_command(COMPOSE["services"][name]["command"])


def test_the_compose_file_describes_the_whole_cluster():
    services = COMPOSE["services"]
    expected = {"node1", "node2", "node3", "worker1", "worker2", "proxy", "postgres", "redis"}
    assert set(services) == expected
    proxy = services["proxy"]
    address = proxy["networks"]["inside"]["ipv4_address"]
    for name in ("node1", "node2", "node3"):
        assert f"--proxy={address}" in services[name]["command"]
        assert "healthcheck" in services[name]
        assert proxy["environment"][name.upper()] == f"{name}:8000"
    for volume in proxy["volumes"]:
        source = volume.split(":")[0]
        assert source == "./certs" or (DEPLOY / source).exists()


def test_the_image_copies_what_exists():
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    allowed = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    sources = [
        word
        for line in re.findall(r"^COPY (?!--from)(.*) \S+$", dockerfile, re.MULTILINE)
        for word in line.split()
    ]
    assert sources
    for source in sources:
        assert list(ROOT.glob(source)), source
        assert f"!{source.split('/')[0]}" in allowed, source
    assert re.search(r"^USER 10001$", dockerfile, re.MULTILINE)
    extras = re.findall(r"'\.\[(.*)\]'", dockerfile)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(f"\n{extra} = [" in project for extra in extras[0].split(","))


def metric_names() -> set[str]:
    text = exposition(Metrics())
    samples = re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE)
    names = {name for name, _ in samples}
    names |= {
        f"{name}_{part}"
        for name, kind in samples
        if kind == "histogram"
        for part in ("bucket", "sum", "count")
    }
    return names


MONITORING = sorted((DEPLOY / "monitoring").glob("*"))


@pytest.mark.parametrize("file", MONITORING, ids=lambda file: file.name)
def test_dashboards_and_alerts_use_metrics_that_exist(file: Path):
    text = file.read_text(encoding="utf-8")
    used = set(re.findall(r"\b((?:kahuna|process)_[a-z_]+)\b", text))
    assert used - metric_names() == set()
    if file.suffix == ".json":
        dashboard = json.loads(text)
        assert dashboard["panels"]
        assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    else:
        assert yaml.safe_load(text)


def test_every_metric_of_the_program_is_on_the_dashboard_or_in_an_alert():
    text = "".join(file.read_text(encoding="utf-8") for file in MONITORING)
    own = {name for name in metric_names() if name.startswith("kahuna_")}
    families = {re.sub(r"_(bucket|sum|count|created|total)$", "", name) for name in own}
    assert {name for name in families if name not in text} == set()
