"""Being asked to stop: Ctrl-C and SIGTERM, heard at once also while JAX compiles or computes.

Python runs a handler only between two of its own instructions, which can be minutes apart here, and
an exception that a handler throws into JAX can take the interpreter down with it. So the handlers
do nothing; a thread reads from a socket which signals came, and says so.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def hearing(hear: Callable[[int], None]) -> Iterator[None]:
    """Call ``hear`` for each such signal, in a thread of its own; afterwards all is as before."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)

    def listen() -> None:
        while heard := ours.recv(1):
            if heard[0] in SIGNALS:
                hear(heard[0])

    listener = Thread(target=listen, daemon=True)
    listener.start()
    before = {number: signal.signal(number, lambda *_: None) for number in SIGNALS}
    woken = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(woken)
        for number, handler in before.items():
            signal.signal(number, handler)
        theirs.close()
        listener.join()
        ours.close()
