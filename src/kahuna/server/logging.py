"""Logging: warnings as plain text, or everything as JSON.

Logs contain no hands, tokens, game ids or client addresses.
"""

from __future__ import annotations

import json
import logging
import os
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic
from typing import Final, Literal, TypeAlias, get_args

from kahuna.server.startup_errors import StartError
from kahuna.server.tracing import current_request

LogStyle: TypeAlias = Literal["plain", "json"]
LOG_STYLES: Final = get_args(LogStyle)

_EXTRA: Final = ("method", "route", "status", "ms", "bot", "mode", "limit", "skipped")
"""Extra attributes of a log record to write."""
SECONDS_BETWEEN_REPEATS: Final = 60.0


class RepeatFilter(logging.Filter):
    """Passes one warning per minute from each place in the code: a flood must not fill the log.

    The next one says how many were left out.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._passed: dict[tuple[str, int], float] = {}
        self._num_skipped: Counter[tuple[str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        if record.levelno < logging.WARNING:
            return True
        place, now = (record.pathname, record.lineno), self._now()
        if now - self._passed.get(place, float("-inf")) < SECONDS_BETWEEN_REPEATS:
            self._num_skipped[place] += 1
            return False
        self._passed[place] = now
        if skipped := self._num_skipped.pop(place, 0):
            record.skipped = skipped
        return True


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        return json.dumps(line | _extra_of(record), ensure_ascii=False)


class PlainFormatter(logging.Formatter):
    """Formats a log record as one line of text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        extra = ", ".join(f"{name} {value}" for name, value in _extra_of(record).items())
        line = f"kahuna: {record.levelname.lower()}: {record.getMessage()}"
        return f"{line} ({extra})" if extra else line


def _extra_of(record: logging.LogRecord) -> dict[str, object]:
    """Return the extra attributes and the location of an exception."""
    extra: dict[str, object] = {
        name: getattr(record, name) for name in _EXTRA if hasattr(record, name)
    }
    if (request := current_request()) is not None:
        extra["request"] = request
    if record.exc_info and record.exc_info[0] is not None:
        # Log the location but not the text of an exception, which may contain secrets.
        extra["error"] = record.exc_info[0].__name__
        extra["where"] = _where(record)
    return extra


def _where(record: logging.LogRecord) -> str | None:
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return None
    return f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}"


def set_up_logging(style: LogStyle | None = None) -> None:
    """Log to standard error.

    Without a style, the environment variable ``KAHUNA_LOG`` decides.
    """
    wanted = style or os.environ.get("KAHUNA_LOG") or "plain"
    if wanted not in LOG_STYLES:
        choices = ", ".join(LOG_STYLES)
        raise StartError("not_a_choice", option="KAHUNA_LOG", value=wanted[:40], choices=choices)
    is_json = wanted == "json"
    handler = logging.StreamHandler()
    handler.addFilter(RepeatFilter())
    handler.setFormatter(JsonFormatter() if is_json else PlainFormatter())
    level = logging.INFO if is_json else logging.WARNING
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for library in ("alembic", "uvicorn"):  # uvicorn would log client addresses and game ids.
        logging.getLogger(library).setLevel(logging.WARNING)
    for library in ("procrastinate", "psycopg.pool"):  # We log requests ourselves, without ids.
        logging.getLogger(library).setLevel(logging.CRITICAL)
