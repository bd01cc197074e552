"""The coach's process ends with the server."""

from __future__ import annotations

import pytest

from kahuna.server.jobs import coach_pool
from kahuna.server.jobs.coach_pool import CoachPool, CoachTask, JudgeTask
from kahuna.workers import Worker, WorkerLostError


def test_a_process_that_starts_while_the_server_stops_is_ended(monkeypatch: pytest.MonkeyPatch):
    """Closing could not know it yet, and would wait for its answer."""
    pool = CoachPool()
    started: list[Worker[CoachTask, object]] = []

    def start(coach: coach_pool._Coach, **options: bool) -> Worker[CoachTask, object]:
        started.append(Worker(coach, **options))
        pool._is_closed = True
        return started[0]

    monkeypatch.setattr(coach_pool, "_Worker", start)
    with pytest.raises(WorkerLostError, match="stopping"):
        pool._work(JudgeTask((), ("", ""), "en"))
    with pytest.raises(ValueError, match="closed"):
        started[0].process.is_alive()
    pool.close()
