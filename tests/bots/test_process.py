"""Programs as bots: they play, and when they misbehave they lose and nothing else happens."""

import gc
import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random

import pytest
from programs import EXAMPLE, HELLO, PLAYS, command, example

from kahuna.bots import RandomBot, process
from kahuna.bots.process import Fault, ProcessBot, ProgramError
from kahuna.core import Ruleset, Seat, Termination, sample_world, view_of
from kahuna.match import Authority, RandomChance, forfeit, play_out

pytestmark = pytest.mark.slow  # Processes are started and waited for.


@pytest.fixture
def started(monkeypatch):
    """The processes that were started; all of them must be gone and reaped in the end."""
    processes = []

    def start(*args, **options):
        processes.append(popen(*args, **options))
        return processes[-1]

    popen = subprocess.Popen
    monkeypatch.setattr(process.subprocess, "Popen", start)
    yield processes
    gc.collect()
    for each in processes:
        assert each.returncode is not None
        with pytest.raises(ProcessLookupError):
            os.kill(each.pid, 0)


def game(seed=1, ruleset=None):
    return Authority(ruleset or Ruleset(), RandomChance(Random(seed)), first=Seat.WHITE)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be noticed does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_the_example_is_short_and_knows_nothing_of_this_package():
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert "import kahuna" not in text
    assert "from kahuna" not in text


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("mybot", "mybot"),
        ("./bots/mybot/ --strong", "mybot --strong"),
        ("'/my games/my bot' x", "my bot x"),
        ("python -c 'print(1)\n\tprint(2)'", "python -c print(1) print(2)"),
        ("/bots/" + "n" * 100, "n" * 39 + "…"),
        ("'no end", "'no end"),
        ("/", "program"),
    ],
)
def test_a_program_is_named_after_its_command(command, name):
    assert process.program_name(command) == name


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(),
        Ruleset(no_trespass=True),
        Ruleset(open_hands=True),
        Ruleset(handicap=2, handicap_seat=Seat.BLACK),
    ],
    ids=lambda ruleset: " ".join(ruleset.variant_names) or "base",
)
def test_the_example_plays_whole_games_and_quits(ruleset, started):
    authority = game(ruleset=ruleset)
    with ProcessBot(example(), Random(1)) as one, ProcessBot(example(), Random(2)) as other:
        outcome = play_out(authority, (one, other))
    assert outcome == authority.outcome
    assert len(started) == 2
    assert [each.returncode for each in started] == [0, 0]


def test_the_same_seed_gives_the_same_game(started):
    records = []
    for _ in range(2):
        authority = game(seed=5)
        with ProcessBot(example(), Random(3)) as bot:
            play_out(authority, (bot, RandomBot(Random(4))))
        records.append(authority.record())
    assert records[0] == records[1]


def test_one_program_can_play_several_games(started):
    with ProcessBot(example(), Random(1)) as bot:
        for seed in range(3):
            play_out(game(seed), (bot, RandomBot(Random(seed))))
    assert len(started) == 1


BAD_FROM_THE_START = {
    "silent": ("import time; time.sleep(600)", Fault.TIMEOUT, "said no hello within"),
    "crashing": ("raise SystemExit(3)", Fault.CRASHED, "ended with exit status 3"),
    "complaining": ("1/0", Fault.CRASHED, "ZeroDivisionError: division by zero"),
    "wrong version": (HELLO.replace("protocol=1", "protocol=2"), Fault.GARBLED, "protocol 1"),
    "nameless": (HELLO.replace('"tester"', "7"), Fault.GARBLED, "no name"),
    "impatient": ('print(\'{"type":"bestmove","id":1,"move":"."}\')', Fault.GARBLED, "hello"),
    "chatting": ("print('Welcome to my bot!')", Fault.GARBLED, "'Welcome to my bot!' is not JSON"),
}

