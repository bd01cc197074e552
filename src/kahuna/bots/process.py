"""Let an external program play over pipes; a program that misbehaves loses its game.

The program starts with the first decision, answers one line per decision, and ends with
:meth:`ProcessBot.close`, or at the latest when the bot is garbage-collected or the interpreter
exits. Every misbehaviour becomes a :class:`ProgramError`, which also ends the program and all
its child processes. No output is trusted, and no program can block us: all reads and writes
have deadlines.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from contextlib import suppress
from enum import StrEnum
from random import Random
from types import TracebackType
from typing import Final

from kahuna.bots.protocol import (
    BestMove,
    BotHello,
    GarbledReplyError,
    Message,
    encode,
    hello,
    new_game,
    parse_reply,
    quit_,
    view_message,
)
from kahuna.core import Action, Termination, View, legal_actions
from kahuna.match import ForfeitError
from kahuna.record import format_action

MOVE_TIME: Final = 10.0
"""Default time limit for a decision, in seconds."""
START_TIME: Final = 20.0
"""Time limit for a program's hello, in seconds."""
GRACE: Final = 0.5
"""Seconds a program has to end after quit, and again after SIGTERM."""
GLANCE: Final = 0.25
"""Interval in seconds for checking whether a silent program is still running."""
MAX_LINE: Final = 1 << 16
"""Longest line that a program may write, in bytes."""
MAX_OUTPUT: Final = 1 << 18
"""Most output that a program may write for one answer, in bytes."""
MAX_COMPLAINT: Final = 4096
"""Number of bytes kept from the end of the error output."""
MAX_PROGRAM_NAME: Final = 40
"""Longest name made from a command, in characters."""


class Fault(StrEnum):
    """What a program did wrong."""

    NOT_STARTED = "not_started"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    """It exited, or closed a pipe, before the game was over."""
    GARBLED = "garbled"
    """It wrote something that is not a message, or not the expected one."""
    FLOODED = "flooded"
    """It wrote far too much."""
    ILLEGAL = "illegal"
    """It chose an illegal move."""


class ProgramError(ForfeitError):
    """A program misbehaved and has lost its game."""

    def __init__(self, program: str, fault: Fault, reason: str) -> None:
        super().__init__(program, fault, reason)
        self.program = program
        self.fault = fault
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.program}: {self.reason}"

    @property
    def termination(self) -> Termination:
        """Return how its game ends: on time, else by resignation. [R17.1, R17.2]"""
        return Termination.TIMEOUT if self.fault is Fault.TIMEOUT else Termination.RESIGNATION


def program_name(command: str) -> str:
    """Name a program after its command: no folders, one line, at most 40 characters.

    >>> program_name("/usr/bin/python3 /home/ann/bots/mybot.py --strong")
    'python3 mybot.py --strong'
    """
    try:
        words = [os.path.basename(word.rstrip("/")) for word in shlex.split(command)]
    except ValueError:
        words = [command]
    shown = "".join(char if char.isprintable() else " " for char in " ".join(words))
    name = " ".join(shown.split()) or "program"
    return name if len(name) <= MAX_PROGRAM_NAME else f"{name[: MAX_PROGRAM_NAME - 1].rstrip()}…"


class ProcessBot:
    """An agent that asks a program. The command is split as a shell would, but no shell runs."""

    def __init__(
        self,
        command: str,
        rng: Random,
        *,
        name: str | None = None,
        move_time: float = MOVE_TIME,
        start_time: float = START_TIME,
    ) -> None:
        self.name = name or program_name(command)
        self._label = name or f"cmd:{command}"[:80]
        self._command = command
        self._rng = rng
        self._move_time = move_time
        self._start_time = start_time
        self._program: _Program | None = None
        self._last: View | None = None
        self._asked = 0

    def __enter__(self) -> ProcessBot:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def decide(self, view: View) -> Action:
        """Return the program's action; raise :class:`ProgramError` if it misbehaves."""
        program = self.start()
        try:
            if self._last is None or not _goes_on(self._last, view):
                program.send(new_game(view, self._rng.getrandbits(53)), self._move_time)
            self._last = view
            return self._ask(program, view)
        except ProgramError:
            program.end(grace=0.0)
            self._program = self._last = None
            raise

    def start(self) -> _Program:
        """Start the program unless it runs; raise :class:`ProgramError` if it sends no hello."""
        self._program = self._program or self._start()
        return self._program

    def close(self) -> None:
        """Ask the program to quit, and make sure that it ends."""
        if self._program is not None:
            with suppress(ProgramError):
                self._program.send(quit_(), GRACE)
            self._program.end(grace=GRACE)
            self._program = self._last = None

    def _start(self) -> _Program:
        program = _Program(self._command, self._label)
        try:
            deadline = time.monotonic() + self._start_time
            program.send(hello(), self._start_time)
            reply = program.receive(deadline, f"said no hello within {self._start_time:g} s")
            if not isinstance(reply, BotHello):
                raise program.failure(Fault.GARBLED, "did not say hello first")
        except ProgramError as error:
            program.end(grace=0.0)
            if error.fault is Fault.CRASHED:
                reason = f"said no hello; it {error.reason}"
                raise program.failure(Fault.CRASHED, reason) from None
            raise
        return program

    def _ask(self, program: _Program, view: View) -> Action:
        self._asked += 1
        deadline = time.monotonic() + self._move_time
        program.send(view_message(view, self._asked, move_time=self._move_time), self._move_time)
        late = f"gave no answer within {self._move_time:g} s"
        if self._asked == 1:
            late += " (does it flush what it writes?)"
        reply = program.receive(deadline, late)
        if not isinstance(reply, BestMove) or reply.id != self._asked:
            raise program.failure(Fault.GARBLED, f"did not answer view {self._asked}")
        phase, board = view.public.phase, view.ruleset.board
        for action in legal_actions(view):
            if format_action(action, phase, board) == reply.move:
                return action
        raise program.failure(Fault.ILLEGAL, f"played {reply.move[:20]!a}, which is not legal")


