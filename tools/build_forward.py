"""Compile web/src/network/forward.c to WebAssembly. Needs ``pip install ziglang==0.17.0``.

python tools/build_forward.py           write web/src/network/forward.wasm
python tools/build_forward.py --check   fail if that file is stale; needs no compiler

The result has 5 kB and is kept beside its source, so that building the page needs no compiler of
400 MB. Its last section contains the hash of what it was compiled from.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent.parent / "web" / "src" / "network"
SOURCE: Final = FOLDER / "forward.c"
TARGET: Final = FOLDER / "forward.wasm"
EXPORTS: Final = (
    *("reserve", "load", "input_rows", "output_rows", "output_stride", "batch", "forward"),
)
OPTIONS: Final = (
    *("-target", "wasm32-freestanding", "-mcpu=generic+simd128", "-O3", "-ffp-contract=off"),
    *("-Wall", "-Wextra", "-Werror", "-nostdlib", "-Wl,--no-entry", "-Wl,--strip-all"),
    *("-Wl,-z,stack-size=4096", *(f"-Wl,--export={name}" for name in EXPORTS)),
)
_CUSTOM: Final = b"\0"


def origin() -> bytes:
    """Return the section that identifies source and options."""
    text = SOURCE.read_text(encoding="utf-8") + "\n".join(OPTIONS)
    name, digest = b"origin", hashlib.sha256(text.encode()).hexdigest().encode()
    body = bytes([len(name)]) + name + digest
    return _CUSTOM + bytes([len(body)]) + body


def main() -> None:
    """Compile, or check what was compiled."""
    if sys.argv[1:] == ["--check"]:
        if not TARGET.read_bytes().endswith(origin()):
            sys.exit(f"{TARGET} is stale; run python tools/build_forward.py")
        return
    command = [sys.executable, "-m", "ziglang", "cc", *OPTIONS, str(SOURCE), "-o", str(TARGET)]
    if subprocess.run(command, check=False).returncode:
        sys.exit("the compiler failed; it is installed by pip install ziglang==0.17.0")
    with TARGET.open("ab") as file:
        file.write(origin())
    TARGET.chmod(0o644)


if __name__ == "__main__":
    main()
