"""Deutsch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kahuna.cli.words.catalogue import About, Words

_APP: Final = """\
Kahuna, das Inselspiel für zwei: im Browser oder im Terminal spielen, Bots spielen lassen, Spiele
ansehen.

\b
  kahuna                             im Browser spielen
  kahuna play                        im Terminal: zu zweit an einer Tastatur
  kahuna play --bot greedy           im Terminal: gegen den Computer
  kahuna rules                       wie das Spiel geht
  kahuna COMMAND --help              mehr über einen Befehl, mit Beispielen

Ein inoffizielles Fanprojekt. Das Spiel ist von Günter Cornett, erschienen bei Kosmos.
"""

_PLAY: Final = """\
Im Terminal spielen: zu zweit an einer Tastatur oder allein gegen einen Bot.

Tippe Züge wie +AB/A (ein Stab von ALOA nach BARI für die Karte ALOA), oder hilfe. Das Spiel wird
ständig gespeichert; geh mit schluss oder Strg-C und mach später mit --resume weiter.

\b
Beispiele:
  kahuna play
  kahuna play --white Ada --black Bob --first white
  kahuna play --bot greedy --seat white
  kahuna play --bot greedy --plain          für Vorleser: Sätze, keine Karte
  kahuna play --variant1 --handicap 2 --handicap-seat black
  kahuna play --resume spiel.json
"""

_SERVE: Final = """\
Im Browser spielen: gegen den Computer, zu zweit an einem Gerät oder mit einem Freund im Netz.

Die Spiele stehen in einer eigenen Datenbank in deinem Benutzerordner. Die Seite gibt es nur auf
diesem Rechner, solange --host nichts anderes sagt.

\b
Beispiele:
  kahuna serve
  kahuna serve --port 9000 --no-browser
  kahuna serve --db postgresql+psycopg://kahuna@localhost/kahuna
"""

_SIMULATE: Final = """\
Zwei Bots viele Spiele spielen lassen und die Aufzeichnungen schreiben, eine je Zeile.

Derselbe Startwert gibt dieselbe Datei, Byte für Byte; Spiel Nummer K eines Startwerts ist immer
dasselbe, also wiederholt --from K --games 1 es allein. Die Datei erscheint, wenn sie vollständig
ist; bis dahin stehen die Spiele in FILE.partial. (Bots, die eine Zeit lang nachdenken, wie search,
können jedes Mal anders spielen.)

\b
Beispiele:
  kahuna simulate --games 100 --seed 1 --white greedy --black random --out spiele.jsonl
  kahuna simulate --games 1 --from 37 --seed 1 --white greedy --black random --out -
  kahuna simulate --games 1000 --seed 2 --white greedy --black greedy --edition italian --out -
"""

_REPLAY: Final = """\
Aufgezeichnete Spiele ansehen: eines Schritt für Schritt, eine Stellung zeigen oder alle prüfen.

FILE enthält JSON Lines (ein Spiel je Zeile), ein JSON-Objekt oder Spiele in Textform; - ist die
Standardeingabe. Im Terminal geht man das Spiel durch; sonst wird seine Textform geschrieben.

\b
Beispiele:
  kahuna replay spiele.jsonl                das erste Spiel
  kahuna replay spiele.jsonl --game 37 --at 12
  kahuna replay spiele.jsonl --verify       folgen alle Spiele den Regeln?
"""

_RULES: Final = """\
Die Regeln in Worten, alle oder die einer Ausgabe.

\b
Beispiele:
  kahuna rules
  kahuna rules R8                           ein Kapitel
  kahuna rules R8.4                         ein Absatz
  kahuna rules --edition italian            ohne das, was dort nicht gilt
  kahuna rules --diff                       wie sich die fünf Ausgaben unterscheiden
  kahuna rules --language en                in einer anderen Sprache
"""

_BOARD: Final = """\
Die Karte, als Text oder als Bild.

Eine Stellung ist eine Zeile mit neun Feldern: Stäbe, Hände, offene Karten, abgelegte Karten,
verdeckt abgelegte, Punkte, Runde und Zug, Phase, Regeln. kahuna replay FILE --at PLY schreibt die
Zeile jedes Augenblicks eines Spiels.

\b
Beispiele:
  kahuna board
  kahuna board --plain                      ein Satz je Insel
  kahuna board --svg karte.svg --night
  kahuna board --position "AD,DE/AB,AH B/HH GIJ AAB C/- - 1.9 w kosmos-2015"