def _goes_on(before: View, now: View) -> bool:
    """Return whether a view continues the same game, as far as its seat can tell."""
    same_game = before.viewer is now.viewer and before.ruleset == now.ruleset
    return same_game and now.history[: len(before.history)] == before.history


class _Program:
    """A running program with its three pipes."""

    def __init__(self, command: str, name: str) -> None:
        self._name = name
        if not hasattr(os, "killpg"):
            raise self.failure(Fault.NOT_STARTED, "programs can play on Linux and macOS only")
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise self.failure(Fault.NOT_STARTED, f"could not be started ({why})") from None
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = (s.fileno() for s in streams if s is not None)
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream, False)
        self._is_complaining = True
        self._complaint = b""
        self._unread = b""
        self._finalizer = weakref.finalize(self, _end_process, self._process, 0.0)

    def failure(self, fault: Fault, reason: str) -> ProgramError:
        """Make the error that says what this program did."""
        return ProgramError(self._name, fault, reason)

    def send(self, message: Message, seconds: float) -> None:
        """Write a message, even if the program is slow to read it."""
        rest = encode(message)
        deadline = time.monotonic() + seconds
        while rest:
            if self._stdin not in self._wait(deadline, writing=True):
                raise self.failure(Fault.TIMEOUT, "does not read what it is sent")
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                continue
            except OSError:
                if self._has_unread_line():
                    return  # What it wrote before it ended says more than that it ended.
                raise self._crash() from None

    def _has_unread_line(self) -> bool:
        with suppress(OSError):
            self._unread += os.read(self._stdout, 1 << 16)
        return b"\n" in self._unread

    def receive(self, deadline: float, late: str) -> BotHello | BestMove:
        """Wait for the next hello or answer; ``late`` is the message if the deadline passes."""
        heard = len(self._unread)
        while True:
            line, newline, rest = self._unread.partition(b"\n")
            if newline:
                self._unread = rest
                try:
                    reply = parse_reply(line)
                except GarbledReplyError as error:
                    raise self.failure(Fault.GARBLED, f"wrote no message: {error}") from None
                if reply is not None:
                    return reply
            elif len(line) > MAX_LINE:
                raise self.failure(Fault.FLOODED, f"wrote a line of more than {MAX_LINE} bytes")
            elif heard > MAX_OUTPUT:
                raise self.failure(Fault.FLOODED, f"wrote more than {MAX_OUTPUT} bytes at once")
            else:
                new = self._read(deadline, late)
                heard += len(new)
                self._unread += new

    def end(self, *, grace: float) -> None:
        """End the program and its child processes, and read the rest of its error output."""
        if self._finalizer.detach() is not None:
            with suppress(OSError):
                self._complain(os.read(self._stderr, 1 << 16))
            _end_process(self._process, grace)

    def _read(self, deadline: float, late: str) -> bytes:
        if self._stdout not in self._wait(deadline, writing=False):
            raise self.failure(Fault.TIMEOUT, late)
        try:
            new = os.read(self._stdout, 1 << 16)
        except BlockingIOError:
            return b""
        if not new:
            raise self._crash()
        return new

    def _wait(self, deadline: float, *, writing: bool) -> set[int]:
        """Wait until a pipe is ready, and collect error output meanwhile.

        A program that has exited is not waited for, even if a child process keeps its pipes open.
        """
        awaited = self._stdin if writing else self._stdout
        while True:
            with selectors.DefaultSelector() as selector:
                event = selectors.EVENT_WRITE if writing else selectors.EVENT_READ
                selector.register(awaited, event)
                if self._is_complaining:
                    selector.register(self._stderr, selectors.EVENT_READ)
                seconds = deadline - time.monotonic()
                ready = {key.fd for key, _ in selector.select(min(max(seconds, 0.0), GLANCE))}
            if self._stderr in ready:
                with suppress(BlockingIOError):
                    self._complain(os.read(self._stderr, 1 << 16))
            if awaited in ready or seconds <= 0:
                return ready
            if not ready and self._process.poll() is not None:
                raise self._crash()

    def _complain(self, words: bytes) -> None:
        self._is_complaining = bool(words)
        self._complaint = (self._complaint + words)[-MAX_COMPLAINT:]

    def _crash(self) -> ProgramError:
        """End a program that has closed a pipe; report its exit status and last error line."""
        _has_ended(self._process, GRACE)
        self.end(grace=0.0)
        status = self._process.returncode
        if status in (-signal.SIGTERM, -signal.SIGKILL):
            reason = "closed its pipe"
        elif status < 0:
            reason = f"was ended by signal {-status}"
        else:
            reason = f"ended with exit status {status}"
        words = self._complaint.decode("utf-8", "replace").strip().splitlines()
        if words:
            reason += f": {words[-1][:120]!a}"
        return self.failure(Fault.CRASHED, reason)


def _end_process(process: subprocess.Popen[bytes], grace: float) -> None:
    """End the process group: wait, then SIGTERM, then SIGKILL; leave no zombie."""
    if process.stdin is not None:
        process.stdin.close()
    if not _has_ended(process, grace):
        _signal_group(process, signal.SIGTERM)
        if not _has_ended(process, GRACE):
            _signal_group(process, signal.SIGKILL)
            process.wait()
    _signal_group(process, signal.SIGKILL)  # Child processes left behind.
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _has_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
