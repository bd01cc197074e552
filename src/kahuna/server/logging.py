"""Logs: warnings in plain words at home, JSON for those who run a server.

No hand, no token and no address of a player gets in.
"""

from __future__ import annotations

import json
import logging
import os
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias, get_args

from kahuna.server.startup_errors import LogStyleError

LogStyle: TypeAlias = Literal["plain", "json"]
LOG_STYLES: Final = get_args(LogStyle)

_EXTRA: Final = ("game", "bot", "mode")
"""What may be said beside the message."""


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        return json.dumps(line | _beside(record), ensure_ascii=False)


class PlainFormatter(logging.Formatter):
    """Writes a record as one line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        beside = ", ".join(f"{name} {value}" for name, value in _beside(record).items())
        line = f"kahuna: {record.levelname.lower()}: {record.getMessage()}"
        return f"{line} ({beside})" if beside else line


def _beside(record: logging.LogRecord) -> dict[str, object]:
    """What is said beside the message."""
    beside: dict[str, object] = {
        name: getattr(record, name) for name in _EXTRA if hasattr(record, name)
    }
    if record.exc_info and record.exc_info[0] is not None:
        # Where it happened, not what was being handled: an exception's text may hold anything.
        beside["error"] = record.exc_info[0].__name__
        beside["where"] = _where(record)
    return beside


def _where(record: logging.LogRecord) -> str | None:
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return None
    return f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}"


def set_up_logging(style: LogStyle | None = None) -> None:
    """Log to standard error; in plain words only what somebody should look into.

    ``KAHUNA_LOG`` in the environment chooses where nobody else does.
    """
    wanted = style or os.environ.get("KAHUNA_LOG") or "plain"
    if wanted not in LOG_STYLES:
        raise LogStyleError(wanted, LOG_STYLES)
    is_json = wanted == "json"
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if is_json else PlainFormatter())
    level = logging.INFO if is_json else logging.WARNING
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
