"""Networks in WebAssembly decide like those on NumPy: `research.compare_forward` in small."""

import subprocess
import sys

import pytest

from kahuna.bots.packed_network import LEVEL_NETWORKS, main
from research.compare_forward import COMPARED, ROOT, compare


@pytest.mark.parametrize("level", [COMPARED[0], COMPARED[-1]])
def test_webassembly_decides_like_numpy(level):
    assert compare(level, 150, seed=1).same == 150


def test_the_compiled_code_belongs_to_its_source():
    tool = ROOT / "tools" / "build_forward.py"
    done = subprocess.run(
        [sys.executable, tool, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_networks_of_all_levels_are_packed(tmp_path):
    main(tmp_path / "networks")
    sizes = {path.stem: path.stat().st_size for path in (tmp_path / "networks").iterdir()}
    assert sizes.keys() == set(LEVEL_NETWORKS)
    assert max(sizes.values()) < 3_700_000