BAD_IN_THE_GAME = {
    "silent": ("time.sleep(600)", Fault.TIMEOUT, "no answer within 0.6 s (does it flush"),
    "slow": ("for v in views(): time.sleep(600)", Fault.TIMEOUT, "no answer"),
    "crashing": ("next(views()); sys.exit(7)", Fault.CRASHED, "exit status 7"),
    "killed": ("next(views()); os.kill(os.getpid(), 6)", Fault.CRASHED, "ended by signal 6"),
    "closing its output": ("os.close(1); time.sleep(600)", Fault.CRASHED, "closed its pipe"),
    "closing its input": ("os.close(0); time.sleep(600)", None, ""),
    "garbage": (
        "sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\0\\x1b[2J\\n'); "
        "sys.stdout.flush(); time.sleep(600)",
        Fault.GARBLED,
        "is not JSON",
    ),
    "no object": ("print('[' * 50000, flush=True); time.sleep(600)", Fault.GARBLED, "is not JSON"),
    "a list": ("print('[1]', flush=True); time.sleep(600)", Fault.GARBLED, "not an object"),
    "no move": ("say(type='bestmove', id=1); time.sleep(600)", Fault.GARBLED, "no id and move"),
    "a long line": ("sys.stdout.write('x' * 10**7)", Fault.FLOODED, "a line of more than"),
    "many lines": ('while True: print(\'{"type":"info"}\')', Fault.FLOODED, "more than"),
    "answers ahead": (
        "for i in range(99): say(type='bestmove', id=7, move='.')",
        Fault.GARBLED,
        "did not answer view 1",
    ),
    "nonsense": (
        "v = next(views()); say(type='bestmove', id=v['id'], move='+ZZ/Z\\x1b')",
        Fault.ILLEGAL,
        r"played '+ZZ/Z\x1b', which is not legal",
    ),
    "not allowed": (
        "v = next(views()); say(type='bestmove', id=v['id'], move='=AB')",
        Fault.ILLEGAL,
        "'=AB'",
    ),
    "deaf to SIGTERM": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)",
        Fault.TIMEOUT,
        "no answer",
    ),
    "noisy": (
        "next(views()); sys.stderr.write('n' * 10**6 + '\\nlast words\\n'); sys.exit(1)",
        Fault.CRASHED,
        "last words",
    ),
}


@pytest.mark.parametrize("kind", BAD_FROM_THE_START)
def test_a_program_that_is_bad_from_the_start(kind, started):
    code, fault, reason = BAD_FROM_THE_START[kind]
    start_time = 0.6 if fault is Fault.TIMEOUT else 120.0
    bot = ProcessBot(command(code), Random(1), name="bad", start_time=start_time)
    with pytest.raises(ProgramError) as caught:
        bot.decide(game().view(Seat.WHITE))
    assert caught.value.fault is fault
    assert reason in str(caught.value)
    assert str(caught.value).startswith("bad: ")


@pytest.mark.parametrize("kind", sorted(BAD_FROM_THE_START.keys() - {"silent"}))
def test_a_program_that_has_ended_before_it_is_greeted_gets_the_same_reason(kind, monkeypatch):
    code, fault, reason = BAD_FROM_THE_START[kind]

    def start_and_wait(*args, **options):
        program = popen(*args, **options)
        program.wait()
        return program

    popen = subprocess.Popen
    monkeypatch.setattr(process.subprocess, "Popen", start_and_wait)
    with pytest.raises(ProgramError) as caught:
        ProcessBot(command(code), Random(1)).decide(game().view(Seat.WHITE))
    assert caught.value.fault is fault
    assert reason in str(caught.value)


def play_on(authority, bot):
    """Let a bot play White, and any failure of it come through."""
    other = RandomBot(Random(2))
    while (seat := authority.mover) is not None:
        agent = bot if seat is Seat.WHITE else other
        authority.act(seat, agent.decide(authority.view(seat)))


@pytest.mark.parametrize("kind", BAD_IN_THE_GAME)
def test_a_program_that_misbehaves_loses_with_a_reason(kind, started):
    code, fault, reason = BAD_IN_THE_GAME[kind]
    authority = game()
    is_late = fault in (Fault.TIMEOUT, None)
    move_time = 0.6 if is_late else 120.0
    bot = ProcessBot(
        command(HELLO + code), Random(1), name="bad", move_time=move_time, start_time=120.0
    )
    began = time.monotonic()
    with pytest.raises(ProgramError) as caught:
        play_on(authority, bot)
    assert time.monotonic() - began < 300
    assert fault in (caught.value.fault, None)
    assert reason in str(caught.value)
    assert str(caught.value).isascii()
    forfeit(authority, Seat.WHITE, caught.value)
    by_time = caught.value.fault is Fault.TIMEOUT
    assert authority.outcome is not None
    assert authority.outcome.winner is Seat.BLACK
    assert authority.outcome.termination is (
        Termination.TIMEOUT if by_time else Termination.RESIGNATION
    )
    assert started[0].returncode is not None


@pytest.mark.parametrize("text", ["no-such-program-anywhere", "'", "", "/"])
def test_a_program_that_cannot_be_started(text):
    with pytest.raises(ProgramError, match="could not be started") as caught:
        ProcessBot(text, Random(1)).decide(game().view(Seat.WHITE))
    assert caught.value.fault is Fault.NOT_STARTED


