"""Write src/generated/catalogue.ts: what games can choose from without a server.

The home screen needs it at once; it must not wait for Python.
"""

import json
from pathlib import Path

from kahuna.browser.catalogue import browser_catalogue
from kahuna.hosting.play.services import encode_json

TARGET = Path(__file__).parents[1] / "src" / "generated" / "catalogue.ts"
TEXTS = {
    name: encode_json(browser_catalogue(has_networks=has_networks)).decode()
    for name, has_networks in (("WITH_NETWORKS", True), ("WITHOUT_NETWORKS", False))
}
LINES = [f"export const {name} = {json.dumps(text)};\n" for name, text in TEXTS.items()]
TARGET.write_text("".join(LINES), encoding="utf-8")
