"""Bad input is refused with exit code 2 and one clear sentence on standard error, in German and in English."""

from __future__ import annotations

import subprocess

import pytest

from tests.cli.running import PATIENCE, START, TRIARII, Within, command, environment, options_of
from triarii.cli.app import COMMANDS

WORDS = {
    "an unknown command": ("gmaes", "There is no command gmaes; did you mean games?", "keinen Befehl gmaes"),
    "a command like nothing else": (
        "xyzzy",
        "There is no command xyzzy; there are play, serve, games,",
        "es gibt play, serve, games,",
    ),
    "an unknown option": ("games --jsn", "There is no option --jsn here; did you mean --json?", "keine Option --jsn"),
    "an option like nothing else": ("games --xyzzy", "there are --lang, --json and --help.", "--lang, --json und"),
    "a short option": ("games -x", "There is no option -x here", "Hier gibt es keine Option -x"),
    "an option of no command": ("--jsn games", "There is no option --jsn here", "Hier gibt es keine Option --jsn"),
    "a missing game": ("actions", "triarii actions needs GAME", "triarii actions braucht GAME"),
    "a missing depth": ("perft cities", "triarii perft needs DEPTH", "triarii perft braucht DEPTH"),
    "a missing word": ("apply cities", "triarii apply needs WORD", "triarii apply braucht WORD"),
    "a missing file": ("verify", "triarii verify needs FILE", "triarii verify braucht FILE"),
    "missing players": ("match cities", "triarii match needs --players", "triarii match braucht --players"),
    "a missing value": (
        "actions cities --set",
        "The option --set needs a value.",
        "Die Option --set braucht einen Wert",
    ),
    "a value too many": ("games --json=yes", "The option --json takes no value.", "--json nimmt keinen Wert an."),
    "words too many": (
        "actions cities b2c4 now",
        "doesn't know what to do with b2c4 and now.",
        "nichts anfangen: b2c4 und now.",
    ),
    "an unknown game": ("rules citis", "There is no game citis; did you mean cities?", "Es gibt kein Spiel citis;"),
    "an unknown setting": ("actions cities --set begin=1", "did you mean begins?", "gemeint war wohl begins?"),
    "a setting without a value": (
        "actions cities --set begins",
        "written KEY=VALUE, not begins.",
        "NAME=WERT, nicht begins",
    ),
    "a setting out of range": ("actions cities --set repetition=1001", "from 0 to 1000.", "von 0 bis 1000."),
    "a wrong setting": (
        "actions cities --set begins=me",
        "The option begins can't be me;",
        "begins kann nicht me sein;",
    ),
    "another language": ("games --lang fr", "--lang can't be fr; it takes en and de.", "--lang kann nicht fr sein;"),
    "no number": (
        "playouts cities --games ten",
        "--games takes a whole number from 1 to",
        "--games verlangt eine ganze",
    ),
    "half a number": ("playouts cities --games 1.5", "not 1.5.", "nicht 1.5."),
    "a number too small": ("playouts cities --games 0", "1 to 1000000000, not 0.", "1 bis 1000000000, nicht 0."),
    "a number too large": (
        "perft cities 21",
        "DEPTH takes a whole number from 1 to 20,",
        "DEPTH verlangt eine ganze Zahl",
    ),
    "a negative number": ("playouts cities --seed -1", "--seed takes a whole number from 0 to", "--seed verlangt"),
    "digits of other scripts": ("playouts cities --games １", "--games takes a whole number", "--games verlangt"),
    "an endless number": (f"playouts cities --seed {'9' * 5000}", "--seed takes a whole number", "--seed verlangt"),
    "one player for two": (
        "match cities --players random",
        "needs two players as A,B, not random.",
        "zwei Spieler als A,B,",
    ),
    "an unknown player": ("match cities --players random,rndom", "did you mean random?", "keinen Spieler rndom"),
    "a player badly set up": (
        "match cities --players twoply:x=1,random",
        "can't be set up with x=1.",
        "x=1 nicht einstellen",
    ),
    "a foolish player": (
        "match cities --players twoply:candidates=0,random",
        "set up with candidates=0",
        "nicht einstellen",
    ),
    "a person in a match": ("match cities --players human,random", "There is no player human", "keinen Spieler human"),
    "no action": ("apply cities b2b2x", "Word 1, b2b2x: b2b2x is not a move;", "Wort 1, b2b2x: b2b2x ist kein Zug;"),
    "a second word that fails": (
        "apply cities b2c4 b2c4",
        "Word 2, b2c4: There is no piece on b2.",
        "Wort 2, b2c4: Auf b2",
    ),
    "chance where none is": (
        "apply cities !first",
        "Word 1, !first: There is nothing for chance to decide here",
        "Wort 1, !first: Hier hat der Zufall nichts zu entscheiden",
    ),
    "no position": ("actions cities --position nonsense", "A position needs four parts", "Eine Stellung braucht vier"),
    "a file that is not there": (
        "replay nowhere.jsonl",
        "can't be read: no such file",
        "nicht lesbar: Datei oder Ordner nicht",
    ),
    "a saved game that is not there": ("play --plain --load nowhere.jsonl", "can't be read", "nicht lesbar"),
    "a game nobody has": ("play towars --plain", "There is no game towars", "Es gibt kein Spiel towars"),
}


@pytest.mark.parametrize(("words", "english", "german"), WORDS.values(), ids=WORDS.keys())
def test_bad_input_gets_one_clear_sentence_in_german_and_in_english(
    within: Within, words: str, english: str, german: str
) -> None:
    assert english in within(*words.split(), lang="en").complaint
    assert german in within(*words.split(), lang="de").complaint


