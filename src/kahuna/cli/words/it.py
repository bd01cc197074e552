"""Italiano."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kahuna.cli.words.catalogue import About, Words

_APP: Final = """\
Kahuna, il gioco delle isole per due: gioca nel browser o nel terminale, fai giocare i bot, guarda
le partite.

\b
  kahuna                             giocare nel browser
  kahuna play                        nel terminale: in due a una tastiera
  kahuna play --bot greedy           nel terminale: contro il computer
  kahuna rules                       come si gioca
  kahuna COMMAND --help              di più su un comando, con esempi

Un progetto non ufficiale di appassionati. Il gioco è di Günter Cornett, pubblicato da Kosmos.
"""

_PLAY: Final = """\
Giocare nel terminale: in due a una tastiera, o da soli contro un bot.

Scrivi mosse come +AB/A (un ponte da ALOA a BARI per la carta ALOA), o aiuto. La partita si salva di
continuo; te ne vai con esci o Ctrl-C e riprendi più tardi con --resume.

\b
Esempi:
  kahuna play
  kahuna play --white Ada --black Bob --first white
  kahuna play --bot greedy --seat white
  kahuna play --bot greedy --plain          per lettori di schermo: frasi, niente mappa
  kahuna play --variant1 --handicap 2 --handicap-seat black
  kahuna play --resume partita.json
"""

_SERVE: Final = """\
Giocare nel browser: contro il computer, in due a un dispositivo, o con un amico in rete.

Le partite stanno in una loro base di dati nella tua cartella personale. La pagina è servita
soltanto a questa macchina, se --host non dice altro.

\b
Esempi:
  kahuna serve
  kahuna serve --port 9000 --no-browser
  kahuna serve --db postgresql+psycopg://kahuna@localhost/kahuna
"""

_SIMULATE: Final = """\
Far giocare molte partite a due bot e scriverne le registrazioni, una per riga.

Lo stesso seme dà lo stesso file, byte per byte; la partita numero K di un seme è sempre la stessa,
quindi --from K --games 1 la ripete da sola. Il file compare quando è completo; fino ad allora le
partite sono in FILE.partial. (I bot che pensano per un certo tempo, come search, possono giocare
ogni volta in modo diverso.)

\b
Esempi:
  kahuna simulate --games 100 --seed 1 --white greedy --black random --out partite.jsonl
  kahuna simulate --games 1 --from 37 --seed 1 --white greedy --black random --out -
  kahuna simulate --games 1000 --seed 2 --white greedy --black greedy --edition italian --out -
"""

_REPLAY: Final = """\
Guardare partite registrate: una passo per passo, una posizione, o controllarle tutte.

FILE contiene JSON Lines (una partita per riga), un oggetto JSON, o partite in forma di testo; - è
lo standard input. In un terminale si percorre la partita; altrove se ne scrive la forma di testo.

\b
Esempi:
  kahuna replay partite.jsonl               la prima partita
  kahuna replay partite.jsonl --game 37 --at 12
  kahuna replay partite.jsonl --verify      tutte le partite seguono le regole?
"""

_RULES: Final = """\
Le regole a parole, tutte o quelle di un'edizione.

\b
Esempi:
  kahuna rules
  kahuna rules R8                           un capitolo
  kahuna rules R8.4                         un paragrafo
  kahuna rules --edition italian            senza ciò che lì non vale
  kahuna rules --diff                       in che cosa differiscono le cinque edizioni
  kahuna rules --language en                in un'altra lingua
"""

_BOARD: Final = """\
La mappa, come testo o come figura.

Una posizione è una riga di nove campi: ponti, mani, carte scoperte, scarti, scarti coperti, punti,
manche e turno, fase, regole. kahuna replay FILE --at PLY scrive la riga di ogni momento di una
partita.

\b
Esempi:
  kahuna board
  kahuna board --plain                      una frase per isola
  kahuna board --svg mappa.svg --night
  kahuna board --position "AD,DE/AB,AH B/HH GIJ AAB C/- - 1.9 w kosmos-2015"
