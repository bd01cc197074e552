"""The commands, called in this process."""

import dataclasses
import json
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kahuna import __version__
from kahuna.bench import ROWS
from kahuna.bench.engines import measure
from kahuna.cli import app
from kahuna.cli.texts import cli_texts
from kahuna.core import EDITIONS
from kahuna.i18n import LANGUAGES
from kahuna.record import format_game, one_sided, parse_record, read_records

RUNNER = CliRunner()


def run(*arguments, text=None, status=0):
    result = RUNNER.invoke(app, [str(argument) for argument in arguments], input=text)
    assert result.exit_code == status, result.output
    return result


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    run(
        *("simulate", "--games", 4, "--seed", 1, "--white", "greedy", "--black", "random"),
        *("--variant1", "--variant2", "--handicap", 2, "--handicap-seat", "black", "--out", path),
    )
    return path


COMMANDS = [
    "",
    "play",
    "serve",
    "backup",
    "restore",
    "simulate",
    "replay",
    "verify",
    "review",
    "analyse",
    "rules",
    "board",
    "bench",
    "arena",
]


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines()


def test_version():
    assert run("--version").output == f"kahuna {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_examples(command):
    text = run(*command.split(), "--help").output
    assert "{" not in text.splitlines()[0]
    assert text.count(f"  kahuna {command}") >= 2
    if command in ("play", "simulate", "rules"):
        assert all(key in re.sub(r"-\n\s+", "-", text) for key in EDITIONS)


def cheap_examples():
    """Examples of the help and of the documentation that need no file and no time."""
    pages = [Path(__file__).parents[2] / "docs" / "command-line.md"]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    texts += [about.long for code in LANGUAGES for about in cli_texts(code).commands.values()]
    found = [
        example
        for text in texts
        for example in re.findall(
            r"(?m)^  +kahuna ((?:board|rules|play|simulate)\b.*?)(?:   |$)", text
        )
    ]
    is_long = re.compile(r"--resume|--games (?!1 )")
    return sorted({example.strip() for example in found if not is_long.search(example)})


@pytest.mark.parametrize("example", cheap_examples())
def test_examples_work(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    run(*shlex.split(example), text="quit\n")


def test_without_a_command_the_game_is_served(monkeypatch):
    served = []
    monkeypatch.setattr(
        "kahuna.server.startup.serve", lambda host, port, _, **__: served.append((host, port))
    )
    assert RUNNER.invoke(app, []).exit_code == 0
    assert RUNNER.invoke(app, ["serve", "--port", "9"]).exit_code == 0
    assert served == [("127.0.0.1", 8000), ("127.0.0.1", 9)]


def test_limits_of_the_server_are_options(monkeypatch):
    from kahuna.server.settings import Settings

    served = []
    monkeypatch.setattr(
        "kahuna.server.startup.serve", lambda _, __, given, **___: served.append(given)
    )
    run("serve", "--db", "x")
    default = Settings(db_url="x")
    assert served.pop() == dataclasses.replace(default, allowed_hosts=())
    limits = ("--max-connections", "8000", "--max-per-address", "9", "--max-games", "7")
    run("serve", *limits)
    assert served[0].max_connections == 8000
    assert served[0].max_connections_per_address == 9
    assert served[0].max_games_in_memory == 7


def test_secrets_need_not_be_in_the_list_of_processes(monkeypatch):
    served = []
    monkeypatch.setattr(
        "kahuna.server.startup.serve", lambda _, __, given, **___: served.append(given)
    )
    monkeypatch.setattr("kahuna.server.startup.work", lambda given, **_: served.append(given))
    monkeypatch.setenv("KAHUNA_DB", "postgresql://host/name")
    monkeypatch.setenv("KAHUNA_HUB", "redis://:secret@host/0")
    run("serve")
    run("worker")
    for settings in served:
        assert (settings.db_url, settings.hub_url) == (
            "postgresql://host/name",
            "redis://:secret@host/0",
        )


@pytest.mark.parametrize(
    ("command", "missing"), [("", "fastapi"), ("serve", "uvicorn"), ("backup x", "sqlalchemy")]
)
def test_without_the_browser_game_it_is_said_how_to_add_it(command, missing):
    code = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv[1:] = {command.split()!r};"
        "from kahuna.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'kahuna[web]'" in done.stderr


def test_a_database_that_is_none_is_said():
    result = RUNNER.invoke(app, ["serve", "--no-browser", "--port", "0", "--db", "nonsense"])
    assert result.exit_code == 2
    assert "'nonsense' is not a database" in result.stderr


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "port {port} on 127.0.0.1 is in use; try another one, such as --port {other}, or"),
        (
            "de",
            "Port {port} auf 127.0.0.1 ist belegt; nimm einen anderen, zum Beispiel --port {other}",
        ),
        (
            "nl",
            "poort {port} op 127.0.0.1 is in gebruik; neem een andere, bijvoorbeeld --port {other}",
        ),
        (
            "it",
            "la porta {port} su 127.0.0.1 è occupata; usane un'altra, per esempio --port {other}",
        ),
    ],
)
def test_a_port_in_use_is_said_with_another_one(language, said):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--no-browser", "--port", port, "--language", language, status=2)
    assert said.format(port=port, other=port + 1) in result.stderr


