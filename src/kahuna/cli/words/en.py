"""English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kahuna.cli.words.catalogue import About, Words

_APP: Final = """\
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

_PLAY: Final = """\
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

_SERVE: Final = """\
Play in the browser: against the computer, two at one device, or with a friend online.

The games are kept in a database of its own in your home folder. The page is served to this machine
only, unless --host says otherwise.

\b
Examples:
  kahuna serve
  kahuna serve --port 9000 --no-browser
  kahuna serve --db postgresql+psycopg://kahuna@localhost/kahuna
"""

_SIMULATE: Final = """\
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

_REPLAY: Final = """\
Look at recorded games: step through one, show a position, or check all of them.

FILE holds JSON Lines (one game a line), one JSON object, or games in text form; - is standard
input. In a terminal you step through the game; elsewhere its text form is written.

\b
Examples:
  kahuna replay games.jsonl                 the first game
  kahuna replay games.jsonl --game 37 --at 12
  kahuna replay games.jsonl --verify        do all games follow the rules?
"""

_RULES: Final = """\
The rules in words, all of them or those of one edition.

\b
Examples:
  kahuna rules
  kahuna rules R8                           one chapter
  kahuna rules R8.4                         one paragraph
  kahuna rules --edition italian            without what does not apply there
  kahuna rules --diff                       how the five editions differ
  kahuna rules --language de                in another language
"""

_BOARD: Final = """\
The map, in text or as a picture.

A position is one line of nine fields: bridges, hands, open cards, discards, buried cards, points,
round and turn, phase, rules. kahuna replay FILE --at PLY prints the line of any moment of a game.

\b
Examples:
  kahuna board
  kahuna board --plain                      one sentence an island
  kahuna board --svg map.svg --night
  kahuna board --position "AD,DE/AB,AH B/HH GIJ AAB C/- - 1.9 w kosmos-2015"
"""

_ARENA: Final = """\
Let bots play many games and see who is stronger.

Every deal is played twice with seats swapped, so luck with the cards weighs little. The table gives
Elo with intervals in which the truth lies in 95 of 100 cases.

A long run is best given a --journal: after Ctrl-C, a crash or a power cut the same command goes on
where it was, and ends with the same table. More --games make it longer.

\b
Examples:
  kahuna arena greedy random --games 400 --seed 1
  kahuna arena greedy random "cmd:python examples/protocol_bot.py" --games 40 --plot elo.svg
  kahuna arena new=greedy old=random --games 10000 --sprt 0 20 --journal run.jsonl
"""

_TRAIN: Final = """\
Train a network by self-play, as the champion was trained.

It needs JAX, and to get far a GPU: pip install 'kahuna[train]'. The run is kept in FOLDER: when the
time is over, or after Ctrl-C, the same command goes on where it was. FOLDER/weights.npz can play at
any time, as in: kahuna arena weights:FOLDER/weights.npz champion

\b
Examples:
  kahuna train runs/first
  kahuna train runs/small --games 256 --iterations 200 --minutes 5
  kahuna train runs/exploit --from champion.npz --against champion.npz
"""

_BENCH: Final = """\
Measure how fast this program is here.

\b
Examples:
  kahuna bench
  kahuna bench --seconds 5 --json
"""