def test_an_empty_position_is_refused_everywhere(within: Within) -> None:
    for name in ("actions cities", "apply cities b2c4", "perft cities 1", "playouts cities", "draw cities"):
        assert within(*name.split(), "--position", "").complaint == "The position is empty."
    for words in (["match", "cities", "--players", "random,random"], ["play", "--plain"]):
        assert within(*words, "--position", "", lang="de").complaint == "Die Stellung ist leer."


def test_the_asked_language_beats_the_terminal_even_in_a_refusal(within: Within) -> None:
    assert "Es gibt kein Spiel" in within("actions", "citis", "--lang", "de").complaint
    assert "Es gibt kein Spiel" in within("actions", "citis", "--lang=de").complaint
    assert "There is no game" in within("actions", "citis", "--lang", "en", lang="de").complaint
    assert "Hier gibt es keine Option" in within("perft", "cities", "1", "--jsn", "--lang", "de").complaint


@pytest.mark.parametrize(("name", "value"), [("LC_ALL", "de_AT"), ("LC_MESSAGES", "de_CH.UTF-8"), ("LANG", "DE")])
def test_the_language_is_that_of_the_terminal(within: Within, name: str, value: str) -> None:
    env = {**environment(), "LANG": "en_GB.UTF-8", name: value}
    assert "\ncities: Städte & Helden." in command("games", env=env).well().out


@pytest.mark.parametrize(
    "words",
    [
        ["actions", "A" * 100_000],
        ["A" * 100_000],
        ["actions", "cities", "--set", "A" * 50_000 + "=1"],
        ["actions", "cities", "--position", "A/" * 50_000],
        ["apply", "cities", "b2" * 50_000],
        ["match", "cities", "--players", "A" * 100_000],
        ["perft", "cities", "9" * 100_000],
        ["actions", "cities", *["word"] * 10_000],
        ["replay", "A" * 100_000],
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_huge_words_get_a_sentence_that_fits_on_a_screen(within: Within, words: list[str]) -> None:
    assert 10 < len(within(*words).complaint) <= 600


def test_no_word_can_steer_the_terminal_that_reads_the_complaint(within: Within) -> None:
    for words in (["\x1b[2Jx"], ["actions", "\x1b[2J"], ["apply", "cities", "\x1b[2J\n\r"], ["games", "--\x1b[2J"]):
        assert "\x1b" not in within(*words).complaint
    assert "\x1b" not in within("playouts", "cities", "--games", "\x1b[2J").complaint


def test_words_that_are_not_text_are_refused_like_others() -> None:
    for words in ([b"actions", b"\xff\xfe"], [b"apply", b"cities", b"\xff"], [b"verify", b"\xff\xfe"], [b"\xff"]):
        call = [*(word.encode() for word in TRIARII), *words]
        done = subprocess.run(call, capture_output=True, check=False, timeout=PATIENCE, env=environment())
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
        assert b"Traceback" not in done.stderr


def test_bad_input_in_json_leaves_standard_output_empty(within: Within) -> None:
    for words in ("actions citis --json", "match cities --players x,y --json", "verify nowhere --json"):
        assert within(*words.split()).complaint


PROMISED = {
    "play": "--plain --players --set --position --load --save --lang",
    "serve": "--host --port --data --public-url --open --lang",
    "games": "--lang --json",
    "rules": "--lang --json",
    "actions": "--set --position --lang --json",
    "apply": "--set --position --lang --json",
    "perft": "--chance --set --position --lang --json",
    "draw": "--output --set --position --lang --dark",
    "playouts": "--games --seed --on --jobs --shard --resume --table --picture --set --position --lang --json",
    "match": "--players --games --seed --record --jobs --nodes --ms --set --position --lang --json"
    " --on --shard --resume --table --picture --sprt --errors",
    "merge": "--into --lang --json",
    "plan": "--players --games --sample --cores --price --seed --nodes --set --lang --json",
    "conform": "--games --seed --set --lang --traceback",
    "replay": "--lang --json --to",
    "verify": "--lang --json --server",
    "doctor": "--lang --json",
}


LISTED = {str(late.name): late for late in COMMANDS}
ALL = list(LISTED)


@pytest.mark.parametrize("name", ALL)
def test_the_help_of_a_command_mentions_every_option(within: Within, name: str) -> None:
    page = within(name, "--help").well()
    known = {spelled for parameter in LISTED[name].loaded().params for spelled in parameter.opts}
    assert options_of(page.out) == {*(spelled for spelled in known if spelled.startswith("--")), "--help"}
    assert within(name, "-h").well() == page
    assert all(len(line) <= 80 for line in page.lines)


@pytest.mark.parametrize("name", ALL)
def test_the_list_says_of_a_command_what_its_own_help_begins_with(name: str) -> None:
    begins = str(LISTED[name].help).removesuffix(".")
    assert " ".join(LISTED[name].loaded().help.split()).startswith(begins)


@pytest.mark.parametrize("name", PROMISED)
def test_a_command_has_the_promised_options(within: Within, name: str) -> None:
    assert options_of(within(name, "--help").well().out) >= set(PROMISED[name].split())


def test_help_lists_every_command(within: Within) -> None:
    page = within("--help").well()
    assert options_of(page.out) == {"--version", "--install-completion", "--show-completion", "--help"}
    commands = page.out.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in commands if line.startswith("  ") and line[2] != " "] == ALL
    assert set(PROMISED) <= set(ALL)


def test_nothing_in_the_environment_changes_what_is_an_error() -> None:
    env = environment(_TRIARII_COMPLETE="complete_bash", FORCE_COLOR="1", TERM="dumb", COLUMNS="1")
    assert command("actions", "citis", env=env).complaint
    assert command("actions", "cities", "--position", START, env=env).well().lines[0] == "b2a1"
