"""Runs: plans, workers, journals, and what a kill in the middle does to them."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from kahuna.arena import (
    ArenaError,
    Entrant,
    Journal,
    PairTask,
    Plan,
    Run,
    Sprt,
    compute_standings,
    execute_run,
    parse_entrants,
    play_pair,
)
from kahuna.arena.journal import format_result, parse_result
from kahuna.arena.pair import GameResult, PairResult
from kahuna.arena.pool import local_runner, play_here
from kahuna.arena.standings import run_report
from kahuna.bots.spec import BotSpecError
from kahuna.core import Ruleset, Termination
from kahuna.record import parse_record, replay
from kahuna.workers import Worker

SIX = ("a=random", "b=random", "c=random", "d=random", "e=random", "greedy")
RUN = """
import sys
from pathlib import Path
from kahuna.arena import Journal, Plan, Run, execute_run, parse_entrants
from kahuna.arena.pool import local_runner

if __name__ == "__main__":
    path, pairs, workers, *bots = sys.argv[1:]
    plan = Plan(parse_entrants(bots), int(pairs), seed=7)
    with Journal(Path(path), plan) as journal:
        execute_run(Run(plan), local_runner(int(workers)), journal=journal)
"""


def plan_of(*bots, pairs=3, seed=7, **options):
    return Plan(parse_entrants(bots), pairs, seed=seed, **options)


def without_timing(run):
    return {key: value for key, value in run_report(run).items() if key != "timing"}


def without_seconds(results):
    return [
        result._replace(games=tuple(game._replace(seconds=(0, 0)) for game in result.games))
        for result in results
    ]


def finished(plan, *, workers=1, sprt=None):
    run = Run(plan, sprt)
    execute_run(run, local_runner(workers))
    assert run.is_over
    return run


def fake_pairs(scores):
    """Results that nobody played: the two scores of each pair."""
    for number, games in enumerate(scores):
        one, other = (GameResult(score, "points", 1, (1, 0), (0.0, 0.0)) for score in games)
        yield PairResult(PairTask(0, number), (one, other))


def test_entrants_are_checked_before_anything_is_played():
    assert parse_entrants(["x=random", "cmd:foo --a=b"])[1] == Entrant(*["cmd:foo --a=b"] * 2)
    with pytest.raises(ArenaError, match="two bots are called 'random'; rename one"):
        parse_entrants(["random", "random"])
    with pytest.raises(BotSpecError, match="there is no bot 'nobody'"):
        parse_entrants(["random", "x=nobody"])
    with pytest.raises(ArenaError, match="printable"):
        parse_entrants(["a\nb=random"])
    with pytest.raises(ArenaError, match="at least two bots"):
        plan_of("random")
    with pytest.raises(ArenaError, match="at least two games"):
        plan_of("random", "greedy", pairs=0)


def test_a_pair_is_one_deal_played_from_both_seats():
    plan = plan_of("a=random", "b=random", with_records=True)
    one, other = (parse_record(game.record) for game in play_pair(plan, PairTask(0, 1)).games)
    assert one.deal == other.deal
    assert one.first == other.first
    assert one.players == ("a", "b")
    assert other.players == ("b", "a")
    assert one.plies != other.plies
    for record in (one, other):
        assert list(replay(record))


def test_a_game_depends_on_its_task_alone():
    plan = plan_of("a=random", "b=random", "greedy", pairs=4, with_records=True)
    tasks = list(plan.tasks)
    forward = without_seconds(play_pair(plan, task) for task in tasks)
    backward = without_seconds(play_pair(plan, task) for task in reversed(tasks))
    assert forward == backward[::-1]
    records = [game.record for result in forward for game in result.games]
    assert len(set(records)) == len(records)
    longer = plan_of("a=random", "b=random", "greedy", pairs=5, with_records=True)
    assert forward[0] == without_seconds([play_pair(longer, tasks[0])])[0]
    other = plan_of("a=random", "b=random", "greedy", pairs=4, seed=8, with_records=True)
    assert forward[0] != without_seconds([play_pair(other, tasks[0])])[0]


def test_scores_are_those_of_the_records():
    plan = plan_of("greedy", "random", with_records=True, ruleset=Ruleset(no_trespass=True))
    for task in plan.tasks:
        for seat, game in enumerate(play_pair(plan, task).games):
            record = parse_record(game.record)
            winner = record.outcome.winner
            assert game.score == (0.5 if winner is None else float(winner == seat))
            assert game.num_plies == len(record.plies) == sum(game.moves)
            assert record.ruleset.no_trespass


def test_processes_change_nothing():
    plan = plan_of("a=random", "greedy", "b=random")
    assert without_timing(finished(plan)) == without_timing(finished(plan, workers=2))


def test_a_program_that_misbehaves_loses_its_games_and_no_others():
    crash = f"cmd:{shlex.join([sys.executable, '-c', 'pass'])}"
    plan = plan_of(f"bad={crash}", "greedy", "random", pairs=1, with_records=True)
    run = finished(plan, workers=2)
    table = compute_standings(plan, run.results)
    against_greedy, against_random, rest = table.matchups
    assert (against_greedy.losses, against_random.losses) == (2, 2)
    assert against_greedy.terminations == {"resignation": 2}
    assert "ended with exit status 0" in against_greedy.forfeits[0]
    assert not rest.forfeits
    for seat, game in enumerate(run.results[0].games):
        note = json.loads(game.record)["forfeit"]
        assert note["seat"] == seat
        assert note["fault"] == "crashed"
        assert "exit status 0" in note["reason"]
        assert parse_record(game.record).outcome.termination is Termination.RESIGNATION


def test_a_lost_helper_of_a_search_forfeits_one_game_and_no_other(monkeypatch):
    def send_and_kill(worker, request):
        send(worker, request)
        if not killed:
            killed.append(worker.process)
            killed[0].kill()
            killed[0].join()

    killed = []
    send = Worker.send
    monkeypatch.setattr(Worker, "send", send_and_kill)
    plan = plan_of("search:2:2", "random", pairs=1, with_records=True)
    one, other = play_pair(plan, PairTask(0, 0)).games
    assert (one.score, one.termination) == (0.0, "resignation")
    assert "ended from outside" in one.forfeit
    assert json.loads(one.record)["forfeit"]["fault"] == "failed"
    assert other.forfeit is None


def test_a_mistake_in_a_bot_ends_the_run_with_its_traceback():
    plan = plan_of("a=random", "b=random")
    broken = Plan((Entrant("a", "random"), Entrant("b", "nobody")), 3)
    assert plan.pairings == broken.pairings
    with pytest.raises(ArenaError, match="there is no bot 'nobody'"):
        execute_run(Run(broken), local_runner(2))


def test_a_test_ends_at_the_same_pair_whatever_the_order():
    plan = plan_of("a=random", "b=random", pairs=400)
    rng = Random(3)
    pairs = list(fake_pairs((rng.random() < 0.7, rng.random() < 0.7) for _ in range(400)))
    ends = []
    for seed in range(3):
        run = Run(plan, Sprt(0, 50))
        shuffled = pairs.copy()
        Random(seed).shuffle(shuffled)
        for result in shuffled if seed else pairs:
            run.add(result)
        assert run.is_over
        ends.append((run.results, run.decision, run.ratio))
    assert ends[0] == ends[1] == ends[2]
    assert 10 < len(ends[0][0]) < 400
    assert ends[0][1] == "elo1"


def test_a_test_needs_two_bots():
    with pytest.raises(ArenaError, match="compares exactly two bots"):
        Run(plan_of("a=random", "b=random", "greedy"), Sprt(0, 5))


def test_a_test_stops_playing_when_it_is_clear(tmp_path):
    plan = plan_of("greedy", "random", pairs=500)
    sprt = Sprt(0, 200)
    with Journal(tmp_path / "j", plan) as journal:
        run = Run(plan, sprt)
        execute_run(run, play_here, journal=journal)
    assert run.decision == "elo1"
    assert run.num_done < 50
    with Journal(tmp_path / "j", plan) as journal:
        again = Run(plan, sprt)
        execute_run(again, play_nothing, journal=journal)
    assert run_report(again) == run_report(run)


def play_nothing(plan, tasks):
    raise AssertionError("there is nothing left to play")


def test_a_journal_goes_on_where_it_was_cut(tmp_path):
    """Whatever part of the file a crash leaves, the run goes on and ends with the same table."""
    plan = plan_of("a=random", "b=random", pairs=4)
    path = tmp_path / "run.jsonl"
    with Journal(path, plan) as journal:
        whole = Run(plan)
        execute_run(whole, play_here, journal=journal)
    content = path.read_bytes()
    known = {result.task: result for result in whole.results}
    ends = [0, 10, content.index(b"\n"), content.index(b"\n") + 1]
    for end in [*ends, *range(content.index(b"\n") + 5, len(content), 97), len(content) - 1]:
        path.write_bytes(content[:end])
        with Journal(path, plan) as journal:
            run = Run(plan)
            execute_run(run, lambda _, tasks: (known[task] for task in tasks), journal=journal)
        assert run_report(run) == run_report(whole)
        assert sorted(path.read_bytes().splitlines()) == sorted(content.splitlines())


def test_a_pair_that_is_there_twice_counts_once(tmp_path):
    plan = plan_of("a=random", "b=random", pairs=1)
    path = tmp_path / "run.jsonl"
    result = play_pair(plan, PairTask(0, 0))
    with Journal(path, plan) as journal:
        journal.append(result)
    path.write_bytes(path.read_bytes() + format_result(result, plan))
    with Journal(path, plan) as journal:
        run = Run(plan)
        execute_run(run, play_nothing, journal=journal)
    assert compute_standings(plan, run.results).games == 2


def test_a_run_can_be_made_longer_and_looked_at_shorter(tmp_path):
    path = tmp_path / "run.jsonl"
    for pairs in (2, 4, 3):
        plan = plan_of("a=random", "b=random", pairs=pairs)
        with Journal(path, plan) as journal:
            run = Run(plan)
            execute_run(run, play_here, journal=journal)
        assert without_timing(run) == without_timing(finished(plan))
    assert path.read_bytes().count(b"\n") == 5


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 8}, "seed: 7, not 8"),
        ({"with_records": True}, "records"),
        ({"ruleset": Ruleset(open_hands=True)}, r"kosmos-2015, not kosmos-2015\+2"),
    ],
)
def test_a_journal_of_another_run_is_refused(tmp_path, other, words):
    path = tmp_path / "run.jsonl"
    with Journal(path, plan_of("a=random", "b=random")):
        pass
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=words):
        Journal(path, plan_of("a=random", "b=random", **other))
    with pytest.raises(ArenaError, match="entrants: a, b, not a, c"):
        Journal(path, plan_of("a=random", "c=random"))
    assert path.read_bytes() == before


HEADER = b'{"format":"kahuna-arena-journal","version":1,"plan":'
NO_JOURNALS = [
    b"my diary",
    b"my diary\n",
    b"{}\n",
    b"[1]\n",
    b"\xff\n",
    HEADER + b"5}\n",
    b"[" * 10**6,
]


@pytest.mark.parametrize("content", NO_JOURNALS, ids=range(len(NO_JOURNALS)))
def test_a_file_that_is_no_journal_is_left_alone(tmp_path, content):
    path = tmp_path / "diary"
    path.write_bytes(content)
    os.utime(path, (1, 1))
    with pytest.raises(ArenaError, match="is not a journal"):
        Journal(path, plan_of("a=random", "b=random"))
    assert path.read_bytes() == content
    assert path.stat().st_mtime == 1


def test_a_journal_of_a_plan_that_makes_no_sense_is_refused(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_bytes(HEADER + b'{"entrants":[5,[]]}}\n')
    with pytest.raises(ArenaError, match="belongs to another run"):
        Journal(path, plan_of("a=random", "b=random"))


@pytest.mark.parametrize("path", ["/dev/full", "/dev/zero"])
def test_a_journal_is_an_ordinary_file(path):
    with pytest.raises(ArenaError, match="not a regular file"):
        Journal(Path(path), plan_of("a=random", "b=random"))


def test_a_journal_on_a_full_disk_says_so(tmp_path):
    plan = plan_of("a=random", "b=random")
    result = play_pair(plan, PairTask(0, 0))
    journal = Journal(tmp_path / "j", plan)
    journal._file.close()
    journal._file = open("/dev/full", "ab")  # noqa: SIM115
    with pytest.raises(ArenaError, match=r"j cannot be written: No space left"), journal:
        journal.append(result)


def test_a_journal_that_is_damaged_in_the_middle_says_where(tmp_path):
    plan = plan_of("a=random", "b=random", pairs=3)
    path = tmp_path / "run.jsonl"
    with Journal(path, plan) as journal:
        execute_run(Run(plan), play_here, journal=journal)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"bots": 7}\n', *lines[3:]]))
    with pytest.raises(ArenaError, match="line 3: not a pair of games"):
        Journal(path, plan)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ('"pair":0', '"pair":1e999'),
        ('"pair":0', '"pair":-1'),
        ('"moves":[', '"moves":["1",'),
        ('"forfeit":null', '"forfeit":[]'),
        ('"seconds":[', '"seconds":[NaN,'),
        ('"termination":"', '"termination":7,"x":"'),
    ],
)
def test_figures_that_make_no_sense_are_refused(good, bad):
    plan = plan_of("a=random", "b=random", pairs=1)
    line = format_result(play_pair(plan, PairTask(0, 0)), plan).decode()
    parse_result(line.encode(), plan)
    with pytest.raises(ValueError, match="not a pair of games"):
        parse_result(line.replace(good, bad).encode(), plan)


def test_a_journal_has_one_writer(tmp_path):
    plan = plan_of("a=random", "b=random")
    path = tmp_path / "run.jsonl"
    with Journal(path, plan), pytest.raises(ArenaError, match="in use by another run"):
        Journal(path, plan)


def test_a_journal_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(ArenaError, match="cannot be opened"):
        Journal(tmp_path / "no" / "folder", plan_of("a=random", "b=random"))


def kill_in_the_middle(script, path, pairs, bots, *, at_lines):
    """Start a run, and kill it without warning when it has written so many lines."""
    command = [sys.executable, script, path, str(pairs), "2", *bots]
    process = subprocess.Popen([str(word) for word in command])
    deadline = time.monotonic() + 240
    while not path.exists() or path.read_bytes().count(b"\n") < at_lines:
        assert process.poll() is None, "it was over before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.01)
    children = children_of(process.pid)
    assert children
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < deadline, "a worker outlived its run"
        time.sleep(0.01)


def children_of(pid):
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    ("bots", "pairs", "kills"),
    [
        (("a=random", "b=random", "c=random"), 8, [4, 12]),
        pytest.param(SIX, 7, [15, 40, 60], marks=pytest.mark.slow),
    ],
    ids=["three bots", "six bots, 210 games"],
)
def test_a_run_that_is_killed_ends_with_the_same_table(tmp_path, bots, pairs, kills):
    script, path = tmp_path / "run.py", tmp_path / "run.jsonl"
    script.write_text(RUN, encoding="utf-8")
    for at_lines in kills:
        kill_in_the_middle(script, path, pairs, bots, at_lines=at_lines)
    plan = plan_of(*bots, pairs=pairs)
    with Journal(path, plan) as journal:
        assert kills[-1] - 1 <= len(journal.results) < plan.num_tasks
        resumed = Run(plan)
        execute_run(resumed, local_runner(2), journal=journal)
    left_alone = finished(plan, workers=2)
    assert without_timing(resumed) == without_timing(left_alone)
    assert without_seconds(resumed.results) == without_seconds(left_alone.results)
    assert path.read_bytes().count(b"\n") == plan.num_tasks + 1
