"""Configuration of the documentation site (`make docs`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.highlighting import lexers

import kahuna
from kahuna.rulebook import ILLUSTRATIONS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Kahuna"
author = "The Kahuna maintainers"
version = release = kahuna.__version__
copyright = f"2026, {author}. Kahuna is a game by Günter Cornett; this is an unofficial fan project"  # noqa: A001

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns = ["_build", "**.ipynb_checkpoints"]
suppress_warnings = ["ref.python"]  # Type names such as `Deal` exist in core and in batch.
lexers["transcript"] = TextLexer()  # Lines of the bot protocol, marked by who wrote them.

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 4
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_timeout = 300

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "show-inheritance": True}
# Other projects' inventories need the network: enable them with `-D intersphinx_mapping…` in CI.
intersphinx_mapping: dict[str, tuple[str, None]] = {}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "Kahuna"
html_static_path = ["_static", "../src/kahuna/server/page/kahuna-board.js"]
html_js_files = [("kahuna-board.js", {"defer": "defer"})]
html_css_files = ["kahuna.css"]
html_favicon = "../web/public/icons/icon-192.png"
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0b6b78",
        "color-brand-content": "#0b6b78",
        "color-background-secondary": "#f6efdf",
        "color-sidebar-background": "#f6efdf",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f2c879",
        "color-brand-content": "#7fd1d8",
        "color-background-primary": "#0d1b24",
        "color-background-secondary": "#10222d",
        "color-sidebar-background": "#10222d",
    },
    "footer_icons": [],
}


def setup(app: Sphinx) -> None:
    """Adapt what is written for GitHub to the site."""
    app.connect("source-read", link_rules)
    app.connect("doctree-read", illustrate_rules)


def link_rules(_app: Sphinx, name: str, source: list[str]) -> None:
    """Point links to RULES.md, which lies outside the site on GitHub, to its page of the site."""
    up = "../" * name.count("/")
    source[0] = source[0].replace(f"]({up}../RULES.md", f"]({up}rules/en.md")


def illustrate_rules(app: Sphinx, document: nodes.document) -> None:
    """Put boards to step through below the paragraphs of the rules that have an illustration."""
    folder, _, language = app.env.docname.partition("/")
    if folder != "rules":
        return
    for paragraph in list(document.findall(nodes.paragraph)):
        if scene := ILLUSTRATIONS.get(paragraph.astext().partition(" ")[0]):
            game = kahuna.Game.from_position(scene.position)
            for action in scene.actions:
                game.push(action)
            board = f'<div lang="{language}">{game.embed()}</div>'
            paragraph.parent.insert(
                paragraph.parent.index(paragraph) + 1, nodes.raw("", board, format="html")
            )
