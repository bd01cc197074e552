"""Put the rules into the wheel.

An editable install reads them where they are. It must not have a folder ``kahuna`` in
``site-packages`` either, which would hide the package from the import hook.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RulesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Include RULES.md in every language."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files; ``version`` is ``standard`` or ``editable``."""
        if version == "standard":
            for path in Path(self.root).glob("RULES*.md"):
                build_data["force_include"][str(path)] = f"kahuna/{path.name}"
