"""Nederlands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kahuna.cli.words.catalogue import About, Words

_APP: Final = """\
Kahuna, het eilandenspel voor twee: speel het in de browser of in de terminal, laat bots spelen,
bekijk spellen.

\b
  kahuna                             spelen in de browser
  kahuna play                        in de terminal: met zijn tweeën aan één toetsenbord
  kahuna play --bot greedy           in de terminal: tegen de computer
  kahuna rules                       hoe het spel gaat
  kahuna COMMAND --help              meer over een opdracht, met voorbeelden

Een onofficieel fanproject. Het spel is van Günter Cornett, uitgegeven door Kosmos.
"""

_PLAY: Final = """\
Spelen in de terminal: met zijn tweeën aan één toetsenbord, of alleen tegen een bot.

Typ zetten zoals +AB/A (een staafje van ALOA naar BARI voor de kaart ALOA), of hulp. Het spel wordt
steeds opgeslagen; ga weg met stop of Ctrl-C en ga later verder met --resume.

\b
Voorbeelden:
  kahuna play
  kahuna play --white Ada --black Bob --first white
  kahuna play --bot greedy --seat white
  kahuna play --bot greedy --plain          voor schermlezers: zinnen, geen kaart
  kahuna play --variant1 --handicap 2 --handicap-seat black
  kahuna play --resume spel.json
"""

_SERVE: Final = """\
Spelen in de browser: tegen de computer, samen aan één apparaat, of met een vriend online.

De spellen staan in een eigen database in je persoonlijke map. De pagina is er alleen voor deze
computer, tenzij --host iets anders zegt.

\b
Voorbeelden:
  kahuna serve
  kahuna serve --port 9000 --no-browser
  kahuna serve --db postgresql+psycopg://kahuna@localhost/kahuna
"""

_SIMULATE: Final = """\
Twee bots veel spellen laten spelen en de partijen wegschrijven, één per regel.

Dezelfde startwaarde geeft hetzelfde bestand, byte voor byte; spel nummer K van een startwaarde is
altijd hetzelfde, dus --from K --games 1 herhaalt het apart. Het bestand verschijnt als het compleet
is; tot dan staan de spellen in FILE.partial. (Bots die een tijd nadenken, zoals search, kunnen elke
keer anders spelen.)

\b
Voorbeelden:
  kahuna simulate --games 100 --seed 1 --white greedy --black random --out spellen.jsonl
  kahuna simulate --games 1 --from 37 --seed 1 --white greedy --black random --out -
  kahuna simulate --games 1000 --seed 2 --white greedy --black greedy --edition italian --out -
"""

_REPLAY: Final = """\
Genoteerde spellen bekijken: er een stap voor stap doorlopen, een stelling tonen, of alle nakijken.

FILE bevat JSON Lines (één spel per regel), één JSON-object, of spellen in tekstvorm; - is de
standaardinvoer. In een terminal doorloop je het spel; elders wordt de tekstvorm geschreven.

\b
Voorbeelden:
  kahuna replay spellen.jsonl               het eerste spel
  kahuna replay spellen.jsonl --game 37 --at 12
  kahuna replay spellen.jsonl --verify      volgen alle spellen de regels?
"""

_RULES: Final = """\
De spelregels in woorden, alle of die van één editie.

\b
Voorbeelden:
  kahuna rules
  kahuna rules R8                           één hoofdstuk
  kahuna rules R8.4                         één paragraaf
  kahuna rules --edition italian            zonder wat daar niet geldt
  kahuna rules --diff                       hoe de vijf edities verschillen
  kahuna rules --language en                in een andere taal
"""

_BOARD: Final = """\
De kaart, als tekst of als plaatje.

Een stelling is één regel met negen velden: staafjes, handen, open kaarten, afgelegde kaarten,
gedekt afgelegde, punten, ronde en beurt, fase, regels. kahuna replay FILE --at PLY schrijft de
regel van elk moment van een spel.

\b
Voorbeelden:
  kahuna board
  kahuna board --plain                      één zin per eiland
  kahuna board --svg kaart.svg --night
  kahuna board --position "AD,DE/AB,AH B/HH GIJ AAB C/- - 1.9 w kosmos-2015"
