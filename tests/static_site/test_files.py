"""The files of the site: no address outside its folder, and the policy of a server."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from kahuna.server.net.middleware import HEADERS

from .conftest import SITE

pytestmark = pytest.mark.slow


def test_the_page_has_the_policy_of_the_server():
    page = (SITE / "index.html").read_text()
    found = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert found is not None
    policy = HEADERS["content-security-policy"].split("; ")
    # A page cannot say who may embed it; a header can.
    assert unescape(found[1]).split("; ") == [
        part for part in policy if "frame-ancestors" not in part
    ]


def test_all_addresses_are_relative():
    page = (SITE / "index.html").read_text()
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    manifest = json.loads((SITE / "manifest.webmanifest").read_text())
    addresses += [icon["src"] for icon in manifest["icons"]]
    addresses += [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert addresses
    assert not [address for address in addresses if re.match(r"/|\w+:", address)]
    for address in addresses:
        assert (SITE / address.partition("#")[0]).exists(), address


def test_the_board_for_other_pages_is_one_file():
    script = (SITE / "kahuna-board.js").read_text()
    assert "kahuna-board" in script
    assert not re.search(r"^import|__[A-Z]+__", script)


def test_nothing_is_left_to_fill_in():
    for name in ("index.html", "sw.js"):
        assert not re.findall(r"__[A-Z]+__", (SITE / name).read_text())