_OPTIONS: Final[Mapping[str, str]] = {
    "version": "Print the version and leave.",
    "language": "en, de, nl or it; without it, KAHUNA_LANGUAGE or the system decides.",
    "edition": (
        "The rulebook: kosmos-2015, forum-1999, ksr, rio-grande-1998, italian; or custom, which "
        "may have any variants."
    ),
    "variant1": "Nobody builds at an island of the other player (R12).",
    "variant2": "Cards taken from the open ones stay open (R13).",
    "handicap": "Bridges placed before the game, 1-3 (R14).",
    "handicap_seat": "Who places them: white or black.",
    "first": "Who starts: white, black or random.",
    "play.bot": "Play against a bot such as greedy; list shows them all.",
    "play.seat": "Where you sit against a bot: white or black.",
    "play.white": "White's name.",
    "play.black": "Black's name.",
    "play.seed": "Any text: the same seed, the same cards.",
    "play.plain": "For screen readers: sentences, no map, no colour.",
    "play.save": "Keep the game in this file.",
    "play.resume": "Go on with a saved game.",
    "serve.host": "Where to listen; only here by default.",
    "serve.port": "0 takes any free port.",
    "serve.db": "Another database, such as postgresql://…",
    "serve.browser": "Open a browser, where there is one.",
    "serve.allow_host": "Answer to this name too (a proxy's).",
    "serve.log": "Warnings in plain words (as it is), or everything as JSON.",
    "simulate.games": "How many games.",
    "simulate.white": "A bot; list shows all.",
    "simulate.black": "A bot, such as greedy.",
    "simulate.out": "Where to; - is standard out.",
    "simulate.seed": "A whole number.",
    "simulate.start": "The number of the first game.",
    "replay.file": "Games; - is standard input.",
    "replay.game": "Which game, counted from 1.",
    "replay.verify": "Check every game of the file, ply by ply.",
    "replay.at": "Show the position after this ply.",
    "replay.plain": "For screen readers: sentences, no map.",
    "rules.paragraph": "A chapter or paragraph: R8 or R8.4.",
    "rules.edition": (
        "Only what applies in kosmos-2015, forum-1999, ksr, rio-grande-1998 or italian."
    ),
    "rules.diff": "A table of the differences.",
    "rules.plain": "For screen readers: no frames, no colour.",
    "board.svg": "Draw a picture; - is standard out.",
    "board.night": "The picture by night.",
    "board.position": "Show this position.",
    "board.plain": "One sentence an island, no map.",
    "arena.bots": (
        "Two bots for a match, more for a round robin: names such as greedy, programs as "
        "'cmd:python mybot.py', and NAME=BOT to give one another name."
    ),
    "arena.games": "Games that each two bots play; an odd number becomes even.",
    "arena.seed": "The same seed gives the same games.",
    "arena.workers": "Processes to play in.",
    "arena.rules": "An edition, with +1 or +2 for the variants.",
    "arena.journal": "Write results there as they come; the same command goes on with it.",
    "arena.out": "Write the table there as JSON.",
    "arena.plot": "Draw the ratings there as SVG.",
    "arena.records": "Write all games there, one record a line.",
    "arena.sprt": "Stop a match when it is clear whether the first bot is ELO0 or ELO1 stronger.",
    "arena.ray": (
        "Play on the Ray at this address instead of this machine's cores; 'local' starts one."
    ),
    "arena.speed": "Only measure games a second of random bots.",
    "train.folder": "Where the run is kept.",
    "train.minutes": "Stop after so many minutes; the same command goes on.",
    "train.iterations": "How long the whole run is; rates fall towards its end.",
    "train.games": "Games that are played side by side; 16 or a multiple of it.",
    "train.steps": "Decisions of each game between two lessons.",
    "train.learning_rate": "How much a lesson changes at first; it falls towards the end.",
    "train.entropy": "How much trying things out is worth at first; it falls towards the end.",
    "train.seed": "The same seed deals the same games.",
    "train.weights": "Start from these weights instead of from nothing.",
    "train.against": "Play all games against these weights, which stay as they are.",
    "train.critic": "Judge decisions with a critic that sees both hands.",
    "bench.as_json": "Write JSON, for programs.",
    "bench.seconds": "Time for each row.",
}

