"""Everything that the command line says, apart from the game itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_APP = """\
Kahuna, the island game for two: play it in the browser or the terminal, let bots play, look at
games.

\b
  kahuna                             play in the browser
  kahuna play                        in the terminal: two people at one keyboard
  kahuna play --bot greedy           in the terminal: against the computer
  kahuna rules                       how the game is played
  kahuna COMMAND --help              more about a command, with examples

An unofficial fan project. The game is by Günter Cornett, published by Kosmos.
"""

_PLAY = """\
Play in the terminal: two people at one keyboard, or one against a bot.

Type moves such as +AB/A (a bridge from ALOA to BARI for the ALOA card), or help. The game is saved
all the time; leave with quit or Ctrl-C and go on later with --resume.

\b
Examples:
  kahuna play
  kahuna play --white Ada --black Bob --first white
  kahuna play --bot greedy --seat white
  kahuna play --bot greedy --plain          for screen readers: sentences, no map
  kahuna play --variant1 --handicap 2 --handicap-seat black
  kahuna play --resume game.json
"""

_SERVE = """\
Play in the browser: against the computer, two at one device, or with a friend online.

The games are kept in a database of its own in your home folder. The page is served to this machine
only, unless --host says otherwise.

\b
Examples:
  kahuna serve
  kahuna serve --port 9000 --no-browser
  kahuna serve --db postgresql+psycopg://kahuna@localhost/kahuna
"""

_SIMULATE = """\
Let two bots play many games, and write their records, one a line.

The same seed gives the same file, byte for byte; game number K of a seed is always the same game,
so --from K --games 1 repeats it alone. The file appears when it is complete; until then the games
are in FILE.partial. (Bots that think for a time, such as search, may play differently each time.)

\b
Examples:
  kahuna simulate --games 100 --seed 1 --white greedy --black random --out games.jsonl
  kahuna simulate --games 1 --from 37 --seed 1 --white greedy --black random --out -
  kahuna simulate --games 1000 --seed 2 --white greedy --black greedy --edition italian --out -
"""

_REPLAY = """\
Look at recorded games: step through one, show a position, or check all of them.

FILE holds JSON Lines (one game a line), one JSON object, or games in text form; - is standard
input. In a terminal you step through the game; elsewhere its text form is written.

\b
Examples:
  kahuna replay games.jsonl                 the first game
  kahuna replay games.jsonl --game 37 --at 12
  kahuna replay games.jsonl --verify        do all games follow the rules?
"""

_RULES = """\
The rules in words, all of them or those of one edition.

\b
Examples:
  kahuna rules
  kahuna rules R8                           one chapter
  kahuna rules R8.4                         one paragraph
  kahuna rules --edition italian            without what does not apply there
  kahuna rules --diff                       how the five editions differ
"""

_BOARD = """\
The map, in text or as a picture.

A position is one line of nine fields: bridges, hands, open cards, discards, buried cards, points,
round and turn, phase, rules. kahuna replay FILE --at PLY prints the line of any moment of a game.

\b
Examples:
  kahuna board
  kahuna board --plain                      one sentence an island
  kahuna board --svg map.svg --night
  kahuna board --position "AD,DE/AB,AH B/HH GHI AAB C/- - 1.9 w kosmos-2015"
"""

_BENCH = """\
Measure how fast this program is here.

\b
Examples:
  kahuna bench
  kahuna bench --seconds 5 --json
