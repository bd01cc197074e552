"""The documentation: snippets run, every page is on the site, links lead somewhere."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
_FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)")
_TOC = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)

WITH_SNIPPETS = [page for page in PAGES if _FENCE.search(page.read_text(encoding="utf-8"))]


def ident(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", WITH_SNIPPETS, ids=ident)
def test_every_snippet_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "snippet"}
    for number, snippet in enumerate(_FENCE.findall(page.read_text(encoding="utf-8")), 1):
        exec(compile(snippet, f"{page.name}, snippet {number}", "exec"), names)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=ident)
def test_every_link_to_a_file_leads_somewhere(page):
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_page_is_on_the_site():
    listed = set()
    for index in (DOCS / "index.md", DOCS / "api/index.md"):
        for toc in _TOC.findall(index.read_text(encoding="utf-8")):
            names = [line for line in toc.splitlines() if line and not line.startswith(":")]
            files = [
                found
                for name in names
                for found in index.parent.glob(name if "*" in name else f"{name}*")
            ]
            listed |= {file.with_suffix("") for file in files}
    pages = {page.with_suffix("") for page in PAGES if page.parent.name != "decisions"}
    assert pages - listed - {DOCS / "index"} == set()


def test_the_architecture_lists_every_package_with_its_layer():
    with (ROOT / "pyproject.toml").open("rb") as file:
        contract = tomllib.load(file)["tool"]["importlinter"]["contracts"][0]
    layers = reversed([layer.split(" | ") for layer in contract["layers"] if layer != "__main__"])
    expected = {(str(n), name) for n, names in enumerate(layers) for name in names}
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| (\d+) \| `kahuna\.(\w+)`", text, re.MULTILINE)) == expected


def test_the_server_page_lists_every_package():
    text = (DOCS / "server.md").read_text(encoding="utf-8")
    for name in ("hosting", "server"):
        block = text.partition(f"src/kahuna/{name}/ ")[2].partition("\n\n")[0]
        packages = {path.parent.name for path in (ROOT / "src/kahuna" / name).glob("*/__init__.py")}
        assert packages == set(re.findall(r"^  (\w+)/ ", block, re.MULTILINE))