"""

_ARENA: Final = """\
Bots viele Spiele spielen lassen und sehen, wer stärker ist.

Jede Kartenfolge wird zweimal gespielt, mit getauschten Plätzen, also wiegt Kartenglück wenig. Die
Tabelle gibt Elo mit Intervallen an, in denen die Wahrheit in 95 von 100 Fällen liegt.

Einem langen Lauf gibt man am besten ein --journal: Nach Strg-C, einem Absturz oder Stromausfall
macht derselbe Befehl da weiter, wo er war, und endet mit derselben Tabelle. Mehr --games verlängern
ihn.

\b
Beispiele:
  kahuna arena greedy random --games 400 --seed 1
  kahuna arena greedy random "cmd:python examples/protocol_bot.py" --games 40 --plot elo.svg
  kahuna arena neu=greedy alt=random --games 10000 --sprt 0 20 --journal lauf.jsonl
"""

_TRAIN: Final = """\
Ein Netz im Spiel gegen sich selbst trainieren, so wie der Champion trainiert wurde.

Das braucht JAX und, um weit zu kommen, eine GPU: pip install 'kahuna[train]'. Der Lauf liegt in
FOLDER: Ist die Zeit um, oder nach Strg-C, macht derselbe Befehl dort weiter. FOLDER/weights.npz
kann jederzeit spielen, etwa: kahuna arena weights:FOLDER/weights.npz champion

\b
Beispiele:
  kahuna train runs/first
  kahuna train runs/small --games 256 --iterations 200 --minutes 5
  kahuna train runs/exploit --from champion.npz --against champion.npz
"""

_BENCH: Final = """\
Messen, wie schnell dieses Programm hier ist.

\b
Beispiele:
  kahuna bench
  kahuna bench --seconds 5 --json