"""


@dataclass(frozen=True, slots=True)
class Words:
    """The catalogue of one language."""

    app_help: str = _APP
    play_help: str = _PLAY
    serve_help: str = _SERVE
    simulate_help: str = _SIMULATE
    replay_help: str = _REPLAY
    rules_help: str = _RULES
    board_help: str = _BOARD
    bench_help: str = _BENCH

    serve_short: str = "Play in the browser."
    play_short: str = "Play in the terminal: two people at one keyboard, or against a bot."
    simulate_short: str = "Let two bots play many games."
    replay_short: str = "Look at recorded games, or check them."
    rules_short: str = "The rules in words."
    board_short: str = "The map, in text or as a picture."
    bench_short: str = "Measure how fast this program is."
    arena_short: str = "Let bots play many games and see who is stronger."

    program_again: str = (
        "{path} was played against the program {program}; a program is not started because a file "
        "says so: give it again with --bot"
    )
    no_such_database: str = "{url!r} is no database; such as sqlite:///games.db"
    database_fails: str = "the database cannot be used: {problem}"

    bot: str = "{key:10} {about}"
    complaint: str = "kahuna: {message}"
    problems: str = "{count} things are wrong:"
    interrupted: str = "stopped"
    bug: str = (
        "this is a mistake in the program, not yours ({kind}: {problem}). "
        "Please report it; with KAHUNA_TRACEBACK=1 it says where it happened"
    )
    not_a_choice: str = "{option}: {value!r} is not one of {choices}"
    bad_name: str = "{option}: a name is 1 to {most} printable characters, not {value}"
    not_with: str = "{option} cannot be used together with {other}: {why}"
    resume_keeps: str = "a saved game goes on with its own rules and players"
    bot_missing: str = "--seat says where you sit against a bot: add --bot, as in --bot greedy"
    many_games: str = "{path} holds {count} games; only a file with one game can be resumed"
    no_game: str = "{path} holds {count} games, so there is no game {number}: choose 1 to {count}"
    no_ply: str = "the game has {count} plies, so there is no ply {number}: choose 0 to {count}"
    one_of_many: str = "game {number} of {count}; --game K shows another one"
    verifying: str = "verifying"
    verified: str = "{fine} of {count} games follow the rules"
    verify_alone: str = "--verify checks every game of the file; leave out --game and --at"
    playing: str = "playing"
    is_folder: str = "{path} is a folder; name a file"
    not_a_file: str = "{path} is not an ordinary file; use --out - for standard output"
    cannot_write: str = "{path} cannot be written ({problem})"
    stopped_games: str = "stopped; the {done} games that were finished are in {path}"
    stopped: str = "stopped after {done} games"
    summary: str = (
        "{games} games: {white} (White) won {wins}, {black} (Black) won {losses}, {draws} drawn"
    )
    summary_ends: str = "ends: {ends}"
    no_paragraph: str = "there is no paragraph {name!r} in the rules; they go from R1 to R18"
    rules_alone: str = "choose one of a paragraph, --edition and --diff"
    diff_title: str = "How the editions differ"
    diff_option: str = "option"
    diff_offered: tuple[str, str] = ("-", "offered")
    diff_rows: tuple[tuple[str, str], ...] = (
        ("title", "the book"),
        ("bridges", "bridges R1.4"),
        ("stones", "stones R1.5"),
        ("discard", "discard R7"),
        ("final_scoring", "third scoring R10.3"),
        ("offers_no_trespass", "variant 1 R12"),
        ("offers_open_hands", "variant 2 R13"),
        ("offers_handicap", "handicap R14"),
        ("who_starts", "who starts R2.4"),
    )
    edition_intro: str = (
        "**{title}** (`{key}`): {bridges} bridges and {stones} stones a seat, discard `{discard}`, "
        "third scoring `{final_scoring}`, {variants}. What does not apply in this edition is left "
        "out below."
    )
    edition_variants: tuple[str, str, str] = ("variant 1", "variant 2", "a handicap")
    edition_offers: str = "offers {names}"
    edition_offers_nothing: str = "offers no variants"
    night_needs_svg: str = "--night is for pictures: add --svg FILE"
    bench_header: tuple[str, ...] = ("what", "measured", "goal", "reached")
    engines_header: tuple[str, ...] = (
        "engine",
        "on",
        "games at once",
        "decisions/s",
        "games/s",
    )
    yes_no: tuple[str, str] = ("no", "yes")


ENGLISH: Final = Words()