def test_a_program_that_fails_in_the_middle(started):
    code = HELLO + (
        "for v in views():\n"
        "    if v['turn'] > 6: sys.exit(4)\n"
        "    say(type='bestmove', id=v['id'], move=v['legal'][-1])\n"
    )
    authority = game()
    with pytest.raises(ProgramError, match="exit status 4"):
        play_on(authority, ProcessBot(command(code), Random(1)))
    assert authority.num_changes > 5


def test_a_program_that_has_ended_is_not_waited_for_though_its_child_holds_the_pipe(
    started, tmp_path
):
    child = tmp_path / "child"
    code = (
        "import os, sys, time\n"
        "reading, writing = os.pipe()\n"
        "if pid := os.fork():\n"
        "    os.read(reading, 1)\n"
        f"    open({str(child)!r}, 'w').write(str(pid))\n"
        "    sys.exit(4)\n"
        "os.setsid(); os.write(writing, b'.'); time.sleep(600)\n"
    )
    bot = ProcessBot(command(code), Random(1), start_time=300.0)
    with pytest.raises(ProgramError, match="ended with exit status 4"):
        bot.decide(game().view(Seat.WHITE))
    pid = int(child.read_text())
    assert is_alive(pid)  # It left the program's group, so it is not ours to end.
    os.kill(pid, signal.SIGKILL)


def test_who_plays_against_it_wins(started):
    code = HELLO + "sys.exit(4)"
    outcome = play_out(game(), (ProcessBot(command(code), Random(1)), RandomBot(Random(2))))
    assert outcome.winner is Seat.BLACK
    assert outcome.termination is Termination.RESIGNATION


def test_a_program_that_does_not_read_does_not_block_us(started):
    """It answers blindly, until the pipe is full of questions."""

    def play_on(bot, view):
        while True:
            bot.decide(view)

    code = HELLO + "for i in range(1, 10**4): say(type='bestmove', id=i, move='.')\ntime.sleep(600)"
    view = game().view(Seat.WHITE)
    bot = ProcessBot(command(code), Random(1), move_time=0.6)
    with pytest.raises(ProgramError) as caught:
        play_on(bot, view)
    assert caught.value.fault is Fault.TIMEOUT


def test_what_a_program_has_started_ends_with_it(started, tmp_path):
    child = tmp_path / "child"
    code = HELLO + (
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(child)!r}, 'w').write(str(child.pid))\n"
        "for v in views(): say(type='bestmove', id=v['id'], move=v['legal'][-1])\n"
    )
    with ProcessBot(command(code), Random(1)) as bot:
        bot.decide(game().view(Seat.WHITE))
        pid = int(child.read_text())
        assert is_alive(pid)
    deadline = time.monotonic() + 120
    while is_alive(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_bot_that_is_forgotten_ends_its_program(started):
    bot = ProcessBot(command(PLAYS), Random(1))
    bot.decide(game().view(Seat.WHITE))
    del bot


def test_remarks_and_complaints_are_no_harm(started):
    code = HELLO + (
        "for v in views():\n"
        "    say(type='info', text='thinking')\n"
        "    sys.stderr.write('hm ' * 30000)\n"
        "    say(type='bestmove', id=v['id'], move=v['legal'][-1])\n"
    )
    with ProcessBot(command(code), Random(1)) as bot:
        play_out(game(), (bot, RandomBot(Random(2))))


def test_what_a_program_receives_does_not_depend_on_hidden_cards(started, tmp_path):
    """Two states that differ in hidden cards only: the program is sent the same bytes."""
    authority = game(seed=3)
    while authority.num_changes < 60 and authority.mover is not None:
        seat = authority.mover
        action = RandomBot(Random(authority.num_changes)).decide(authority.view(seat))
        authority.act(seat, action)
    seat = authority.mover
    view = authority.view(seat)
    states = {sample_world(view, Random(seed)) for seed in range(4)}
    assert len(states) > 1
    received = set()
    for number, state in enumerate(states):
        file = tmp_path / str(number)
        code = HELLO + (
            f"log = open({str(file)!r}, 'w')\n"
            "for line in sys.stdin:\n"
            "    log.write(line)\n"
            "    v = json.loads(line)\n"
            "    if v['type'] == 'view': say(type='bestmove', id=v['id'], move=v['legal'][0])\n"
            "    if v['type'] == 'quit': break\n"
        )
        with ProcessBot(command(code), Random(1)) as bot:
            bot.decide(view_of(state, seat, history=view.history))
        received.add(file.read_bytes())
    assert len(received) == 1
    assert received.pop().count(b"\n") == 4