"""

_OPTIONS: Final[Mapping[str, str]] = {
    "version": "Die Version ausgeben und gehen.",
    "language": "en, de, nl oder it; sonst entscheidet KAHUNA_LANGUAGE oder das System.",
    "edition": (
        "Das Regelheft: kosmos-2015, forum-1999, ksr, rio-grande-1998, italian; oder custom, das "
        "alle Varianten haben darf."
    ),
    "variant1": "Niemand baut an einer Insel des anderen (R12).",
    "variant2": "Offen genommene Karten bleiben offen liegen (R13).",
    "handicap": "Stäbe, die vor dem Spiel gelegt werden, 1-3 (R14).",
    "handicap_seat": "Wer sie legt: white oder black.",
    "first": "Wer beginnt: white, black oder random.",
    "play.bot": "Gegen einen Bot wie greedy spielen; list zeigt alle.",
    "play.seat": "Wo du gegen einen Bot sitzt: white oder black.",
    "play.white": "Der Name von Weiß.",
    "play.black": "Der Name von Schwarz.",
    "play.seed": "Irgendein Text: derselbe Startwert, dieselben Karten.",
    "play.plain": "Für Vorleser: Sätze, keine Karte, keine Farbe.",
    "play.save": "Das Spiel in dieser Datei aufbewahren.",
    "play.resume": "Ein gespeichertes Spiel fortsetzen.",
    "serve.host": "Unter welcher Adresse; sonst nur auf diesem Rechner.",
    "serve.port": "0 nimmt irgendeinen freien Port.",
    "serve.db": "Eine andere Datenbank, etwa postgresql://…",
    "serve.browser": "Einen Browser öffnen, wo es einen gibt.",
    "serve.allow_host": "Auch auf diesen Namen hören (den eines Proxys).",
    "serve.log": "Warnungen in Worten (plain, wie sonst auch) oder alles als JSON.",
    "simulate.games": "Wie viele Spiele.",
    "simulate.white": "Ein Bot; list zeigt alle.",
    "simulate.black": "Ein Bot, etwa greedy.",
    "simulate.out": "Wohin; - ist die Standardausgabe.",
    "simulate.seed": "Startwert, eine ganze Zahl.",
    "simulate.start": "Die Nummer des ersten Spiels.",
    "replay.file": "Spiele; - ist die Standardeingabe.",
    "replay.game": "Welches Spiel, von 1 an gezählt.",
    "replay.verify": "Jedes Spiel der Datei prüfen, Schritt für Schritt.",
    "replay.at": "Die Stellung nach diesem Schritt zeigen.",
    "replay.plain": "Für Vorleser: Sätze, keine Karte.",
    "rules.paragraph": "Ein Kapitel oder Absatz: R8 oder R8.4.",
    "rules.edition": (
        "Nur, was in kosmos-2015, forum-1999, ksr, rio-grande-1998 oder italian gilt."
    ),
    "rules.diff": "Eine Tabelle der Unterschiede.",
    "rules.plain": "Für Vorleser: keine Rahmen, keine Farbe.",
    "board.svg": "Ein Bild zeichnen; - ist die Standardausgabe.",
    "board.night": "Das Bild bei Nacht.",
    "board.position": "Diese Stellung zeigen.",
    "board.plain": "Ein Satz je Insel, keine Karte.",
    "arena.bots": (
        "Zwei Bots für einen Zweikampf, mehr für ein Turnier jeder gegen jeden: Namen wie greedy, "
        "Programme wie 'cmd:python mybot.py', und NAME=BOT, um einen anders zu nennen."
    ),
    "arena.games": "Spiele, die je zwei Bots spielen; eine ungerade Zahl wird gerade.",
    "arena.seed": "Derselbe Startwert gibt dieselben Spiele.",
    "arena.workers": "In wie vielen Prozessen gespielt wird.",
    "arena.rules": "Eine Ausgabe, mit +1 oder +2 für die Varianten.",
    "arena.journal": "Ergebnisse laufend dorthin schreiben; derselbe Befehl macht damit weiter.",
    "arena.out": "Die Tabelle als JSON dorthin schreiben.",
    "arena.plot": "Die Wertungszahlen als SVG dorthin zeichnen.",
    "arena.records": "Alle Spiele dorthin schreiben, eine Aufzeichnung je Zeile.",
    "arena.sprt": (
        "Einen Zweikampf beenden, sobald klar ist, ob der erste Bot um ELO0 oder ELO1 stärker ist."
    ),
    "arena.ray": (
        "Auf dem Ray unter dieser Adresse statt auf den Kernen dieses Rechners; 'local' startet "
        "einen."
    ),
    "arena.speed": "Nur messen, wie viele Spiele zufälliger Bots in die Sekunde gehen.",
    "train.folder": "Wo der Lauf liegt.",
    "train.minutes": "Nach so vielen Minuten anhalten; derselbe Befehl macht weiter.",
    "train.iterations": (
        "Wie lang der ganze Lauf ist; zum Ende hin lernt er in kleineren Schritten."
    ),
    "train.games": "Spiele, die nebeneinander laufen; 16 oder ein Vielfaches davon.",
    "train.steps": "Entscheidungen jedes Spiels zwischen zwei Lektionen.",
    "train.learning_rate": "Wie viel eine Lektion anfangs ändert; es wird zum Ende hin weniger.",
    "train.entropy": "Wie viel Ausprobieren anfangs wert ist; es wird zum Ende hin weniger.",
    "train.seed": "Derselbe Startwert gibt dieselben Spiele.",
    "train.weights": "Mit diesen Gewichten beginnen statt mit nichts.",
    "train.against": "Alle Spiele gegen diese Gewichte spielen, die bleiben, wie sie sind.",
    "train.critic": "Entscheidungen von einem Kritiker beurteilen lassen, der beide Hände sieht.",
    "bench.as_json": "JSON schreiben, für Programme.",
    "bench.seconds": "Zeit für jede Zeile.",
}

WORDS: Final = Words(
    language="de",
    # Help.
    app=_APP,
    commands={
        "serve": About("Im Browser spielen.", _SERVE),
        "play": About("Im Terminal spielen: zu zweit oder gegen einen Bot.", _PLAY),
        "simulate": About("Zwei Bots viele Spiele spielen lassen.", _SIMULATE),
        "replay": About("Aufgezeichnete Spiele ansehen oder prüfen.", _REPLAY),
        "rules": About("Die Regeln in Worten.", _RULES),
        "board": About("Die Karte, als Text oder als Bild.", _BOARD),
        "arena": About("Bots viele Spiele spielen lassen: Wer ist stärker?", _ARENA),
        "train": About("Ein Netz im Spiel gegen sich selbst trainieren.", _TRAIN),
        "bench": About("Messen, wie schnell dieses Programm ist.", _BENCH),
    },
    options=_OPTIONS,
    all_cores="alle Kerne",
    headings={
        "Usage:": "Aufruf:",
        "Arguments:": "Argumente:",
        "Options:": "Optionen:",
        "Commands:": "Befehle:",
        "Show this message and exit.": "Diese Hilfe zeigen und gehen.",
        "[default:": "[sonst:",
        "required]": "nötig]",
    },
    # Complaints.
    complaint="kahuna: {message}",
    usage="Aufruf: {usage}",
    try_help="Hilfe gibt '{command} --help'.",
    missing_option="Es fehlt die Option {name}.",
    missing_argument="Es fehlt das Argument {name}.",
    needs_value="Die Option {name} braucht einen Wert.",
    no_such_option="Eine Option {name} gibt es nicht.",
    no_such_command="Einen Befehl {name} gibt es nicht. Es gibt {names}.",
    bad_value="Der Wert für {name} passt nicht: {problem}",
    perhaps="Meintest du {names}?",
    problems="{count} Dinge stimmen nicht (auf Englisch):",
    interrupted="abgebrochen",
    bug=(
        "das ist ein Fehler des Programms, nicht deiner ({kind}: {problem}). "
        "Bitte melde ihn; mit KAHUNA_TRACEBACK=1 steht da, wo er geschah"
    ),
    in_english="(auf Englisch) {message}",
    not_a_choice="{option}: {value!r} gibt es nicht, nur {choices}",
    bad_name="{option}: Ein Name hat 1 bis {most} druckbare Zeichen, nicht {value}",
    not_with="{option} geht nicht zusammen mit {other}: {why}",
    is_folder="{path} ist ein Ordner; nenne eine Datei",
    not_a_file="{path} ist keine gewöhnliche Datei; --out - nimmt die Standardausgabe",
    no_ordinary_file="{path} ist keine gewöhnliche Datei; wähle einen anderen Namen",
    no_folder="den Ordner {folder} gibt es nicht",
    cannot_write="{path} lässt sich nicht schreiben ({problem})",
    cannot_read="{path} lässt sich nicht lesen ({problem})",
    progress="{what}: {done} von {total}",
    # serve
    serving="Kahuna ist unter {address}  (Strg+C beendet)",
    port_taken=(
        "Port {port} von {host} ist belegt; ein anderer: --port {other}, oder --port 0 für "
        "irgendeinen"
    ),
    no_address=(
        "an Port {port} von {host} lässt sich nicht lauschen ({problem}); 127.0.0.1 ist "
        "dieser Rechner"
    ),
    no_such_database=(
        "{url!r} ist keine Datenbank; eine wäre sqlite:///games.db oder postgresql://user@host/name"
    ),
    database_fails="die Datenbank {place} lässt sich nicht benutzen ({problem})",
    # play
    program_again=(
        "{path} wurde gegen das Programm {program} gespielt; weil eine Datei es sagt, wird kein "
        "Programm gestartet: Gib es mit --bot noch einmal an"
    ),
    bot_again="{path}: {problem}; gib mit --bot einen anderen Bot an",
    resume_keeps="ein gespeichertes Spiel hat seine Regeln und Spieler schon",
    bot_missing="--seat sagt, wo du gegen einen Bot sitzt: Es fehlt --bot, etwa --bot greedy",
    many_games="{path} enthält {count} Spiele; fortsetzen lässt sich nur eine Datei mit einem",
    save_exists=(
        "{path} gibt es schon und wird nicht überschrieben; mit --resume {path} geht jenes Spiel "
        "weiter, oder wähle einen anderen Namen"
    ),
    bot="{key:14} {level:5} {about}",
    bots={
        "random": "irgendein erlaubter Zug, jeder gleich wahrscheinlich",
        "greedy": "was im eigenen Zug am besten aussieht",
        "pua": "spielt zum ersten Mal: eine Karte je Zug, oft die falsche",
        "kimo": "baut, was ihm gefällt, und weiß nicht, dass man Stäbe entfernen kann",
        "leilani": "kennt alle Regeln und übersieht zwei von drei Zügen",
        "keoni": "sieht die meisten Züge und spielt den schönsten",
        "makoa": "nimmt die Insel vor seiner Nase, wenn er sie sieht",
        "noelani": "spielt, was in diesem Zug am besten aussieht",
        "nalu": "hat gute Ideen und ist mit der ersten zufrieden",
        "keanu": "baut geschickt und denkt selten ans Entfernen",
        "hoku": "sieht weit voraus, zählt aber die Karten nicht mit",
        "mahina": "merkt sich jede Karte, die du nimmst, und übersieht manchen Zug",
        "ikaika": "ahnt, was du auf der Hand hast, und übersieht ab und zu einen Zug",
        "kanaloa": "der Champion: hat im Spiel gegen sich selbst gelernt und spielt nach Gefühl",
        "namaka": "taucht tief: spielt ihre besten Ideen im Kopf durch, bevor sie wählt",
        "champion": "hat im Spiel gegen sich selbst gelernt und spielt sofort",
        "search": "denkt 0,1 s je Entscheidung nach; search:0.5s für länger",
        "search:TIME": "denkt so lange nach (search:0.3s) oder so viele Probespiele (search:200)",
        "champion:TIME": (
            "der Champion mit Bedenkzeit (champion:2s) oder mit so vielen Welten (champion:8)"
        ),
        "cmd:PROGRAM": (
            "jedes Programm, das docs/bot-protocol.md spricht; cmd:2s:… gibt ihm 2 Sekunden je "
            "Entscheidung"
        ),
    },
    # simulate
    playing="spielt",
    kept_games=(
        "das eine fertige Spiel steht in {path}",
        "die {done} fertigen Spiele stehen in {path}",
    ),
    stopped=("abgebrochen nach {done} Spiel", "abgebrochen nach {done} Spielen"),
    summary=(
        "{games} Spiel: {white} (Weiß) gewann {wins}, {black} (Schwarz) gewann {losses}, "
        "{draws} unentschieden",
        "{games} Spiele: {white} (Weiß) gewann {wins}, {black} (Schwarz) gewann {losses}, "
        "{draws} unentschieden",
    ),
    summary_ends="Ausgänge: {ends}",
    terminations={
        "points": "Punkte",
        "third_scoring": "dritte Wertung",
        "bridges": "Stäbe",
        "draw": "unentschieden",
        "wipeout": "kein Stab mehr",
        "resignation": "aufgegeben",
        "timeout": "Zeit abgelaufen",
        "agreement": "vereinbart",
    },
    # replay
    no_game=(
        "{path} enthält {count} Spiel, also gibt es kein Spiel {number}: Wähle 1",
        "{path} enthält {count} Spiele, also gibt es kein Spiel {number}: Wähle 1 bis {count}",
    ),
    no_ply=(
        "das Spiel hat {count} Schritt, also gibt es keinen Schritt {number}: Wähle 0 bis {count}",
        "das Spiel hat {count} Schritte, also gibt es keinen Schritt {number}: Wähle 0 bis {count}",
    ),
    one_of_many="Spiel {number} von {count}; --game K zeigt ein anderes",
    verifying="prüft",
    verified=(
        "{fine} von {count} Spiel folgt den Regeln",
        "{fine} von {count} Spielen folgen den Regeln",
    ),
    verify_alone="--verify prüft jedes Spiel der Datei; lass --game und --at weg",
    # rules and board
    no_paragraph="einen Absatz {name!r} haben die Regeln nicht; sie gehen von R1 bis R18",
    rules_alone="wähle eines: einen Absatz, --edition oder --diff",
    diff_title="Wie sich die Ausgaben unterscheiden",
    diff_option="Option",
    diff_offered=("-", "angeboten"),
    diff_rows={
        "title": "das Heft",
        "bridges": "Stäbe R1.4",
        "stones": "Steine R1.5",
        "discard": "Ablegen R7",
        "final_scoring": "dritte Wertung R10.3",
        "offers_no_trespass": "Variante 1 R12",
        "offers_open_hands": "Variante 2 R13",
        "offers_handicap": "Vorgabe R14",
        "who_starts": "wer beginnt R2.4",
    },
    editions={
        "kosmos-2015": ("Kosmos, deutsch, 2015", "wer den Urlaub nötiger hat"),
        "forum-1999": ("niederländisch, 1999", "jemand wird benannt"),
        "ksr": ("deutsche Kurzregeln", "steht nicht da"),
        "rio-grande-1998": ("Rio Grande, englisch, 1998", "nicht der Geber"),
        "italian": ("italienisch", "nicht der Geber"),
    },
    edition_intro=(
        "**{title}** (`{key}`): {bridges} Stäbe und {stones} Steine je Platz, Ablegen `{discard}`, "
        "dritte Wertung `{final_scoring}`, {variants}. Was in dieser Ausgabe nicht gilt, ist unten "
        "weggelassen."
    ),
    edition_variants=("Variante 1", "Variante 2", "eine Vorgabe"),
    edition_offers="bietet an: {names}",
    edition_offers_nothing="bietet keine Varianten an",
    night_needs_svg="--night ist für Bilder: Es fehlt --svg FILE",
    picture_title="Kahuna: der Archipel",
    # arena
    arena_complaint="kahuna arena:",
    arena_same_file="{option} und {other} sind dieselbe Datei {path}; jede braucht ihre eigene",
    arena_speed_alone="--speed misst Zufallsbots und keine anderen; lass {bots} weg",
    arena_stopped="Abgebrochen nach {done} von {total} Spielpaaren. {hint}",
    arena_goes_on="Derselbe Befehl macht weiter.",
    arena_could_go_on="Mit --journal ginge es später weiter.",
    arena_pairs="Paare ·",
    arena_left="· noch",
    arena_speed=(
        "{number} Prozess: {rate:.1f} Spiele je Sekunde, {cost:.2f} ms Rechenzeit je Spiel",
        "{number} Prozesse: {rate:.1f} Spiele je Sekunde, {cost:.2f} ms Rechenzeit je Spiel",
    ),
    arena_best=(
        "Bestwert: {one:.1f} auf einem Kern, {many:.1f} auf {number}: {factor:.2f}-mal so viele"
    ),
    no_games="Es wurde kein Spiel gespielt.",
    lost_outside="außerhalb der Regeln verloren:",
    not_exact=(
        "Ein Bot hat alles gewonnen oder verloren, also setzen die Ergebnisse allein seinem Elo "
        "keine Grenze; jeder Paarung wurde ein Unentschieden hinzugefügt."
    ),
    standings=("{number} Spiel", "{number} Spiele"),
    standings_header=(
        *("Bot", "Elo", "95 %", "gew.", "remis", "verl.", "Anteil"),
        "ms je Zug",
    ),
    cross_table="Zeile gegen Spalte, in %",
    against="{first} gegen {second}: {score} %",
    match="{first} erreicht {score} gegen {second}: {elo}",
    sprt_numbers="Log-Likelihood-Quotient {ratio:+.2f}, Grenzen {low:+.2f} und {high:+.2f}",
    sprt_unclear="Noch nicht klar: {numbers}",
    sprt_clear="Klar: ein Unterschied von {accepted:+g} Elo eher als von {refused:+g} ({numbers})",
    # train
    train_missing="zum Trainieren braucht es JAX und optax: pip install 'kahuna[train]'",
    train_no_file="es gibt keine Datei {path} mit Gewichten",
    train_games="--games ist 16 oder ein Vielfaches davon, nicht {games}",
    train_resumed=(
        "Der Lauf in {folder} geht so weiter, wie er begonnen wurde; andere Optionen als "
        "--minutes wirken nicht."
    ),
    train_compiling="Es wird kompiliert; das dauert bis zu einer Minute …",
    train_stopping=("Nach diesem Durchgang wird angehalten; noch einmal Strg-C hält sofort an …"),
    train_left=(
        "Mittendrin angehalten; {again} macht mit dem weiter, was zuletzt in {folder} "
        "gesichert wurde."
    ),
    train_line="{rate:,.0f} Entscheidungen je Sekunde · Entropie {entropy:.2f}",
    train_score="gegen die festen Gewichte {score:.1%}",
    train_paused=(
        "Angehalten nach {done} von {total} Durchgängen; {again} macht weiter. "
        "Gewichte: {folder}/weights.npz"
    ),
    train_done="Fertig: {total} Durchgänge. Gewichte: {folder}/weights.npz",
    # bench
    measuring="es wird gemessen …",
    bench_header=("was", "gemessen", "Ziel", "erreicht"),
    bench_rows={
        "core": "zufälliges Spiel im Kern: erlaubte Züge, einer ausgeführt, Ereignisse",
        "import": "import kahuna",
        "help": "kahuna --help, der ganze Prozess",
        "load": "die Gewichte des Champions laden",
        "champion": "eine Entscheidung des Champions, die mittlere",
        "champion_slowest": "eine Entscheidung des Champions, die langsamste von hundert",
        "champion_memory": "ein Prozess, in dem der Champion spielt, sein Speicher",
    },
    engines_header=("Rechenwerk", "auf", "Spiele zugleich", "Entscheidungen/s", "Spiele/s"),
    yes_no=("nein", "ja"),
)