"""

_ARENA: Final = """\
Bots veel spellen laten spelen en zien wie sterker is.

Elke reeks kaarten wordt twee keer gespeeld, met verwisselde plaatsen, dus geluk met de kaarten
weegt weinig. De tabel geeft Elo met intervallen waarin de waarheid in 95 van 100 gevallen ligt.

Geef een lange reeks het best een --journal: na Ctrl-C, een crash of een stroomstoring gaat dezelfde
opdracht verder waar ze was, en eindigt met dezelfde tabel. Meer --games maken haar langer.

\b
Voorbeelden:
  kahuna arena greedy random --games 400 --seed 1
  kahuna arena greedy random "cmd:python examples/protocol_bot.py" --games 40 --plot elo.svg
  kahuna arena nieuw=greedy oud=random --games 10000 --sprt 0 20 --journal reeks.jsonl
"""

_TRAIN: Final = """\
Een netwerk trainen dat tegen zichzelf speelt, zoals de kampioen is getraind.

Daarvoor is JAX nodig en, om ver te komen, een GPU: pip install 'kahuna[train]'. De training staat
in FOLDER: als de tijd om is, of na Ctrl-C, gaat dezelfde opdracht daar verder. FOLDER/weights.npz
kan altijd spelen, bijvoorbeeld: kahuna arena weights:FOLDER/weights.npz champion

\b
Voorbeelden:
  kahuna train runs/first
  kahuna train runs/small --games 256 --iterations 200 --minutes 5
  kahuna train runs/exploit --from champion.npz --against champion.npz
"""

_BENCH: Final = """\
Meten hoe snel dit programma hier is.

\b
Voorbeelden:
  kahuna bench
  kahuna bench --seconds 5 --json