def test_what_keeps_a_server_from_starting_is_said(tmp_path, monkeypatch):
    here = ("serve", "--no-browser", "--port", 0)
    wrong = run(*here, "--host", "999.1.1.1", status=2).stderr
    assert "cannot listen on port 0 of 999.1.1.1 (" in wrong
    assert "'mysql://x/y' is not a database" in run(*here, "--db", "mysql://x/y", status=2).stderr
    (tmp_path / "text").write_text("no database " * 100)
    wrong = run(*here, "--db", f"sqlite:///{tmp_path}/text", status=2).stderr
    assert (
        wrong == f"kahuna: the database {tmp_path}/text cannot be used (file is not a database)\n"
    )
    for command in (here, ("restore", tmp_path / "text")):
        wrong = run(*command, "--db", f"sqlite:///{tmp_path}/a/b/games.db", status=2).stderr
        assert f"/a/b/games.db cannot be used (there is no folder {tmp_path}/a/b)" in wrong
        assert not (tmp_path / "a").exists()
    monkeypatch.setenv("KAHUNA_LOG", "xml")
    assert "KAHUNA_LOG: 'xml' is not one of plain, json" in run(*here, status=2).stderr


def test_simulate_gives_the_same_bytes_for_the_same_seed(tmp_path, games):
    arguments = ("simulate", "--seed", 5, "--white", "greedy", "--black", "random")
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    for path in (first, second):
        result = run(*arguments, "--games", 5, "--out", path)
        assert re.search(r"5 games: greedy \(White\) won \d", result.stderr)
        assert "ends: " in result.stderr
        assert result.stdout == ""
    assert first.read_bytes() == second.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.jsonl", "second.jsonl"]
    alone = run(*arguments, "--games", 1, "--from", 4, "--out", "-")
    assert alone.stdout == lines_of(first)[3] + "\n"
    other = run(*arguments[:2], 6, *arguments[3:], "--games", 1, "--out", "-")
    assert other.stdout != lines_of(first)[0] + "\n"


def test_simulate_plays_by_the_rules_that_were_asked_for(games):
    for record in read_records(games):
        assert record.ruleset.variant_names == ("variant 1", "variant 2", "handicap 2 for black")
        assert record.players == ("greedy", "random")
    result = run(
        *("simulate", "--games", 3, "--white", "random", "--black", "random", "--first", "black"),
        *("--edition", "custom(bridges=9,stones=4,discard=instead,final_scoring=own_stones)+2"),
        *("--out", "-"),
    )
    records = [parse_record(line) for line in result.stdout.splitlines()]
    assert all(record.first == 1 and record.ruleset.bridges == 9 for record in records)
    assert all(record.ruleset.open_hands for record in records)


