"""What Ctrl-C does, from the first line of a command to the end of its process.

While a command starts up or ends there is nothing to save, so Ctrl-C ends the process at once. In
between it raises ``KeyboardInterrupt``, though never inside an import: libraries turn it into
errors of their own there, or Python prints a traceback and goes on.

This module imports next to nothing: until :func:`exit_on_interrupt` has run, Ctrl-C is a traceback.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # As in `typing`, which takes a while to import.

if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130
"""The exit status after Ctrl-C, as in a shell."""
_RETRY = 0.02
"""Seconds until an interrupt that came during an import is raised again."""


def exit_on_interrupt() -> None:
    """Let Ctrl-C end the process silently with status 130; leave it ignored if it is."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _exit)


class interruptible:  # noqa: N801  # a context manager, without importing contextlib
    """Let Ctrl-C raise ``KeyboardInterrupt`` in here, if :func:`exit_on_interrupt` was called."""

    def __enter__(self) -> None:
        self._is_ours = signal.getsignal(signal.SIGINT) is _exit
        if self._is_ours:
            signal.signal(signal.SIGINT, _interrupt)

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, _exit)


def wraps_interrupt(error: Exception) -> bool:
    """Return whether a library has wrapped Ctrl-C in an error of its own, as Pydantic does."""
    return isinstance(error.__cause__, KeyboardInterrupt) or "KeyboardInterrupt" in str(error)


def leave_at_once(status: int) -> NoReturn:
    """End the process while JAX may still be computing.

    JAX compiles and computes in threads, and finalizing the interpreter meanwhile can crash it. So
    skip finalization; the caller has written everything that must be kept.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _exit(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)


def _interrupt(number: int, frame: object) -> None:
    if not _is_importing():
        raise KeyboardInterrupt
    import _thread
    from threading import Timer

    Timer(_RETRY, _thread.interrupt_main).start()


def _is_importing() -> bool:
    frame = sys._getframe().f_back
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False
