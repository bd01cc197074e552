"""Follow a request through all nodes: its id in the logs, and optional OpenTelemetry spans.

A request has an id from the proxy, or gets one. Hints to other nodes and jobs of bots carry it, so
that everything it causes can be found. Traces are off unless ``KAHUNA_TRACES=otlp`` is set; then
they go where the variables of OpenTelemetry say. Nothing of OpenTelemetry is imported otherwise.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from hashlib import blake2b
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from kahuna.server.startup_errors import StartError

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

_VALID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_current: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
_tracer: Tracer | None = None
_NO_SPAN: Final = nullcontext()


def current_request() -> str | None:
    """Return the id of the current request."""
    return _current.get()


def accept_request_id(given: str | None) -> str:
    """Return the id that a proxy has set if it is safe to log, otherwise a new one."""
    return given if given is not None and _VALID.fullmatch(given) else token_hex(8)


@contextmanager
def serving(request: str | None) -> Iterator[None]:
    """Run the block on behalf of a request."""
    token = _current.set(request)
    try:
        yield
    finally:
        _current.reset(token)


def span(name: str) -> AbstractContextManager[object]:
    """Trace the block if tracing is on."""
    if _tracer is None:
        return _NO_SPAN
    return _tracer.start_as_current_span(
        name, attributes={"kahuna.request_id": current_request() or ""}
    )


def set_up_traces() -> None:
    """Turn on tracing if the environment variable ``KAHUNA_TRACES`` says so."""
    wanted = os.environ.get("KAHUNA_TRACES", "")
    if not wanted:
        return
    if wanted != "otlp":
        problem = f"KAHUNA_TRACES is otlp or empty, not {wanted[:40]!r}"
        raise StartError("in_english", message=problem)
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
    except ModuleNotFoundError as error:
        problem = f"{error.name} is not installed: pip install 'kahuna[telemetry]'"
        raise StartError("in_english", message=problem) from None

    class RequestIdGenerator(RandomIdGenerator):
        """Gives all spans of a request the same trace id on every node."""

        def generate_trace_id(self) -> int:
            """Return a trace id."""
            request = current_request()
            if request is None:
                return super().generate_trace_id()
            return int.from_bytes(blake2b(request.encode(), digest_size=16).digest(), "big")

    provider = TracerProvider(
        # OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override the name.
        resource=Resource.create({SERVICE_NAME: os.environ.get("OTEL_SERVICE_NAME", "kahuna")}),
        id_generator=RequestIdGenerator(),
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    global _tracer  # noqa: PLW0603
    _tracer = provider.get_tracer("kahuna")