WORDS: Final = Words(
    language="en",
    # Help.
    app=_APP,
    commands={
        "serve": About("Play in the browser.", _SERVE),
        "play": About("Play in the terminal: two people at one keyboard, or against a bot.", _PLAY),
        "simulate": About("Let two bots play many games.", _SIMULATE),
        "replay": About("Look at recorded games, or check them.", _REPLAY),
        "rules": About("The rules in words.", _RULES),
        "board": About("The map, in text or as a picture.", _BOARD),
        "arena": About("Let bots play many games and see who is stronger.", _ARENA),
        "train": About("Train a network by self-play.", _TRAIN),
        "bench": About("Measure how fast this program is.", _BENCH),
    },
    options=_OPTIONS,
    all_cores="all cores",
    headings={},
    # Complaints.
    complaint="kahuna: {message}",
    usage="Usage: {usage}",
    try_help="Try '{command} --help' for help.",
    missing_option="Missing option {name}.",
    missing_argument="Missing argument {name}.",
    needs_value="Option {name} needs a value.",
    no_such_option="No such option: {name}.",
    no_such_command="No such command {name}. There are {names}.",
    bad_value="Invalid value for {name}: {problem}",
    perhaps="Did you mean {names}?",
    problems="{count} things are wrong:",
    interrupted="stopped",
    bug=(
        "this is a mistake in the program, not yours ({kind}: {problem}). "
        "Please report it; with KAHUNA_TRACEBACK=1 it says where it happened"
    ),
    in_english="{message}",
    not_a_choice="{option}: {value!r} is not one of {choices}",
    bad_name="{option}: a name is 1 to {most} printable characters, not {value}",
    not_with="{option} cannot be used together with {other}: {why}",
    is_folder="{path} is a folder; name a file",
    not_a_file="{path} is not an ordinary file; use --out - for standard output",
    no_ordinary_file="{path} is not an ordinary file; choose another name",
    no_folder="there is no folder {folder}",
    cannot_write="{path} cannot be written ({problem})",
    cannot_read="{path}: cannot be read ({problem})",
    progress="{what}: {done} of {total}",
    # serve
    serving="Kahuna is at {address}  (Ctrl+C ends)",
    port_taken="port {port} of {host} is in use; another one: --port {other}, or --port 0 for any",
    no_address="nothing can listen at port {port} of {host} ({problem}); 127.0.0.1 is this machine",
    no_such_database=(
        "{url!r} is no database; it is sqlite:///games.db or postgresql://user@host/name"
    ),
    database_fails="the database {place} cannot be used ({problem})",
    # play
    program_again=(
        "{path} was played against the program {program}; a program is not started because a file "
        "says so: give it again with --bot"
    ),
    bot_again="{path}: {problem}; give another bot with --bot",
    resume_keeps="a saved game goes on with its own rules and players",
    bot_missing="--seat says where you sit against a bot: add --bot, as in --bot greedy",
    many_games="{path} holds {count} games; only a file with one game can be resumed",
    save_exists=(
        "{path} exists already and is not overwritten; go on with that game by --resume {path}, or "
        "choose another name"
    ),
    bot="{key:14} {level:5} {about}",
    bots={},
    # simulate
    playing="playing",
    kept_games=(
        "the one game that was finished is in {path}",
        "the {done} games that were finished are in {path}",
    ),
    stopped=("stopped after {done} game", "stopped after {done} games"),
    summary=(
        "{games} game: {white} (White) won {wins}, {black} (Black) won {losses}, {draws} drawn",
        "{games} games: {white} (White) won {wins}, {black} (Black) won {losses}, {draws} drawn",
    ),
    summary_ends="ends: {ends}",
    terminations={
        "points": "points",
        "third_scoring": "third scoring",
        "bridges": "bridges",
        "draw": "draw",
        "wipeout": "wipeout",
        "resignation": "resignation",
        "timeout": "timeout",
        "agreement": "agreement",
    },
    # replay
    no_game=(
        "{path} holds {count} game, so there is no game {number}: choose 1",
        "{path} holds {count} games, so there is no game {number}: choose 1 to {count}",
    ),
    no_ply=(
        "the game has {count} ply, so there is no ply {number}: choose 0 to {count}",
        "the game has {count} plies, so there is no ply {number}: choose 0 to {count}",
    ),
    one_of_many="game {number} of {count}; --game K shows another one",
    verifying="verifying",
    verified=(
        "{fine} of {count} game follows the rules",
        "{fine} of {count} games follow the rules",
    ),
    verify_alone="--verify checks every game of the file; leave out --game and --at",
    # rules and board
    no_paragraph="there is no paragraph {name!r} in the rules; they go from R1 to R18",
    rules_alone="choose one of a paragraph, --edition and --diff",
    diff_title="How the editions differ",
    diff_option="option",
    diff_offered=("-", "offered"),
    diff_rows={
        "title": "the book",
        "bridges": "bridges R1.4",
        "stones": "stones R1.5",
        "discard": "discard R7",
        "final_scoring": "third scoring R10.3",
        "offers_no_trespass": "variant 1 R12",
        "offers_open_hands": "variant 2 R13",
        "offers_handicap": "handicap R14",
        "who_starts": "who starts R2.4",
    },
    editions={},
    edition_intro=(
        "**{title}** (`{key}`): {bridges} bridges and {stones} stones a seat, discard `{discard}`, "
        "third scoring `{final_scoring}`, {variants}. What does not apply in this edition is left "
        "out below."
    ),
    edition_variants=("variant 1", "variant 2", "a handicap"),
    edition_offers="offers {names}",
    edition_offers_nothing="offers no variants",
    night_needs_svg="--night is for pictures: add --svg FILE",
    picture_title="Kahuna: the archipelago",
    # arena
    arena_complaint="kahuna arena:",
    arena_same_file="{option} and {other} are the same file, {path}; each needs its own",
    arena_speed_alone="--speed measures random bots and no others; leave out {bots}",
    arena_stopped="Stopped after {done} of {total} pairs of games. {hint}",
    arena_goes_on="The same command goes on.",
    arena_could_go_on="With --journal it could go on later.",
    arena_pairs="pairs ·",
    arena_left="· left",
    arena_speed=(
        "{number} worker: {rate:.1f} games a second, {cost:.2f} ms of processor time a game",
        "{number} workers: {rate:.1f} games a second, {cost:.2f} ms of processor time a game",
    ),
    arena_best=("best: {one:.1f} on one core, {many:.1f} on {number}: {factor:.2f} times as many"),
    no_games="No game has been played.",
    lost_outside="lost outside the rules:",
    not_exact=(
        "A bot won or lost everything, so the results alone put no limit to its Elo; one drawn "
        "game was added to each pairing."
    ),
    standings=("{number} game", "{number} games"),
    standings_header=("bot", "Elo", "95 %", "won", "drawn", "lost", "score", "ms a move"),
    cross_table="row against column, in %",
    against="{first} against {second}: {score} %",
    match="{first} scores {score} against {second}: {elo}",
    sprt_numbers="log-likelihood ratio {ratio:+.2f}, bounds {low:+.2f} and {high:+.2f}",
    sprt_unclear="Not clear yet: {numbers}",
    sprt_clear="Clear: a difference of {accepted:+g} Elo rather than {refused:+g} ({numbers})",
    # train
    train_missing="training needs JAX and optax: pip install 'kahuna[train]'",
    train_no_file="there is no file {path} of weights",
    train_games="--games is 16 or a multiple of it, not {games}",
    train_resumed=(
        "The run in {folder} goes on as it was begun; other options than --minutes have no effect."
    ),
    train_compiling="Compiling; that takes up to a minute …",
    train_stopping="Stopping when this iteration is done; Ctrl-C once more stops at once …",
    train_left="Stopped in the middle; {again} goes on from what was kept last in {folder}.",
    train_line="{rate:,.0f} decisions a second · entropy {entropy:.2f}",
    train_score="score against the frozen {score:.1%}",
    train_paused=(
        "Paused after {done} of {total} iterations; {again} goes on. Weights: {folder}/weights.npz"
    ),
    train_done="Done: {total} iterations. Weights: {folder}/weights.npz",
    # bench
    measuring="measuring …",
    bench_header=("what", "measured", "goal", "reached"),
    bench_rows={},
    engines_header=("engine", "on", "games at once", "decisions/s", "games/s"),
    yes_no=("no", "yes"),
)