def test_the_rules_may_be_one_word():
    bots = ("--white", "random", "--black", "random")
    rules = ("--edition", "kosmos-2015+1+2+h2b")
    result = run("simulate", "--games", 1, *bots, *rules, "--out", "-")
    ruleset = parse_record(result.stdout).ruleset
    assert ruleset.variant_names == ("variant 1", "variant 2", "handicap 2 for black")


def test_replay_writes_the_text_form_and_reads_it_again(tmp_path, games):
    text = run("replay", games).stdout
    assert text == format_game(parse_record(lines_of(games)[0]))
    assert "game 1 of 4" in run("replay", games).stderr
    third = run("replay", games, "--game", 3).stdout
    assert run("replay", "-", text=third).stdout == third
    both = tmp_path / "both.txt"
    both.write_text(text + "\n# and another one\n" + third, encoding="utf-8")
    assert run("replay", both, "--game", 2).stdout == third
    assert run("replay", both, "--verify").stdout == "2 of 2 games follow the rules\n"
    one = tmp_path / "one.json"
    one.write_text(json.dumps(json.loads(lines_of(games)[0]), indent=1), encoding="utf-8")
    assert run("replay", one).stdout == text


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["map", "plain"])
def test_replay_shows_the_position_at_a_ply(games, plain):
    record = parse_record(lines_of(games)[0])
    start = run("replay", games, "--at", 0, *plain).stdout
    assert "Start of the game" in start
    end = run("replay", games, "--at", len(record.plies), *plain).stdout
    assert re.search(r"wins|is a draw", end)
    assert ("░" in end) != bool(plain)
    position = re.search("Position: (.*)", end)[1]
    assert (
        run("board", "--position", position).stdout.splitlines()[:5]
        == (run("replay", games, "--at", len(record.plies)).stdout.splitlines()[:5])
    )


def test_replay_follows_one_sided_records(tmp_path, games):
    from kahuna.core import SEATS, SPECTATOR
    from kahuna.record import format_record

    record = parse_record(lines_of(games)[1])
    path = tmp_path / "sides.jsonl"
    sides = [format_record(one_sided(record, seat)) + "\n" for seat in SEATS]
    path.write_text("".join(sides), encoding="utf-8")
    assert run("replay", path, "--verify").stdout == "2 of 2 games follow the rules\n"
    assert "Unknown cards of" in run("replay", path, "--game", 2, "--at", 9).stdout
    path.write_text(format_record(one_sided(record, SPECTATOR)), encoding="utf-8")
    assert "neither hand is known" in run("replay", path, "--verify", status=2).stderr


def test_verify_names_every_broken_game(tmp_path, games):
    lines = lines_of(games)
    illegal, cut = json.loads(lines[1]), lines[2][:300]
    illegal["plies"][3] = "+AB/K"
    path = tmp_path / "broken.jsonl"
    path.write_text("\n".join([lines[0], json.dumps(illegal), cut, lines[3]]), encoding="utf-8")
    result = run("replay", path, "--verify", status=2)
    assert result.stdout == "2 of 4 games follow the rules\n"
    first, second = result.stderr.splitlines()
    assert re.search(
        r"broken.jsonl, game 2 \(line 2\), ply 4: \+AB/K is not legal.*expected", first
    )
    assert "game 3 (line 3)" in second
    assert run("replay", path, "--game", 4).stdout.startswith("kahuna game")
    assert "ply 4" in run("replay", path, "--game", 2, status=2).stderr


def test_a_stray_line_among_games_is_named_with_its_place(tmp_path, games):
    lines = lines_of(games)
    path = tmp_path / "stray.jsonl"
    path.write_text("\n".join([*lines[:2], "oops", *lines[2:]]), encoding="utf-8")
    result = run("replay", path, "--verify", status=2)
    assert result.stdout == "4 of 5 games follow the rules\n"
    assert (
        f"{path}, game 3 (line 3), line 1, column 1: this is not a complete JSON" in result.stderr
    )


