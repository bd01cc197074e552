"""Bad input: one message that says what, where and what would be right; exit 2; no traceback."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna.bots import BOTS, RandomBot
from kahuna.cli import app
from kahuna.record import RecordError
from kahuna.record.game_files import sources

from .test_commands import RUNNER, run

PATIENCE = 120
"""Seconds to wait for a process, also on a slow machine."""
SIMULATE = ("simulate", "--games", 1, "--white", "random", "--black", "random", "--out", "-")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--bot", ""), r"--bot: there is no bot ''; there are random, greedy"),
        (("play", "--bot", "deep"), r"--bot: there is no bot 'deep'; there are random, greedy"),
        (("play", "--seat", "white"), "add --bot"),
        (("play", "--bot", "greedy", "--seat", "red"), "'red' is not one of white, black"),
        (("play", "--edition", "1998"), "'1998' is not one of kosmos-2015"),
        (("play", "--edition", "ksr", "--variant1"), "ksr does not offer variant 1"),
        (("play", "--handicap", 4, "--handicap-seat", "white"), "handicap must be 0 to 3"),
        (("play", "--handicap", 1), "the seat that places them"),
        (("play", "--first", "me"), "white, black, random"),
        (("play", "--white", "\x1b[2J"), "1 to 80 printable"),
        (("play", "--white", "x" * 81), "1 to 80 printable"),
        (("play", "--resume", "/nowhere/game.json"), "cannot be read .No such file"),
        (("play", "--save", "/"), "/ is a folder"),
        (("play", "--save", "/nowhere/a/b"), "cannot be written .there is no folder /nowhere/a"),
        (("play", "--save", "/dev/full"), "/dev/full is not an ordinary file"),
        (("play", "--save", "/dev/full/x"), "/dev/full/x cannot be written .Not a directory"),
        (("play", "--resume", "x", "--first", "white"), "--first cannot be used together with"),
        (("simulate", "--games", 0), "greater than or equal to 1|x>=1"),
        (("simulate",), "Missing option"),
        ((*SIMULATE, "--edition", "custom(bridges=0)"), "is not a ruleset"),
        ((*SIMULATE[:-1], "/nowhere/x.jsonl"), "/nowhere/x.jsonl cannot be written"),
        ((*SIMULATE[:-1], "/"), "is a folder"),
        ((*SIMULATE[:-1], "/dev/null"), "not an ordinary file"),
        ((*SIMULATE[:-1], "a\0b"), "cannot be written"),
        (("replay", "/nowhere"), "/nowhere: cannot be read"),
        (("replay", "/"), "Is a directory"),
        (("rules", "R99"), "no paragraph 'R99'"),
        (("rules", "R8", "--diff"), "choose one"),
        (("rules", "--edition", "x"), "'x' is not one of"),
        (("board", "--night"), "add --svg"),
        (("board", "--svg", "/"), "/ is a folder"),
        (("board", "--svg", ""), "--svg: the name of the file is empty"),
        ((*SIMULATE[:-1], ""), "--out: the name of the file is empty"),
        (("bench", "--seconds", 0), "greater than or equal to 0.1|x>=0.1"),
        (("board", "--position", ""), "9 fields, not"),
        (("rules", ""), "no paragraph ''"),
        (("rules", "--edition", ""), "'' is not one of"),
        (("board", "--position", "nonsense"), "9 fields, not 1"),
        (
            ("board", "--position", "AB/AB ABC/DEF GHI - -/- - 1.1 w ksr"),
            "has two owners",
        ),
        (("board", "--position", "AB/BA ABC/DEF GHI - -/- - 1.1 w ksr"), "expected AB"),
        (("board", "--position", "-/- AAABCD/DEF GHI - -/- - 1.1 w ksr"), "2 problems"),
        (("nonsense",), "No such command"),
    ],
)
def test_bad_arguments(arguments, said):
    result = run(*arguments, status=2)
    assert re.search(said, result.stderr)
    assert "Traceback" not in result.output
    assert result.stdout == ""


def record(**changes):
    text = RUNNER.invoke(app, [str(argument) for argument in SIMULATE]).stdout
    return {**json.loads(text), **changes}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"\n \n", "the file is empty"),
        (b"\xff\xfe", "byte 0 is not UTF-8"),
        (b"\xef\xbb\xbf{}", "begins with a byte-order mark; expected UTF-8 without one"),
        (b'{"plies": [], "plies": []}', "the key 'plies' occurs twice"),
        (b"{", "not a complete JSON"),
        (b"[1, 2]", "expected an object"),
        (b"[" * 100_000, "not a JSON object that could be"),
        (b"hello", "this is not a game"),
        (b"kahuna game\nrules: kosmos-2015\n", "there is no 'first'"),
        (b'{"format": "kahuna-record", "version": 1}', "there is no 'ruleset'"),
    ],
)
def test_files_that_are_no_games(tmp_path, content, said):
    path = tmp_path / "games"
    path.write_bytes(content)
    for command in (("replay", path), ("replay", path, "--verify"), ("play", "--resume", path)):
        result = run(*command, status=2)
        assert re.search(said, result.stderr)
        assert str(path) in result.stderr


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"plies": ["."] * 1_000_000}, "plies: .* expected a list of 0 to 1000"),
        ({"plies": 7}, "plies: 7 does not fit"),
        ({"plies": [7]}, r"game.json, ply 1: 7 does not fit; expected text"),
        ({"plies": ["+AG/A"]}, r"ply 1: there is no line AG; expected a line of ALOA"),
        ({"deal": {"hands": ["AAA", "BCD"], "open": "EFG"}}, "deal: 3 cards of ALOA"),
        ({"deal": {"hands": ["ABCD", "BCD"], "open": "EFG"}}, "expected 3 cards"),
        ({"outcome": None}, "expected .*(points|wipeout|third|bridges|draw)"),
        ({"version": 2}, "version: 2 does not fit"),
        ({"seats": [{"name": "\x1b"}, {"name": ""}]}, "printable"),
    ],
)
def test_records_with_something_wrong(tmp_path, changes, said):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(**changes)), encoding="utf-8")
    result = run("replay", path, "--verify", status=2)
    assert re.search(said, result.stderr)


def test_only_what_can_go_on_is_resumed(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record()), encoding="utf-8")
    assert "this game is over" in run("play", "--resume", path, status=2).stderr
    path.write_text(json.dumps(record(outcome=None)), encoding="utf-8")
    assert "these plies end the game" in run("play", "--resume", path, status=2).stderr
    bad = record(outcome=None, hashes=None, plies=["+AB/L"])
    path.write_text(json.dumps(bad), encoding="utf-8")
    assert "ply 1: +AB/L is not legal" in run("play", "--resume", path, status=2).stderr
    for terminal in (7, {"bots": [1, None], "seed": ""}, {"bots": ["deep", None], "seed": "1"}):
        odd = record(outcome=None, hashes=None, plies=[], terminal=terminal)
        path.write_text(json.dumps(odd), encoding="utf-8")
        complaint = run("play", "--resume", path, status=2).stderr
        assert complaint.startswith(f"kahuna: {path}")
        assert complaint.count("\n") == 1
    line = json.dumps(record())
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    assert "holds 2 games" in run("play", "--resume", path, status=2).stderr


def test_a_place_that_is_not_there(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record()), encoding="utf-8")
    assert "choose 1\n" in run("replay", path, "--game", 2, status=2).stderr
    assert "choose 0 to" in run("replay", path, "--at", 5000, status=2).stderr
    assert "choose 0 to" in run("replay", path, "--at", -1, status=2).stderr
    assert "leave out --game" in run("replay", path, "--verify", "--game", 1, status=2).stderr


@given(st.text(max_size=60) | st.sampled_from(["{", "{}", "kahuna game"]).flatmap(st.just))
def test_no_text_breaks_the_reader_of_files(text):
    try:
        games = [source.game() for source in sources(text, "file")]
    except RecordError as error:
        assert str(error).startswith("file")
    else:
        assert games


def start(*arguments, **options):
    command = [sys.executable, "-c", "from kahuna.cli import main; main()", *map(str, arguments)]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(command, **{**pipes, **options})


def test_a_reader_that_goes_away_is_no_error():
    with start(*SIMULATE[:2], 5000, *SIMULATE[3:]) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) != 0


def test_a_reader_that_was_never_there_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    with start("board", stdout=writing) as process:
        os.close(writing)
        assert process.stderr.read() == b""


def test_an_interrupted_simulation_leaves_finished_games_under_another_name(tmp_path):
    path = tmp_path / "games.jsonl"
    process = start(*SIMULATE[:2], 50_000, *SIMULATE[3:-1], path)
    partial = tmp_path / "games.jsonl.partial"
    while not partial.exists() or partial.read_bytes().count(b"\n") < 2:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in complaint
    assert str(partial) in complaint.decode()
    assert not path.exists()
    assert "games follow the rules" in run("replay", partial, "--verify").stdout


def test_a_terminal_that_knows_no_unicode():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for arguments in (("board",), ("rules", "R8"), ("rules", "--diff")):
        process = start(*arguments, env=environment)
        out, complaint = process.communicate(timeout=PATIENCE)
        assert (process.returncode, complaint) == (0, b"")
        assert out.isascii()


def test_input_that_is_no_text(tmp_path):
    process = start("play", "--plain", "--seed", "1", "--save", tmp_path / "game.json")
    out, complaint = process.communicate(b"\n\xff\xfe\x00\n1\n", timeout=PATIENCE)
    assert (process.returncode, complaint) == (0, b"")
    assert b"I do not understand" in out


@pytest.mark.parametrize(
    ("arguments", "closed", "status", "said"),
    [
        (("rules", "R1.1"), ">&-", 0, b""),
        (("play", "--plain", "--save", "game.json"), "<&-", 0, b""),
        (
            ("replay", "-"),
            "<&-",
            2,
            b"kahuna: -: the file is empty; expected games, one per line\n",
        ),
        (("board", "--night"), "<&- >&- 2>&-", 2, b""),
    ],
)
def test_streams_that_are_closed(tmp_path, arguments, closed, status, said):
    command = shlex.join([sys.executable, "-c", "from kahuna.cli import main; main()", *arguments])
    process = subprocess.run(
        ["sh", "-c", f"{command} {closed}"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (process.returncode, process.stderr) == (status, said)


def test_a_full_disk():
    process = start(*SIMULATE[:-1], "/dev/full")
    assert process.communicate(timeout=PATIENCE)[1].startswith(b"kahuna: ")
    with open("/dev/full", "wb") as full:
        process = start(*SIMULATE, stdout=full)
        complaint = process.communicate(timeout=PATIENCE)[1]
    assert b"Traceback" not in complaint
    assert process.returncode != 0


def test_what_was_played_before_the_disk_was_full_is_kept(tmp_path):
    path = tmp_path / "games.jsonl"
    command = shlex.join([sys.executable, "-c", "from kahuna.cli import main; main()"])
    command += shlex.join(["", *map(str, (*SIMULATE[:2], 400, *SIMULATE[3:-1], path))])
    limited = subprocess.run(
        ["bash", "-c", f"ulimit -f 20; {command}"], capture_output=True, text=True
    )
    assert limited.returncode == 2
    said = re.search(
        r"games\.jsonl cannot be written .*; the (\d+) games .* are in (.*\.partial)",
        limited.stderr,
    )
    assert said, limited.stderr
    assert not path.exists()
    assert f"{said[1]} of {said[1]} games follow" in run("replay", said[2], "--verify").stdout


def test_what_goes_wrong_inside_a_bot_is_not_about_the_file(tmp_path, monkeypatch):
    class Forgetful(RandomBot):
        def decide(self, view):
            if next(moves) > 500:
                raise OSError(5, "Input/output error", "weights.npz")
            return super().decide(view)

    moves = count()
    monkeypatch.setitem(BOTS, "random", Forgetful)
    path = tmp_path / "games.jsonl"
    result = run(*SIMULATE[:2], 400, *SIMULATE[3:-1], path, status=2)
    kept, problem = result.stderr.splitlines()
    assert kept.endswith("games.jsonl.partial")
    assert problem == "kahuna: weights.npz: Input/output error"


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        # Pydantic makes an error of its own of a Ctrl-C.
        (TypeError("Error building a validator:\n  KeyboardInterrupt: "), 130, "kahuna: stopped\n"),
        (ZeroDivisionError("oh"), 70, "ZeroDivisionError: oh"),
    ],
    ids=["a wrapped Ctrl-C", "our own mistake"],
)
def test_what_nobody_expected_is_one_line_too(error, status, said, monkeypatch, capsys):
    from kahuna import bench
    from kahuna.cli import main

    def fail(rows, *, seconds):
        raise error

    monkeypatch.setattr(bench, "measure", fail)
    monkeypatch.setattr(sys, "argv", ["kahuna", "bench"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == status
    errors = capsys.readouterr().err
    assert said in errors
    assert "Traceback" not in errors
