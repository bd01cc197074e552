"""``kahuna play`` and ``kahuna replay`` in a real terminal."""

import os
import re
import signal
import sys

import pexpect
import pytest

from kahuna.record import parse_record

pytestmark = [
    pytest.mark.slow,  # Processes are started and waited for.
    # A terminal needs a fork, and another test may have started JAX; the child replaces itself.
    pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning"),
]

UP = "\x1b[A"
CLEARED = "\x1b[3J"


@pytest.fixture
def terminal(tmp_path):
    """Starts the command line in a terminal of 100 by 60."""
    started = []

    def start(*arguments):
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "INPUTRC": os.devnull,
        }
        child = pexpect.spawn(
            sys.executable,
            ["-c", "from kahuna.cli import main; main()", *map(str, arguments)],
            dimensions=(60, 100),
            encoding="utf-8",
            env=environment,
            timeout=120,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def plies_of(path):
    return parse_record(path.read_text(encoding="utf-8")).plies


def test_two_people_share_a_keyboard_and_leave_with_ctrl_c(terminal, tmp_path):
    names = ("--white", "Ada", "--black", "Bob", "--first", "white")
    child = terminal("play", "--seed", "1", *names)
    child.expect("Pass the keyboard to Ada")
    child.sendline("")
    child.expect(r"Your hand: (.*?)\.")
    ada = child.match[1]
    child.expect("Ada> ")
    child.sendline("1")
    child.expect("You play .*Ada> ")
    child.sendline("xq")
    child.expect("no island.*Ada> ")
    child.sendline("pile")
    child.expect("You draw ([A-Z]{4}) from the pile.*hide your cards")
    drawn = child.match[1]
    child.sendline("")
    child.expect_exact(CLEARED)
    child.expect("Pass the keyboard to Bob")
    child.sendline("")
    child.expect_exact(CLEARED)
    child.expect("Bob> ")
    assert "Ada draws a card from the pile" in child.before
    assert f"draws {drawn}" not in child.before
    hand = re.search(r"Your hand: (.*?)\.", child.before)[1]
    assert hand != ada
    child.send(UP)
    child.sendline("")
    child.expect("Bob> ")
    assert "pile" not in child.before.splitlines()[0]
    child.sendintr()
    child.expect(r"--resume (\S+\.json)")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    (path,) = (tmp_path / "state" / "kahuna").iterdir()
    assert len(plies_of(path)) == 2


def test_a_killed_game_goes_on_where_it_was(terminal, tmp_path):
    path = tmp_path / "game.json"
    child = terminal("play", "--bot", "greedy", "--seed", "4", "--first", "white", "--save", path)
    child.expect("White> ")
    for _ in range(2):
        child.sendline("1")
        child.expect("You play .*White> ")
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    before = plies_of(path)
    assert len(before) == 2
    child = terminal("play", "--resume", path, "--plain")
    child.expect("The game continues where you left off.*White> ")
    child.sendline("undo")
    child.expect("Taken back.*White> ")
    child.sendline("<*")
    child.expect("Since your last turn.*You draw .*Your turn.*White> ")
    child.sendeof()
    child.expect("The game is saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    after = plies_of(path)
    assert after[:1] == before[:1]
    assert len(after) > 2
    assert [name for name in os.listdir(tmp_path) if name.startswith(".")] == []


def test_stepping_through_a_game(terminal, tmp_path):
    path = tmp_path / "games.jsonl"
    child = terminal(
        *("simulate", "--games", 2, "--white", "random", "--black", "random", "--out", path)
    )
    child.expect("playing.*2/2.*2 games: ")
    child.expect(pexpect.EOF)
    child = terminal("replay", path, "--game", 2)
    count = len(parse_record(path.read_text(encoding="utf-8").splitlines()[1]).plies)
    child.expect(f"Start of the game; plies to come: {count}.*leave > ")
    for typed, shown in (
        ("", "Ply 1 of"),
        ("n", "Ply 2 of"),
        ("b", "Ply 1 of"),
        ("t", "Ply [0-9]+ of"),
        ("99999", f"no ply '99999'; type a number from 0 to {count}"),
        (str(count), f"Ply {count} of {count}.*(wins|draw)"),
        ("", f"Ply {count} of {count}"),
        ("0", "Start of the game"),
        ("b", "Start of the game"),
    ):
        child.sendline(typed)
        child.expect(f"{shown}.*leave > ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