def test_a_board_that_is_too_wide_for_the_screen_is_told_in_words(monkeypatch, games):
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, run("board").stdout.splitlines())) <= 60
    monkeypatch.setenv("COLUMNS", "40")
    assert run("board").stdout == run("board", "--plain").stdout
    assert "░" not in run("replay", games, "--at", 1).stdout


def test_without_a_terminal_a_line_tells_now_and_then_how_far_it_is(games, monkeypatch):
    assert run("replay", games, "--verify").stderr == ""
    monkeypatch.setattr("kahuna.cli.progress.SECONDS_A_LINE", 0)
    told = run("replay", games, "--verify").stderr.splitlines()
    assert told == [f"verifying: {done} of 4" for done in (1, 2, 3, 4)]


def test_rules_as_a_whole_by_paragraph_and_by_edition():
    whole = run("rules").stdout
    assert "R18.2" in whole
    assert "LALE[ ]" in whole
    assert "then you have to draw" in " ".join(run("rules", "R8.4").stdout.split())
    assert "R8.7" in run("rules", "8").stdout
    ksr = run("rules", "--edition", "ksr", "--plain").stdout
    assert "30 bridges and 25 stones" in ksr
    assert "R12.1" not in re.sub(r"\(.*?\)", "", ksr)
    assert "R7.2" in ksr
    assert "R7.3 With" not in ksr
    italian = run("rules", "--edition", "italian", "--plain").stdout
    assert "R7.3 With" in italian
    assert "R7.2 With" not in italian
    assert "R13.1 With" not in italian
    assert "R12.1 With" in italian


def test_rules_show_how_the_editions_differ():
    for key in EDITIONS:
        assert f"{key}: " in run("rules", "--diff", "--plain").stdout
    table = run("rules", "--diff").stdout
    assert "own_stones" in table
    assert "30" in table


def test_board_in_text_in_words_and_as_a_picture(tmp_path):
    assert "LALE[ ]" in run("board").stdout
    assert len(run("board", "--plain").stdout.splitlines()) == 12
    path = tmp_path / "map.svg"
    run("board", "--svg", path, "--night")
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert run("board", "--svg", "-").stdout != path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_bench_writes_a_table_and_json(monkeypatch):
    # Compiling for JAX at every size would take a minute; tests/batch measures all engines.
    engines = list(measure("numpy", (64,), seconds=0))
    monkeypatch.setattr("kahuna.bench.measure_engines", lambda *, seconds: engines)
    found = json.loads(run("bench", "--json", "--seconds", 0.1).stdout)
    assert [row["key"] for row in found["rows"]] == [row.key for row in ROWS]
    assert all(row["value"] > 0 for row in found["rows"])
    assert found["engines"][0]["decisions_per_second"] > 0
    assert found["machine"]
    table = run("bench", "--seconds", 0.1).stdout
    assert "actions/s" in table
    assert "numpy" in table


def test_an_interrupted_bench_shows_what_was_measured(monkeypatch):
    def interrupted(*, seconds):
        yield from measure("numpy", (64,), seconds=0)
        raise KeyboardInterrupt

    left = []
    monkeypatch.setattr("kahuna.bench.measure_engines", interrupted)
    monkeypatch.setattr("kahuna.bench.ROWS", ROWS[:1])
    monkeypatch.setattr("kahuna.interrupts.leave_at_once", left.append)
    result = run("bench", "--json", "--seconds", 0.1)
    found = json.loads(result.stdout)
    assert (len(found["rows"]), len(found["engines"])) == (1, 1)
    assert result.stderr == "kahuna: stopped\n"
    assert left == [130]


def test_bots_are_listed():
    from kahuna.bots.spec import known_bots

    listed = run("play", "--bot", "list").stdout
    assert [line.split()[0] for line in listed.splitlines()] == list(known_bots())


def test_play_through_standard_input(tmp_path):
    path = tmp_path / "game.json"
    arguments = ("play", "--seed", 1, "--save", path, "--plain")
    result = run(*arguments, "--white", "Ada", "--first", "white", text="\n1\nscore\n")
    assert f"kahuna play --resume {path}" in result.stdout
    assert len(parse_record(path.read_text(encoding="utf-8")).plies) == 1
    resumed = run("play", "--resume", path, "--plain", text="\nundo\nquit\n")
    assert "Taken back." in resumed.stdout
    assert parse_record(path.read_text(encoding="utf-8")).plies == ()


