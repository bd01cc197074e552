"""The coach serves many at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kahuna import coach
from kahuna.hosting.study import coach_tasks
from kahuna.hosting.study.coach_tasks import CoachTasks, RankStep
from kahuna.server.jobs.coach_pool import MAX_WAITING


def test_every_ranking_comes_to_an_end_even_if_all_who_may_wait_take_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rank_actions(_view: object, **_: object) -> Iterator[int]:
        return iter((1, 2))

    view: Any = None
    monkeypatch.setattr(coach, "rank_actions", rank_actions)
    monkeypatch.setattr(coach_tasks, "render_ranking", lambda ranking, *_: ranking)
    handle = CoachTasks()
    steps = [RankStep(job, view, 48, "en") for job in range(MAX_WAITING.in_all)]
    for expected in (1, 2, None):
        assert {handle(step) for step in steps} == {expected}
