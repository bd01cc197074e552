"""Write src/generated/catalogue.ts: what games can choose from without a server.

The home screen needs it at once; it must not wait for Python.
"""

import json
from pathlib import Path

from kahuna.browser.catalogue import browser_catalogue
from kahuna.hosting.play.services import encode_json

TARGET = Path(__file__).parents[1] / "src" / "generated" / "catalogue.ts"
text = encode_json(browser_catalogue()).decode()
TARGET.write_text(f"export default {json.dumps(text)};\n", encoding="utf-8")