"""

_OPTIONS: Final[Mapping[str, str]] = {
    "version": "De versie tonen en stoppen.",
    "language": "en, de, nl of it; anders beslist KAHUNA_LANGUAGE of het systeem.",
    "edition": (
        "De spelregels: kosmos-2015, forum-1999, ksr, rio-grande-1998, italian; of custom, dat "
        "alle varianten mag hebben."
    ),
    "variant1": "Niemand bouwt bij een eiland van de ander (R12).",
    "variant2": "Open genomen kaarten blijven open liggen (R13).",
    "handicap": "Staafjes die vóór het spel worden gelegd, 1-3 (R14).",
    "handicap_seat": "Wie ze legt: white of black.",
    "first": "Wie begint: white, black of random.",
    "play.bot": "Tegen een bot zoals greedy spelen; list toont ze allemaal.",
    "play.seat": "Waar je tegen een bot zit: white of black.",
    "play.white": "De naam van Wit.",
    "play.black": "De naam van Zwart.",
    "play.seed": "Een tekst naar keuze: dezelfde startwaarde, dezelfde kaarten.",
    "play.plain": "Voor schermlezers: zinnen, geen kaart, geen kleur.",
    "play.save": "Het spel in dit bestand bewaren.",
    "play.resume": "Verdergaan met een bewaard spel.",
    "serve.host": "Op welk adres; anders alleen op deze computer.",
    "serve.port": "0 neemt een vrije poort.",
    "serve.db": "Een andere database, zoals postgresql://…",
    "serve.browser": "Een browser openen, waar er een is.",
    "serve.allow_host": "Ook op deze naam antwoorden (die van een proxy).",
    "serve.log": "Waarschuwingen in woorden (plain, zoals gewoonlijk), of alles als JSON.",
    "simulate.games": "Hoeveel spellen.",
    "simulate.white": "Een bot; list toont ze allemaal.",
    "simulate.black": "Een bot, zoals greedy.",
    "simulate.out": "Waarheen; - is de standaarduitvoer.",
    "simulate.seed": "Startwaarde, een geheel getal.",
    "simulate.start": "Het nummer van het eerste spel.",
    "replay.file": "Spellen; - is de standaardinvoer.",
    "replay.game": "Welk spel, geteld vanaf 1.",
    "replay.verify": "Elk spel van het bestand nakijken, stap voor stap.",
    "replay.at": "De stelling na deze stap tonen.",
    "replay.plain": "Voor schermlezers: zinnen, geen kaart.",
    "rules.paragraph": "Een hoofdstuk of paragraaf: R8 of R8.4.",
    "rules.edition": (
        "Alleen wat geldt in kosmos-2015, forum-1999, ksr, rio-grande-1998 of italian."
    ),
    "rules.diff": "Een tabel van de verschillen.",
    "rules.plain": "Voor schermlezers: geen kaders, geen kleur.",
    "board.svg": "Een plaatje tekenen; - is de standaarduitvoer.",
    "board.night": "Het plaatje bij nacht.",
    "board.position": "Deze stelling tonen.",
    "board.plain": "Eén zin per eiland, geen kaart.",
    "arena.bots": (
        "Twee bots voor een tweekamp, meer voor ieder tegen ieder: namen zoals greedy, programma's "
        "zoals 'cmd:python mybot.py', en NAME=BOT om er een anders te noemen."
    ),
    "arena.games": "Spellen die elke twee bots spelen; een oneven getal wordt even.",
    "arena.seed": "Dezelfde startwaarde geeft dezelfde spellen.",
    "arena.workers": "In hoeveel processen wordt gespeeld.",
    "arena.rules": "Een editie, met +1 of +2 voor de varianten.",
    "arena.journal": "Uitslagen daar gaandeweg wegschrijven; dezelfde opdracht gaat ermee verder.",
    "arena.out": "De tabel daar als JSON wegschrijven.",
    "arena.plot": "De Elo-cijfers daar als SVG tekenen.",
    "arena.records": "Alle spellen daar wegschrijven, één partij per regel.",
    "arena.sprt": (
        "Een tweekamp stoppen zodra duidelijk is of de eerste bot ELO0 of ELO1 sterker is."
    ),
    "arena.ray": (
        "Op de Ray op dit adres spelen in plaats van op deze computer; 'local' start er een."
    ),
    "arena.speed": "Alleen meten hoeveel spellen van willekeurige bots er in een seconde gaan.",
    "train.folder": "Waar de training staat.",
    "train.minutes": "Na zoveel minuten stoppen; dezelfde opdracht gaat verder.",
    "train.iterations": (
        "Hoe lang de hele training is; tegen het eind leert ze in kleinere stappen."
    ),
    "train.games": "Partijen die naast elkaar lopen; 16 of een veelvoud daarvan.",
    "train.steps": "Beslissingen van elke partij tussen twee lessen.",
    "train.learning_rate": "Hoeveel een les in het begin verandert; het neemt af naar het eind.",
    "train.entropy": "Hoeveel uitproberen in het begin waard is; het neemt af naar het eind.",
    "train.seed": "Dezelfde startwaarde geeft dezelfde partijen.",
    "train.weights": "Met deze gewichten beginnen in plaats van met niets.",
    "train.against": "Alle partijen tegen deze gewichten spelen, die blijven zoals ze zijn.",
    "train.critic": "Beslissingen laten beoordelen door een criticus die beide handen ziet.",
    "bench.as_json": "JSON schrijven, voor programma's.",
    "bench.seconds": "Tijd voor elke regel.",
}

WORDS: Final = Words(
    language="nl",
    # Help.
    app=_APP,
    commands={
        "serve": About("Spelen in de browser.", _SERVE),
        "play": About("Spelen in de terminal: met zijn tweeën of tegen een bot.", _PLAY),
        "simulate": About("Twee bots veel spellen laten spelen.", _SIMULATE),
        "replay": About("Genoteerde spellen bekijken of nakijken.", _REPLAY),
        "rules": About("De spelregels in woorden.", _RULES),
        "board": About("De kaart, als tekst of als plaatje.", _BOARD),
        "arena": About("Bots veel spellen laten spelen: wie is sterker?", _ARENA),
        "train": About("Een netwerk trainen dat tegen zichzelf speelt.", _TRAIN),
        "bench": About("Meten hoe snel dit programma is.", _BENCH),
    },
    options=_OPTIONS,
    all_cores="alle kernen",
    headings={
        "Usage:": "Gebruik:",
        "Arguments:": "Argumenten:",
        "Options:": "Opties:",
        "Commands:": "Opdrachten:",
        "Show this message and exit.": "Deze hulp tonen en stoppen.",
        "[default:": "[anders:",
        "required]": "nodig]",
    },
    # Complaints.
    complaint="kahuna: {message}",
    usage="Gebruik: {usage}",
    try_help="Hulp geeft '{command} --help'.",
    missing_option="De optie {name} ontbreekt.",
    missing_argument="Het argument {name} ontbreekt.",
    needs_value="De optie {name} heeft een waarde nodig.",
    no_such_option="Er is geen optie {name}.",
    no_such_command="Er is geen opdracht {name}. Er zijn {names}.",
    bad_value="De waarde voor {name} past niet: {problem}",
    perhaps="Bedoelde je {names}?",
    problems="{count} dingen kloppen niet (in het Engels):",
    interrupted="afgebroken",
    bug=(
        "dit is een fout van het programma, niet van jou ({kind}: {problem}). "
        "Meld hem alsjeblieft; met KAHUNA_TRACEBACK=1 staat erbij waar het gebeurde"
    ),
    in_english="(in het Engels) {message}",
    not_a_choice="{option}: {value!r} bestaat niet, alleen {choices}",
    bad_name="{option}: een naam heeft 1 tot {most} afdrukbare tekens, niet {value}",
    not_with="{option} gaat niet samen met {other}: {why}",
    is_folder="{path} is een map; noem een bestand",
    not_a_file="{path} is geen gewoon bestand; --out - neemt de standaarduitvoer",
    no_ordinary_file="{path} is geen gewoon bestand; kies een andere naam",
    no_folder="de map {folder} bestaat niet",
    cannot_write="{path} kan niet worden geschreven ({problem})",
    cannot_read="{path} kan niet worden gelezen ({problem})",
    progress="{what}: {done} van {total}",
    # serve
    serving="Kahuna staat op {address}  (Ctrl+C stopt)",
    port_taken=(
        "poort {port} van {host} is in gebruik; een andere: --port {other}, of --port 0 voor "
        "een willekeurige"
    ),
    no_address=(
        "op poort {port} van {host} kan niet worden geluisterd ({problem}); 127.0.0.1 is "
        "deze computer"
    ),
    no_such_database=(
        "{url!r} is geen database; wel bijvoorbeeld sqlite:///games.db of "
        "postgresql://user@host/name"
    ),
    database_fails="de database {place} kan niet worden gebruikt ({problem})",
    # play
    program_again=(
        "{path} is tegen het programma {program} gespeeld; omdat een bestand het zegt, wordt er "
        "geen programma gestart: geef het nog eens met --bot"
    ),
    bot_again="{path}: {problem}; geef met --bot een andere bot op",
    resume_keeps="een bewaard spel heeft zijn regels en spelers al",
    bot_missing="--seat zegt waar je tegen een bot zit: --bot ontbreekt, zoals --bot greedy",
    many_games="{path} bevat {count} spellen; alleen een bestand met één spel kan verdergaan",
    save_exists=(
        "{path} bestaat al en wordt niet overschreven; ga met --resume {path} verder met dat spel, "
        "of kies een andere naam"
    ),
    bot="{key:14} {level:5} {about}",
    bots={
        "random": "een toegestane zet naar willekeur, elk even waarschijnlijk",
        "greedy": "wat er in de eigen beurt het best uitziet",
        "pua": "speelt voor het eerst: één kaart per beurt, vaak de verkeerde",
        "kimo": "bouwt wat hij leuk vindt en weet niet dat je staafjes kunt verwijderen",
        "leilani": "kent alle regels en ziet twee van de drie zetten over het hoofd",
        "keoni": "ziet de meeste zetten en speelt de mooiste",
        "makoa": "neemt het eiland voor zijn neus, als hij het ziet",
        "noelani": "speelt wat er deze beurt het best uitziet",
        "nalu": "heeft goede ideeën en is met het eerste tevreden",
        "keanu": "bouwt slim en denkt zelden aan verwijderen",
        "hoku": "kijkt ver vooruit, maar telt de kaarten niet",
        "mahina": "onthoudt elke kaart die je pakt en ziet menige zet over het hoofd",
        "ikaika": "raadt wat je in handen hebt en ziet af en toe een zet over het hoofd",
        "kanaloa": "de kampioen: leerde door tegen zichzelf te spelen en speelt op gevoel",
        "namaka": "duikt diep: speelt haar beste ideeën in gedachten uit voordat ze kiest",
        "champion": "heeft geleerd door tegen zichzelf te spelen en speelt meteen",
        "search": "denkt 0,1 s per beslissing na; search:0.5s voor langer",
        "search:TIME": "denkt zo lang na (search:0.3s), of zoveel proefspellen (search:200)",
        "champion:TIME": (
            "de kampioen met bedenktijd (champion:2s), of met zoveel werelden (champion:8)"
        ),
        "cmd:PROGRAM": (
            "elk programma dat docs/bot-protocol.md spreekt; cmd:2s:… geeft het 2 seconden per "
            "beslissing"
        ),
    },
    # simulate
    playing="speelt",
    kept_games=(
        "het ene spel dat klaar was, staat in {path}",
        "de {done} spellen die klaar waren, staan in {path}",
    ),
    stopped=("afgebroken na {done} spel", "afgebroken na {done} spellen"),
    summary=(
        "{games} spel: {white} (Wit) won {wins}, {black} (Zwart) won {losses}, {draws} gelijk",
        "{games} spellen: {white} (Wit) won {wins}, {black} (Zwart) won {losses}, {draws} gelijk",
    ),
    summary_ends="afloop: {ends}",
    terminations={
        "points": "punten",
        "third_scoring": "derde waardering",
        "bridges": "staafjes",
        "draw": "gelijkspel",
        "wipeout": "geen staafje meer",
        "resignation": "opgegeven",
        "timeout": "tijd om",
        "agreement": "overeengekomen",
    },
    # replay
    no_game=(
        "{path} bevat {count} spel, dus er is geen spel {number}: kies 1",
        "{path} bevat {count} spellen, dus er is geen spel {number}: kies 1 tot {count}",
    ),
    no_ply=(
        "het spel heeft {count} stap, dus er is geen stap {number}: kies 0 tot {count}",
        "het spel heeft {count} stappen, dus er is geen stap {number}: kies 0 tot {count}",
    ),
    one_of_many="spel {number} van {count}; --game K toont een ander",
    verifying="kijkt na",
    verified=(
        "{fine} van {count} spel volgt de regels",
        "{fine} van {count} spellen volgen de regels",
    ),
    verify_alone="--verify kijkt elk spel van het bestand na; laat --game en --at weg",
    # rules and board
    no_paragraph="er is geen paragraaf {name!r} in de spelregels; ze lopen van R1 tot R18",
    rules_alone="kies er één: een paragraaf, --edition of --diff",
    diff_title="Hoe de edities verschillen",
    diff_option="optie",
    diff_offered=("-", "aangeboden"),
    diff_rows={
        "title": "het boekje",
        "bridges": "staafjes R1.4",
        "stones": "stenen R1.5",
        "discard": "afleggen R7",
        "final_scoring": "derde waardering R10.3",
        "offers_no_trespass": "variant 1 R12",
        "offers_open_hands": "variant 2 R13",
        "offers_handicap": "voordeel R14",
        "who_starts": "wie begint R2.4",
    },
    editions={
        "kosmos-2015": ("Kosmos, Duits, 2015", "wie het hardst aan vakantie toe is"),
        "forum-1999": ("Nederlands, 1999", "iemand wordt aangewezen"),
        "ksr": ("Duitse korte regels", "staat er niet"),
        "rio-grande-1998": ("Rio Grande, Engels, 1998", "niet de deler"),
        "italian": ("Italiaans", "niet de deler"),
    },
    edition_intro=(
        "**{title}** (`{key}`): {bridges} staafjes en {stones} stenen per plaats, afleggen "
        "`{discard}`, derde waardering `{final_scoring}`, {variants}. Wat in deze editie niet "
        "geldt, is hieronder weggelaten."
    ),
    edition_variants=("variant 1", "variant 2", "een spel met voordeel"),
    edition_offers="biedt {names}",
    edition_offers_nothing="biedt geen varianten",
    night_needs_svg="--night is voor plaatjes: --svg FILE ontbreekt",
    picture_title="Kahuna: de archipel",
    # arena
    arena_complaint="kahuna arena:",
    arena_same_file=(
        "{option} en {other} zijn hetzelfde bestand, {path}; elk heeft een eigen bestand nodig"
    ),
    arena_speed_alone="--speed meet willekeurige bots en geen andere; laat {bots} weg",
    arena_stopped="Afgebroken na {done} van {total} paren spellen. {hint}",
    arena_goes_on="Dezelfde opdracht gaat verder.",
    arena_could_go_on="Met --journal zou het later verder kunnen.",
    arena_pairs="paren ·",
    arena_left="· nog",
    arena_speed=(
        "{number} proces: {rate:.1f} spellen per seconde, {cost:.2f} ms rekentijd per spel",
        "{number} processen: {rate:.1f} spellen per seconde, {cost:.2f} ms rekentijd per spel",
    ),
    arena_best=("beste: {one:.1f} op één kern, {many:.1f} op {number}: {factor:.2f} keer zoveel"),
    no_games="Er is geen spel gespeeld.",
    lost_outside="verloren buiten de regels om:",
    not_exact=(
        "Een bot heeft alles gewonnen of verloren, dus de uitslagen alleen stellen geen grens aan "
        "zijn Elo; aan elk paar is één gelijkspel toegevoegd."
    ),
    standings=("{number} spel", "{number} spellen"),
    standings_header=(
        *("bot", "Elo", "95 %", "gew.", "gelijk", "verl.", "aandeel"),
        "ms per zet",
    ),
    cross_table="rij tegen kolom, in %",
    against="{first} tegen {second}: {score} %",
    match="{first} haalt {score} tegen {second}: {elo}",
    sprt_numbers="log-likelihoodquotiënt {ratio:+.2f}, grenzen {low:+.2f} en {high:+.2f}",
    sprt_unclear="Nog niet duidelijk: {numbers}",
    sprt_clear="Duidelijk: eerder {accepted:+g} Elo verschil dan {refused:+g} ({numbers})",
    # train
    train_missing="trainen kan alleen met JAX en optax: pip install 'kahuna[train]'",
    train_no_file="er is geen bestand {path} met gewichten",
    train_games="--games is 16 of een veelvoud daarvan, niet {games}",
    train_resumed=(
        "De training in {folder} gaat verder zoals ze begonnen is; andere opties dan "
        "--minutes hebben geen effect."
    ),
    train_compiling="Er wordt gecompileerd; dat duurt hooguit een minuut …",
    train_stopping="Na deze ronde wordt gestopt; nog eens Ctrl-C stopt meteen …",
    train_left=(
        "Midden in een ronde gestopt; {again} gaat verder met wat het laatst in {folder} is "
        "bewaard."
    ),
    train_line="{rate:,.0f} beslissingen per seconde · entropie {entropy:.2f}",
    train_score="tegen de vaste gewichten {score:.1%}",
    train_paused=(
        "Gestopt na {done} van {total} rondes; {again} gaat verder. Gewichten: {folder}/weights.npz"
    ),
    train_done="Klaar: {total} rondes. Gewichten: {folder}/weights.npz",
    # bench
    measuring="er wordt gemeten …",
    bench_header=("wat", "gemeten", "doel", "gehaald"),
    bench_rows={
        "core": "willekeurig spel in de kern: toegestane zetten, een uitgevoerd, gebeurtenissen",
        "import": "import kahuna",
        "help": "kahuna --help, het hele proces",
        "load": "de gewichten van de kampioen laden",
        "champion": "een beslissing van de kampioen, de middelste",
        "champion_slowest": "een beslissing van de kampioen, de traagste van honderd",
        "champion_memory": "een proces waarin de kampioen speelt, zijn geheugen",
    },
    engines_header=("rekenwerk", "op", "spellen tegelijk", "beslissingen/s", "spellen/s"),
    yes_no=("nee", "ja"),
)