"""

_ARENA: Final = """\
Far giocare molte partite ai bot e vedere chi è più forte.

Ogni distribuzione si gioca due volte, a posti scambiati, quindi la fortuna con le carte pesa poco.
La tabella dà l'Elo con intervalli in cui sta la verità in 95 casi su 100.

Per una serie lunga conviene un --journal: dopo Ctrl-C, un guasto o un'interruzione di corrente lo
stesso comando riprende da dov'era e finisce con la stessa tabella. Con più --games si allunga.

\b
Esempi:
  kahuna arena greedy random --games 400 --seed 1
  kahuna arena greedy random "cmd:python examples/protocol_bot.py" --games 40 --plot elo.svg
  kahuna arena nuovo=greedy vecchio=random --games 10000 --sprt 0 20 --journal serie.jsonl
"""

_TRAIN: Final = """\
Addestrare una rete che gioca contro se stessa, come è stato addestrato il campione.

Servono JAX e, per andare lontano, una GPU: pip install 'kahuna[train]'. L'addestramento sta in
FOLDER: finito il tempo, o dopo Ctrl-C, lo stesso comando riprende da lì. FOLDER/weights.npz può
giocare in ogni momento, per esempio: kahuna arena weights:FOLDER/weights.npz champion

\b
Esempi:
  kahuna train runs/first
  kahuna train runs/small --games 256 --iterations 200 --minutes 5
  kahuna train runs/exploit --from champion.npz --against champion.npz
"""

_BENCH: Final = """\
Misurare quanto è veloce qui questo programma.

\b
Esempi:
  kahuna bench
  kahuna bench --seconds 5 --json
