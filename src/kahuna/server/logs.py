"""Logs as JSON, one object a line. No hand, no token and no address of a player gets in."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Final

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
        line |= {name: getattr(record, name) for name in _EXTRA if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            # Where it happened, not what was being handled: an exception's text may hold anything.
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record)
        return json.dumps(line, ensure_ascii=False)


def _where(record: logging.LogRecord) -> str | None:
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return None
    return f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}"


def set_up_logs(level: int = logging.INFO) -> None:
    """Log as JSON to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
