"""`tools/release.py` refuses what must not be released."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import kahuna

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import release  # noqa: E402

CHANGELOG = (
    "# Changelog\n\n## 0.2.0 (unreleased)\n\n- Something.\n\n## 0.1.0 (2026-10-01)\n\n- Old.\n"
)


@pytest.fixture
def tree(tmp_path):
    for path, text in {
        release.VERSION_FILE: '"""A package."""\n\n__version__ = "0.1.0"\n',
        release.CITATION: "title: Kahuna\nversion: 0.1.0\n",
        release.CHANGELOG: CHANGELOG,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    for command in (
        "init -q -b main",
        "config user.name Somebody",
        "config user.email somebody@example.org",
        "add -A",
        "commit -q -m start",
        "tag v0.1.0",
    ):
        subprocess.run(["git", *command.split()], cwd=tmp_path, check=True)
    return tmp_path


def test_a_clean_tree_with_a_changelog_can_be_released(tree):
    release.check(tree, "0.2.0")
    release.write_version(tree, "0.2.0", "2026-11-16")
    assert '__version__ = "0.2.0"' in (tree / release.VERSION_FILE).read_text()
    assert "version: 0.2.0\n" in (tree / release.CITATION).read_text()
    changelog = (tree / release.CHANGELOG).read_text()
    assert "## 0.2.0 (2026-11-16)\n\n- Something.\n" in changelog
    assert release.entries(tree, "0.2.0") == ""


def test_the_first_release_needs_no_earlier_one(tree):
    subprocess.run(["git", "tag", "--delete", "v0.1.0"], cwd=tree, check=True, capture_output=True)
    release.check(tree, "0.2.0")


@pytest.mark.parametrize(
    ("version", "problem"),
    [
        ("0.1.0", "not newer"),
        ("0.0.9", "not newer"),
        ("1.0", "not a version"),
        ("v1.0.0", "not a version"),
    ],
)
def test_a_version_must_be_newer(tree, version, problem):
    with pytest.raises(release.ReleaseError, match=problem):
        release.check(tree, version)


def test_a_dirty_tree_is_refused(tree):
    (tree / "new.txt").write_text("new")
    with pytest.raises(release.ReleaseError, match="not clean"):
        release.check(tree, "0.2.0")


def test_another_branch_is_refused(tree):
    subprocess.run(["git", "switch", "-q", "-c", "side"], cwd=tree, check=True)
    with pytest.raises(release.ReleaseError, match="from main"):
        release.check(tree, "0.2.0")


def test_a_tag_is_made_once(tree):
    subprocess.run(["git", "tag", "v0.2.0"], cwd=tree, check=True)
    with pytest.raises(release.ReleaseError, match="not newer"):
        release.check(tree, "0.2.0")


def test_an_unchanged_changelog_is_refused(tree):
    (tree / release.CHANGELOG).write_text("# Changelog\n\n## 0.1.0 (2026-10-01)\n\n- Old.\n")
    subprocess.run(["git", "commit", "-q", "-a", "-m", "empty"], cwd=tree, check=True)
    with pytest.raises(release.ReleaseError, match="no entries"):
        release.check(tree, "0.2.0")


def test_this_repository_says_the_same_version_everywhere():
    version = kahuna.__version__
    assert f"\nversion: {version}\n" in (ROOT / release.CITATION).read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_nonsense_is_answered_with_one_line(capsys):
    assert release.main(["nonsense", "--check"]) == 2
    assert capsys.readouterr().err == "error: 'nonsense' is not a version; write it as 1.2.3\n"


def test_the_source_distribution_says_how_to_cite():
    with (ROOT / "pyproject.toml").open("rb") as file:
        targets = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]
    assert {"CITATION.cff", "hatch_build.py"} <= set(targets["sdist"]["include"])
