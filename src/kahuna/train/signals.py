"""Notice Ctrl-C and SIGTERM at once, even while JAX compiles or computes.

Python runs signal handlers only between bytecodes, which can be minutes apart here, and an
exception raised from a handler inside JAX can crash the interpreter. So the handlers do nothing;
a thread reads the signal numbers from the wakeup socket and calls back.
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
def on_signal(callback: Callable[[int], None]) -> Iterator[None]:
    """Call ``callback`` for each signal, in a separate thread; restore all handlers on exit."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)

    def listen() -> None:
        while received := ours.recv(1):
            if received[0] in SIGNALS:
                callback(received[0])

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