"""

_OPTIONS: Final[Mapping[str, str]] = {
    "version": "Scrivere la versione e uscire.",
    "language": "en, de, nl o it; altrimenti decide KAHUNA_LANGUAGE o il sistema.",
    "edition": (
        "Il regolamento: kosmos-2015, forum-1999, ksr, rio-grande-1998, italian; o custom, che può "
        "avere tutte le varianti."
    ),
    "variant1": "Nessuno costruisce presso un'isola dell'altro (R12).",
    "variant2": "Le carte prese scoperte restano scoperte (R13).",
    "handicap": "Ponti messi prima della partita, 1-3 (R14).",
    "handicap_seat": "Chi li mette: white o black.",
    "first": "Chi comincia: white, black o random.",
    "play.bot": "Giocare contro un bot come greedy; list li mostra tutti.",
    "play.seat": "Dove siedi contro un bot: white o black.",
    "play.white": "Il nome del Bianco.",
    "play.black": "Il nome del Nero.",
    "play.seed": "Un testo qualsiasi: stesso seme, stesse carte.",
    "play.plain": "Per lettori di schermo: frasi, niente mappa, niente colori.",
    "play.save": "Conservare la partita in questo file.",
    "play.resume": "Riprendere una partita salvata.",
    "serve.host": "A quale indirizzo; altrimenti soltanto qui.",
    "serve.port": "0 prende una porta libera qualsiasi.",
    "serve.db": "Un'altra base di dati, come postgresql://…",
    "serve.browser": "Aprire un browser, dove ce n'è uno.",
    "serve.allow_host": "Rispondere anche a questo nome (di un proxy).",
    "serve.log": "Avvisi a parole (plain, come di solito), o tutto in JSON.",
    "simulate.games": "Quante partite.",
    "simulate.white": "Un bot; list li mostra tutti.",
    "simulate.black": "Un bot, come greedy.",
    "simulate.out": "Dove; - è lo standard output.",
    "simulate.seed": "Il seme, un numero intero.",
    "simulate.start": "Il numero della prima partita.",
    "replay.file": "Partite; - è lo standard input.",
    "replay.game": "Quale partita, contando da 1.",
    "replay.verify": "Controllare ogni partita del file, passo per passo.",
    "replay.at": "Mostrare la posizione dopo questo passo.",
    "replay.plain": "Per lettori di schermo: frasi, niente mappa.",
    "rules.paragraph": "Un capitolo o paragrafo: R8 o R8.4.",
    "rules.edition": (
        "Soltanto ciò che vale in kosmos-2015, forum-1999, ksr, rio-grande-1998 o italian."
    ),
    "rules.diff": "Una tabella delle differenze.",
    "rules.plain": "Per lettori di schermo: niente cornici, niente colori.",
    "board.svg": "Disegnare una figura; - è lo standard output.",
    "board.night": "La figura di notte.",
    "board.position": "Mostrare questa posizione.",
    "board.plain": "Una frase per isola, niente mappa.",
    "arena.bots": (
        "Due bot per un incontro, di più per un girone: nomi come greedy, programmi come "
        "'cmd:python mybot.py', e NAME=BOT per dare a uno un altro nome."
    ),
    "arena.games": "Partite giocate da ogni coppia di bot; un numero dispari diventa pari.",
    "arena.seed": "Lo stesso seme dà le stesse partite.",
    "arena.workers": "In quanti processi si gioca.",
    "arena.rules": "Un'edizione, con +1 o +2 per le varianti.",
    "arena.journal": "Scrivere lì i risultati via via; lo stesso comando riprende da lì.",
    "arena.out": "Scrivere lì la tabella in JSON.",
    "arena.plot": "Disegnare lì i punteggi in SVG.",
    "arena.records": "Scrivere lì tutte le partite, una registrazione per riga.",
    "arena.sprt": (
        "Fermare un incontro quando è chiaro se il primo bot è più forte di ELO0 o di ELO1."
    ),
    "arena.ray": (
        "Giocare sul Ray a questo indirizzo invece che su questa macchina; 'local' ne avvia uno."
    ),
    "arena.speed": "Misurare soltanto quante partite al secondo fanno bot a caso.",
    "train.folder": "Dove sta l'addestramento.",
    "train.minutes": "Fermarsi dopo tanti minuti; lo stesso comando riprende.",
    "train.iterations": (
        "Quanto è lungo tutto l'addestramento; verso la fine impara a passi più piccoli."
    ),
    "train.games": "Partite giocate fianco a fianco; 16 o un suo multiplo.",
    "train.steps": "Decisioni di ogni partita tra due lezioni.",
    "train.learning_rate": "Quanto cambia all'inizio una lezione; cala verso la fine.",
    "train.entropy": "Quanto vale all'inizio provare cose nuove; cala verso la fine.",
    "train.seed": "Lo stesso seme dà le stesse partite.",
    "train.weights": "Cominciare da questi pesi invece che da zero.",
    "train.against": "Giocare tutte le partite contro questi pesi, che restano come sono.",
    "train.critic": "Far giudicare le decisioni da un critico che vede entrambe le mani.",
    "bench.as_json": "Scrivere JSON, per programmi.",
    "bench.seconds": "Tempo per ogni riga.",
}

WORDS: Final = Words(
    language="it",
    # Help.
    app=_APP,
    commands={
        "serve": About("Giocare nel browser.", _SERVE),
        "play": About("Giocare nel terminale: in due o contro un bot.", _PLAY),
        "simulate": About("Far giocare molte partite a due bot.", _SIMULATE),
        "replay": About("Guardare partite registrate, o controllarle.", _REPLAY),
        "rules": About("Le regole a parole.", _RULES),
        "board": About("La mappa, come testo o come figura.", _BOARD),
        "arena": About("Far giocare molte partite ai bot: chi è più forte?", _ARENA),
        "train": About("Addestrare una rete che gioca contro se stessa.", _TRAIN),
        "bench": About("Misurare quanto è veloce questo programma.", _BENCH),
    },
    options=_OPTIONS,
    all_cores="tutti i core",
    headings={
        "Usage:": "Uso:",
        "Arguments:": "Argomenti:",
        "Options:": "Opzioni:",
        "Commands:": "Comandi:",
        "Show this message and exit.": "Mostrare questo aiuto e uscire.",
        "[default:": "[altrimenti:",
        "required]": "necessario]",
    },
    # Complaints.
    complaint="kahuna: {message}",
    usage="Uso: {usage}",
    try_help="Per un aiuto: '{command} --help'.",
    missing_option="Manca l'opzione {name}.",
    missing_argument="Manca l'argomento {name}.",
    needs_value="L'opzione {name} vuole un valore.",
    no_such_option="Non c'è un'opzione {name}.",
    no_such_command="Non c'è un comando {name}. Ci sono {names}.",
    bad_value="Il valore per {name} non va bene: {problem}",
    perhaps="Intendevi {names}?",
    problems="{count} cose non vanno (in inglese):",
    interrupted="interrotto",
    bug=(
        "questo è un errore del programma, non tuo ({kind}: {problem}). "
        "Segnalalo, per favore; con KAHUNA_TRACEBACK=1 dice dove è successo"
    ),
    in_english="(in inglese) {message}",
    not_a_choice="{option}: {value!r} non c'è, soltanto {choices}",
    bad_name="{option}: un nome ha da 1 a {most} caratteri stampabili, non {value}",
    not_with="{option} non si può usare insieme a {other}: {why}",
    is_folder="{path} è una cartella; indica un file",
    not_a_file="{path} non è un file ordinario; --out - usa lo standard output",
    no_ordinary_file="{path} non è un file ordinario; scegli un altro nome",
    no_folder="la cartella {folder} non esiste",
    cannot_write="non si può scrivere {path} ({problem})",
    cannot_read="non si può leggere {path} ({problem})",
    progress="{what}: {done} di {total}",
    # serve
    serving="Kahuna è a {address}  (Ctrl+C termina)",
    port_taken=(
        "la porta {port} di {host} è occupata; un'altra: --port {other}, o --port 0 per una "
        "qualsiasi"
    ),
    no_address=(
        "alla porta {port} di {host} non si può ascoltare ({problem}); 127.0.0.1 è questo computer"
    ),
    no_such_database=(
        "{url!r} non è una base di dati; lo sono sqlite:///games.db o postgresql://user@host/name"
    ),
    database_fails="la base di dati {place} non si può usare ({problem})",
    # play
    program_again=(
        "{path} è stata giocata contro il programma {program}; un programma non si avvia perché lo "
        "dice un file: indicalo di nuovo con --bot"
    ),
    bot_again="{path}: {problem}; indica un altro bot con --bot",
    resume_keeps="una partita salvata ha già le sue regole e i suoi giocatori",
    bot_missing="--seat dice dove siedi contro un bot: manca --bot, come in --bot greedy",
    many_games="{path} contiene {count} partite; si riprende soltanto un file con una sola",
    save_exists=(
        "{path} esiste già e non viene sovrascritto; riprendi quella partita con --resume {path}, "
        "oppure scegli un altro nome"
    ),
    bot="{key:14} {level:5} {about}",
    bots={
        "random": "una mossa permessa qualsiasi, tutte ugualmente probabili",
        "greedy": "ciò che sembra meglio nel proprio turno",
        "pua": "gioca per la prima volta: una carta per turno, spesso quella sbagliata",
        "kimo": "costruisce dove gli piace e non sa che i ponti si possono rimuovere",
        "leilani": "conosce tutte le regole e non vede due mosse su tre",
        "keoni": "vede quasi tutte le mosse e gioca la più bella",
        "makoa": "prende l'isola che ha davanti, se la vede",
        "noelani": "gioca ciò che in questo turno sembra meglio",
        "nalu": "ha buone idee e si accontenta della prima",
        "keanu": "costruisce con astuzia e pensa di rado a rimuovere",
        "hoku": "vede lontano, ma non conta le carte",
        "mahina": "ricorda ogni carta che hai preso e si lascia sfuggire qualche mossa",
        "ikaika": "indovina che cosa hai in mano e ogni tanto gli sfugge una mossa",
        "kanaloa": "il campione: ha imparato giocando contro se stesso e gioca d'istinto",
        "namaka": "va a fondo: gioca nella mente le sue idee migliori prima di scegliere",
        "champion": "ha imparato giocando contro se stesso e gioca subito",
        "search": "pensa 0,1 s per decisione; search:0.5s per più tempo",
        "search:TIME": "pensa per quel tempo (search:0.3s), o per tante prove (search:200)",
        "champion:TIME": (
            "il campione con tempo per pensare (champion:2s), o con tanti mondi (champion:8)"
        ),
        "cmd:PROGRAM": (
            "ogni programma che parla docs/bot-protocol.md; cmd:2s:… gli dà 2 secondi per decisione"
        ),
    },
    # simulate
    playing="si gioca",
    kept_games=(
        "l'unica partita finita è in {path}",
        "le {done} partite finite sono in {path}",
    ),
    stopped=("interrotto dopo {done} partita", "interrotto dopo {done} partite"),
    summary=(
        "{games} partita: {white} (Bianco) ne vince {wins}, {black} (Nero) ne vince {losses}, "
        "patte {draws}",
        "{games} partite: {white} (Bianco) ne vince {wins}, {black} (Nero) ne vince {losses}, "
        "patte {draws}",
    ),
    summary_ends="esiti: {ends}",
    terminations={
        "points": "punti",
        "third_scoring": "terzo conteggio",
        "bridges": "ponti",
        "draw": "patta",
        "wipeout": "cappotto",
        "resignation": "abbandono",
        "timeout": "tempo finito",
        "agreement": "accordo",
    },
    # replay
    no_game=(
        "{path} contiene {count} partita, quindi non c'è una partita {number}: scegli 1",
        "{path} contiene {count} partite, quindi non c'è una partita {number}: scegli da 1 a "
        "{count}",
    ),
    no_ply=(
        "la partita ha {count} passo, quindi non c'è un passo {number}: scegli da 0 a {count}",
        "la partita ha {count} passi, quindi non c'è un passo {number}: scegli da 0 a {count}",
    ),
    one_of_many="partita {number} di {count}; --game K ne mostra un'altra",
    verifying="si controlla",
    verified=(
        "{fine} partita su {count} segue le regole",
        "partite che seguono le regole: {fine} su {count}",
    ),
    verify_alone="--verify controlla ogni partita del file; togli --game e --at",
    # rules and board
    no_paragraph="non c'è un paragrafo {name!r} nelle regole; vanno da R1 a R18",
    rules_alone="scegli una cosa fra un paragrafo, --edition e --diff",
    diff_title="In che cosa differiscono le edizioni",
    diff_option="opzione",
    diff_offered=("-", "offerta"),
    diff_rows={
        "title": "il regolamento",
        "bridges": "ponti R1.4",
        "stones": "pietre R1.5",
        "discard": "scarto R7",
        "final_scoring": "terzo conteggio R10.3",
        "offers_no_trespass": "variante 1 R12",
        "offers_open_hands": "variante 2 R13",
        "offers_handicap": "handicap R14",
        "who_starts": "chi comincia R2.4",
    },
    editions={
        "kosmos-2015": ("Kosmos, tedesco, 2015", "chi ha più bisogno di una vacanza"),
        "forum-1999": ("olandese, 1999", "qualcuno nominato"),
        "ksr": ("regole brevi tedesche", "non detto"),
        "rio-grande-1998": ("Rio Grande, inglese, 1998", "non il mazziere"),
        "italian": ("italiano", "non il mazziere"),
    },
    edition_intro=(
        "**{title}** (`{key}`): {bridges} ponti e {stones} pietre per posto, scarto `{discard}`, "
        "terzo conteggio `{final_scoring}`, {variants}. Ciò che non vale in questa edizione qui "
        "sotto è omesso."
    ),
    edition_variants=("variante 1", "variante 2", "handicap"),
    edition_offers="offre {names}",
    edition_offers_nothing="non offre varianti",
    night_needs_svg="--night è per le figure: manca --svg FILE",
    picture_title="Kahuna: l'arcipelago",
    # arena
    arena_complaint="kahuna arena:",
    arena_same_file="{option} e {other} sono lo stesso file, {path}; a ognuna serve il suo",
    arena_speed_alone="--speed misura bot casuali e nessun altro; togli {bots}",
    arena_stopped="Interrotto dopo {done} di {total} coppie di partite. {hint}",
    arena_goes_on="Lo stesso comando riprende.",
    arena_could_go_on="Con --journal potrebbe riprendere più tardi.",
    arena_pairs="coppie ·",
    arena_left="· restano",
    arena_speed=(
        "{number} processo: {rate:.1f} partite al secondo, {cost:.2f} ms di calcolo per partita",
        "{number} processi: {rate:.1f} partite al secondo, {cost:.2f} ms di calcolo per partita",
    ),
    arena_best=("massimo: {one:.1f} su un core, {many:.1f} su {number}: {factor:.2f} volte tante"),
    no_games="Non è stata giocata nessuna partita.",
    lost_outside="persa fuori dalle regole:",
    not_exact=(
        "Un bot ha vinto o perso tutto, quindi i risultati da soli non pongono un limite al suo "
        "Elo; a ogni coppia è stata aggiunta una patta."
    ),
    standings=("{number} partita", "{number} partite"),
    standings_header=("bot", "Elo", "95 %", "vinte", "patte", "perse", "resa", "ms a mossa"),
    cross_table="riga contro colonna, in %",
    against="{first} contro {second}: {score} %",
    match="{first} ottiene {score} contro {second}: {elo}",
    sprt_numbers="log-rapporto di verosimiglianza {ratio:+.2f}, limiti {low:+.2f} e {high:+.2f}",
    sprt_unclear="Non ancora chiaro: {numbers}",
    sprt_clear="Chiaro: differenza di {accepted:+g} Elo piuttosto che di {refused:+g} ({numbers})",
    # train
    train_missing="per addestrare servono JAX e optax: pip install 'kahuna[train]'",
    train_no_file="non c'è un file {path} di pesi",
    train_games="--games è 16 o un suo multiplo, non {games}",
    train_resumed=(
        "L'addestramento in {folder} riprende com'era cominciato; opzioni diverse da "
        "--minutes non hanno effetto."
    ),
    train_compiling="Compilazione in corso; ci vuole fino a un minuto …",
    train_stopping="Alla fine di questo giro ci si ferma; un altro Ctrl-C ferma subito …",
    train_left=(
        "Fermato a metà di un giro; {again} riprende da quanto è stato salvato per ultimo in "
        "{folder}."
    ),
    train_line="{rate:,.0f} decisioni al secondo · entropia {entropy:.2f}",
    train_score="contro i pesi fissi {score:.1%}",
    train_paused=(
        "Fermo dopo {done} giri su {total}; {again} riprende. Pesi: {folder}/weights.npz"
    ),
    train_done="Finito: {total} giri. Pesi: {folder}/weights.npz",
    # bench
    measuring="misura in corso …",
    bench_header=("che cosa", "misurato", "obiettivo", "raggiunto"),
    bench_rows={
        "core": "gioco a caso nel nucleo: mosse permesse, una eseguita, eventi",
        "import": "import kahuna",
        "help": "kahuna --help, l'intero processo",
        "load": "caricare i pesi del campione",
        "champion": "una decisione del campione, quella di mezzo",
        "champion_slowest": "una decisione del campione, la più lenta su cento",
        "champion_memory": "un processo in cui gioca il campione, la sua memoria",
    },
    engines_header=("motore", "su", "partite insieme", "decisioni/s", "partite/s"),
    yes_no=("no", "sì"),
)
