"""Monitor what nodes write to Redis."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from verification.history import Hint, HistoryWriter


async def tap_redis(port: int, history: HistoryWriter) -> None:
    """Record every distinct command that Redis receives, until cancelled."""
    seen: set[str] = set()
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(b"MONITOR\r\n")
                while line := await reader.readline():
                    # A line is a time, the address of the client, and the command.
                    command = line.decode(errors="replace").partition("] ")[2].strip()
                    if command and command not in seen:
                        seen.add(command)
                        history.add(Hint(command))
            finally:
                writer.close()
        await asyncio.sleep(0.1)