def test_play_writes_over_no_file(tmp_path, games):
    mine = tmp_path / "mine.jsonl"
    mine.write_bytes(games.read_bytes())
    refused = run("play", "--save", mine, "--plain", text="quit\n", status=2)
    assert f"continue that game with --resume {mine}" in refused.stderr
    assert refused.stdout == ""
    path = tmp_path / "game.json"
    typed = f"\nsave {mine}\n1\nsave {path}\nquit\n"
    result = run("play", "--seed", 1, "--save", path, "--plain", text=typed)
    assert f"{mine} exists already" in result.stdout
    assert f"Saved in {path}." in result.stdout
    run("play", "--resume", path, "--save", path, "--plain", text="\n1\nquit\n")
    assert len(parse_record(path.read_text(encoding="utf-8")).plies) == 2
    run("play", "--resume", path, "--save", mine, "--plain", text="quit\n", status=2)
    assert mine.read_bytes() == games.read_bytes()


def test_play_keeps_games_where_the_system_keeps_state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    run("play", "--bot", "random", "--seat", "black", "--seed", "x", text="quit\n")
    run("play", "--bot", "random", "--seat", "black", "--seed", "x", text="quit\n")
    first, second = sorted(Path(tmp_path / "kahuna").iterdir())
    assert first.read_text(encoding="utf-8") == second.read_text(encoding="utf-8")


def test_verify_checks_the_cards_of_online_games(tmp_path, games):
    example = Path(__file__).parents[2] / "examples" / "fair_game.json"
    result = run("verify", example)
    assert "server  61b2a87398d6fe9c" in result.stdout
    assert result.stdout.endswith(
        "1 of 1 game has exactly the cards that follow from its secret and seeds\n"
    )
    fair = example.read_text(encoding="utf-8")
    key = json.loads(fair)["signature"]["key"]
    assert f"signature: right, made with the key {key}\n" in result.stdout
    assert run("verify", example, "--key", key.upper()).stdout == result.stdout
    assert "is not signed with this key" in run("verify", example, "--key", "ab", status=2).stderr
    changed = json.loads(fair)
    changed["fair_cards"]["seeds"][0] = None
    path = tmp_path / "some.jsonl"
    path.write_text(fair + json.dumps(changed) + "\n" + lines_of(games)[0], encoding="utf-8")
    result = run("verify", path, status=2)
    assert "game 1 (line 1): the cards are right" in result.stdout
    assert "1 of 3 games" in result.stdout
    wrong, unfair = result.stderr.splitlines()
    assert re.search(r"game 2 \(line 2\), \w+: (other cards|the wrong player)", wrong)
    assert "game 3 (line 3), fair_cards: the record does not say" in unfair


def test_verify_checks_the_signature_whatever_the_names(tmp_path, monkeypatch):
    example = Path(__file__).parents[2] / "examples" / "fair_game.json"
    path, record = tmp_path / "game.json", json.loads(example.read_text(encoding="utf-8"))

    def verify(**changes):
        path.write_text(json.dumps(record | changes), encoding="utf-8")
        return CliRunner().invoke(app, ["verify", str(path)])

    nameless = verify(seats=[{"name": None}, {"name": None}])
    assert "signature: right" in nameless.stdout
    assert "signature: none" in verify(signature=None).stdout
    helped = verify(seats=[{"name": "Ada", "assisted": True}, {"name": "Bob"}])
    assert helped.exit_code == 2
    assert "signature: the record is not the one that was signed" in helped.stderr
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    unchecked = verify()
    assert unchecked.exit_code == 0
    assert "signature: not checked; that needs cryptography" in unchecked.stdout
    assert "pip install 'kahuna[web]'" in unchecked.stdout
    key = record["signature"]["key"]
    assert "not checked" in run("verify", path, "--key", key, status=2).stderr
