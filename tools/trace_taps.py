"""Measure the CPU time that the page needs to answer a tap, from a trace of the browser.

    python tools/trace_taps.py [--runs 3] [--page OLD --page NEW]

The taps are those of ``measure_page.py``, without slowing down processor or network. CPU time of
the page's main thread, from the touch to the commit of the next frame, depends far less on the load
of the machine than the time on the clock. Figures are medians in milliseconds; several pages take
turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page

from kahuna.server.settings import PAGE
from measure_page import OBSERVE, REST, VISITS, open_phone, page_options, take_turns
from screens import Games

CATEGORIES: Final = [
    "toplevel",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "blink",
    "cc",
    "v8",
]
KINDS: Final = {
    "script": {"FunctionCall", "v8.callFunction", "RunMicrotasks", "FireAnimationFrame"},
    "style": {"UpdateLayoutTree"},
    "layout": {"Layout"},
    "paint": {"PrePaint", "Paint", "Layerize", "Commit"},
}
COLUMNS: Final = ("all", *KINDS)

Event = dict[str, Any]


def trace(browser: Browser, url: str, games: Games, screen: str) -> dict[str, dict[str, float]]:
    """Return the CPU time of each tap of a screen, by kind."""
    page = open_phone(browser)
    page.context.add_init_script(OBSERVE)
    session = browser.new_browser_cdp_session()
    events: list[Event] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    taps: dict[str, dict[str, float]] = {}
    for tap in VISITS[screen](page, url, games):
        page.wait_for_timeout(REST)
        if tap:
            _stop(session, page)
            taps[tap] = _costs(events)
        events.clear()
        config = {"includedCategories": CATEGORIES}
        session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    _stop(session, page)
    page.context.close()
    return taps


def _stop(session: CDPSession, page: Page) -> None:
    ended: list[object] = []

    def note(event: object) -> None:  # Playwright cannot wrap a method of a list.
        ended.append(event)

    session.once("Tracing.tracingComplete", note)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)


def _costs(events: Iterable[Event]) -> dict[str, float]:
    """Sum the CPU time from the touch to the commit of the frame after the click, by kind."""
    spans = [event for event in events if event["ph"] == "X"]
    touch = min((e for e in spans if _is(e, "pointerdown")), key=_start)
    click = min((e for e in spans if _is(e, "click")), key=_start)
    thread = sorted(
        (e for e in spans if (e["pid"], e["tid"]) == (touch["pid"], touch["tid"])),
        key=lambda e: (e["ts"], -e["dur"]),
    )
    commits = (e for e in thread if e["name"] == "Commit" and e["ts"] > click["ts"])
    end = _end(min(commits, key=_start))
    costs = dict.fromkeys(COLUMNS, 0.0)
    open_spans: list[tuple[float, str]] = []
    for event in thread:
        if _end(event) < touch["ts"] or event["ts"] > end:
            continue
        while open_spans and open_spans[-1][0] <= event["ts"]:
            open_spans.pop()
        outer = open_spans[-1][1] if open_spans else ""
        kind = next((key for key, names in KINDS.items() if event["name"] in names), outer)
        cost = event.get("tdur", 0) / 1000
        if not open_spans:
            costs["all"] += cost
        if kind != outer:
            costs[kind] += cost
            if outer:
                costs[outer] -= cost
        open_spans.append((_end(event), kind))
    return costs


def _is(event: Event, kind: str) -> bool:
    if event["name"] != "EventDispatch":
        return False
    data: dict[str, object] = event["args"].get("data", {})
    return data.get("type") == kind


def _start(event: Event) -> float:
    return float(event["ts"])


def _end(event: Event) -> float:
    return float(event["ts"] + event["dur"])


def main() -> None:
    """Measure and print."""
    arguments = page_options(__doc__).parse_args()
    pages: list[Path] = arguments.page or [PAGE]
    found: dict[tuple[str, Path], list[dict[str, float]]] = {}
    for (page, _), visits in take_turns(pages, arguments.runs, trace).items():
        for visit in visits:
            for tap, costs in visit.items():
                found.setdefault((tap, page), []).append(costs)
    print(f"| tap | page | {' | '.join(COLUMNS)} |")
    print("|---|---|" + "---:|" * len(COLUMNS))
    for tap in dict.fromkeys(tap for tap, _ in found):
        for page in pages:
            runs = found[tap, page]
            figures = " | ".join(f"{median(run[key] for run in runs):.1f}" for key in COLUMNS)
            print(f"| {tap} | {page} | {figures} |")


if __name__ == "__main__":
    main()
