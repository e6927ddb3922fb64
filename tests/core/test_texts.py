"""The one renderer, and every message file that we ship: both languages say everything, with the same parameters."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import triarii
from tests.hypothesis_profiles import given, st
from triarii.core import registry, texts
from triarii.core.contract import AnyGame, Event, Eye, Refusal
from triarii.core.texts import CORE, LANGUAGES, PLACEHOLDER, WAYS, Message, MissingMessage, Texts
from triarii.games.adlg.armies.points import WORKS
from triarii.games.adlg.combat.losses import Heading
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, WEAPONS
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.game import GAME as ART_OF_WAR
from triarii.games.adlg.setup.grammar import ROLES
from triarii.games.adlg.setup.regions import KINDS as PIECES
from triarii.games.adlg.setup.regions import REGIONS, SIZES, STATES
from triarii.games.adlg.setup.regions import SIDES as SHORES
from triarii.games.adlg.setup.sectors import THIRDS
from triarii.games.adlg.telling.words import WINDS
from triarii.games.adlg.writing.notation import SIDES
from triarii.games.cities import GAME
from triarii.games.cities.rules import ENDING_RULES
from triarii.games.cities.squares import LINES
from triarii.games.towar import GAME as TO_WAR
from triarii.games.towar.cards import ARMIES, KINDS, PRINTED
from triarii.games.towar.cells import DIRECTIONS
from triarii.games.towar.offers import OUTCOMES

SHORT = Texts(
    {
        "say.plain": {"en": "Plain {x}", "de": "Schlicht {x}"},
        "say.led": {"en": "{x|word} leads", "de": "{x|word} führt"},
        "say.quoted": {"en": "{x} is no square.", "de": "{x} ist kein Feld."},
        "say.object": {"en": "See {x|accusative}", "de": "Sieh {x|accusative}"},
        "say.listed": {"en": "{x|list}.", "de": "{x|list}."},
        "say.words": {"en": "{x|words}.", "de": "{x|words}."},
        "say.far": {"en": "{x|thousandths} UD", "de": "{x|thousandths} UD"},
        "say.round": {"en": "{x|hundredths} degrees", "de": "{x|hundredths} Grad"},
        "say.counted": {"by": "n", "en": ["One {x}.", "{n} {x}s."], "de": ["Ein {x}.", "{n} {x}e."]},
        "word.hero": {"en": "hero", "de": "Held"},
        "word.city": {"en": "city", "de": "Stadt"},
        "accusative.hero": {"en": "hero", "de": "Helden"},
    }
)


def said(key: str, **params: object) -> list[str]:
    return [SHORT.word(key, lang, **params) for lang in LANGUAGES]


# The renderer


def test_a_parameter_is_put_in() -> None:
    assert said("say.plain", x="b2") == ["Plain b2", "Schlicht b2"]
    assert said("say.plain", x=7) == ["Plain 7", "Schlicht 7"]


def test_numbers_and_yes_and_no_are_told_in_the_language() -> None:
    assert said("say.plain", x=0.5) == ["Plain 0.5", "Schlicht 0,5"]
    assert said("say.plain", x=True) == ["Plain yes", "Schlicht ja"]
    assert said("say.plain", x=False) == ["Plain no", "Schlicht nein"]
    assert said("say.plain", x=Fraction(2, 6)) == ["Plain 1/3", "Schlicht 1/3"]


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (2500, ["2.5 UD", "2,5 UD"]),
        (2000, ["2 UD", "2 UD"]),
        (10_000, ["10 UD", "10 UD"]),
        (0, ["0 UD", "0 UD"]),
        (1, ["0.001 UD", "0,001 UD"]),
        (12_050, ["12.05 UD", "12,05 UD"]),
        (-500, ["-0.5 UD", "-0,5 UD"]),
        (10**20 + 1, ["100000000000000000.001 UD", "100000000000000000,001 UD"]),
    ],
)
def test_thousandths_are_told_exactly_and_without_needless_zeros(number: int, told: list[str]) -> None:
    assert said("say.far", x=number) == told


def test_hundredths_are_told_exactly_and_without_needless_zeros() -> None:
    assert said("say.round", x=2250) == ["22.5 degrees", "22,5 Grad"]
    assert said("say.round", x=9000) == ["90 degrees", "90 Grad"]
    assert said("say.round", x=-5) == ["-0.05 degrees", "-0,05 Grad"]


@given(st.integers(-(10**9), 10**9))
def test_a_number_that_is_told_in_parts_can_be_read_back(number: int) -> None:
    for sentence in said("say.far", x=number):
        assert Fraction(sentence.removesuffix(" UD").replace(",", ".")) == Fraction(number, 1000)


def test_what_has_a_text_for_each_language_is_told_in_the_one_that_is_asked_for() -> None:
    assert said("say.plain", x={"en": "guard", "de": "Garde"}) == ["Plain guard", "Schlicht Garde"]
    assert said("say.plain", x={"en": "a\nb", "de": "c"}) == ["Plain a\\nb", "Schlicht c"]
    assert said("say.plain", x={}) == ["Plain {}", "Schlicht {}"]


def test_a_word_comes_from_its_family() -> None:
    assert said("say.object", x="hero") == ["See hero", "Sieh Helden"]


def test_a_sentence_that_begins_with_a_word_begins_with_a_capital() -> None:
    assert said("say.led", x="hero") == ["Hero leads", "Held führt"]
    assert said("say.words", x=["city", "hero"]) == ["City and hero.", "Stadt und Held."]
    assert said("say.quoted", x=Message("word.city")) == ["City is no square.", "Stadt ist kein Feld."]


def test_what_is_quoted_at_the_beginning_stays_as_it_is_written() -> None:
    assert said("say.quoted", x="k9") == ["k9 is no square.", "k9 ist kein Feld."]
    assert said("say.listed", x=["b2", "c3"]) == ["b2 and c3.", "b2 und c3."]


@pytest.mark.parametrize(
    ("items", "lists"),
    [
        ([], [".", "."]),
        (["a1"], ["a1.", "a1."]),
        (["a1", "b2"], ["a1 and b2.", "a1 und b2."]),
        (("a1", "b2", "c3"), ["a1, b2 and c3.", "a1, b2 und c3."]),
    ],
)
def test_a_list_is_joined_by_commas_and_and(items: list[str], lists: list[str]) -> None:
    assert said("say.listed", x=items) == lists


def test_a_list_of_words_is_told_in_the_language() -> None:
    assert said("say.words", x=["hero", "city", "hero"]) == ["Hero, city and hero.", "Held, Stadt und Held."]


def test_a_number_picks_between_one_and_many() -> None:
    assert said("say.counted", n=1, x="Held") == ["One Held.", "Ein Held."]
    assert said("say.counted", n=0, x="Held") == ["0 Helds.", "0 Helde."]
    assert said("say.counted", n=2, x="Held") == ["2 Helds.", "2 Helde."]


def test_a_message_inside_a_message_is_told_in_the_same_language() -> None:
    inner = Message("say.counted", {"n": 2, "x": "X"})
    assert said("say.plain", x=inner) == ["Plain 2 Xs.", "Schlicht 2 Xe."]


def test_what_looks_like_a_parameter_in_a_parameter_is_left_alone() -> None:
    assert said("say.plain", x="{x|word} {y} \\1") == ["Plain {x|word} {y} \\1", "Schlicht {x|word} {y} \\1"]


def test_nothing_put_in_can_break_the_line_or_steer_the_terminal() -> None:
    nasty = "a\nb\r\x1b[2J\x00\x85\u2028\u202e\udcff"
    assert said("say.plain", x=nasty)[0] == "Plain a\\nb\\r\\x1b[2J\\x00\\x85\\u2028\\u202e\\udcff"
    assert said("say.listed", x=["ä\t", "β"])[0] == "ä\\t and β."


@given(st.text(st.characters()))
def test_whatever_is_put_in_the_sentence_stays_one_line_that_can_be_written(text: str) -> None:
    for sentence in said("say.plain", x=text):
        assert len(sentence.splitlines()) == 1
        assert sentence.encode().decode() == sentence


def test_what_a_file_lacks_its_parent_may_have() -> None:
    child = Texts({"word.hero": {"en": "HERO", "de": "HELD"}}, SHORT)
    assert child.word("say.led", "en", x="hero") == "HERO leads"
    assert child.word("say.led", "en", x="city") == "City leads"
    assert "say.led" in child
    assert "say.led" not in Texts({})
    assert "say.nothing" not in child


@pytest.mark.parametrize("message", [Message("say.none"), Message("say.plain"), Message("say.led", {"x": "none"})])
def test_an_unknown_key_or_parameter_is_a_fault_of_the_program(message: Message) -> None:
    with pytest.raises(MissingMessage):
        SHORT.say(message, "en")


def test_an_event_is_told_with_what_an_eye_may_know() -> None:
    event = Event("drawn", {"rule": "cities.end.stall", "card": 7}, {"card": Eye.FIRST})
    assert event.seen_by(Eye.FIRST) == Event("drawn", {"rule": "cities.end.stall", "card": 7})
    assert (
        event.seen_by(Eye.SECOND) == event.seen_by(Eye.OBSERVER) == Event("drawn_unseen", {"rule": "cities.end.stall"})
    )
    assert GAME.texts.say(event.message, "en").startswith("It is a draw: nothing was captured")


def test_a_table_with_a_bare_text_is_no_message_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "bare_words"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "messages.toml").write_text('[word]\nhero = "hero"\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=r"word\.hero: a message needs a text for each of en, de"):
        texts.load("bare_words")


# Every message that we ship

ROOT = Path(triarii.__file__).parent
TABLES = {
    path.relative_to(ROOT).as_posix(): tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.rglob("*.toml"))
}


def translated(value: object, path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every table that says something in a language, however deep."""
    if isinstance(value, Mapping):
        if any(lang in value for lang in LANGUAGES):
            yield path, value
        for name, inner in value.items():
            yield from translated(inner, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from translated(inner, f"{path}.{number}")


SAID = [(file, key, entry) for file, table in TABLES.items() for key, entry in translated(table)]
MESSAGES = [said for said in SAID if not re.search(r"\.\d+$", said[1])]
"""Messages proper: entries of lists are rules, options and layouts, whose words take no parameters."""
FILES = sorted({file for file, _, _ in MESSAGES})

# What a parameter that is told by a word can be.
VALUES: Mapping[str, list[str]] = {
    "seat": ["first", "second"],
    "piece": ["fighter", "hero"],
    "line": list(LINES.values()),
    "rule": list(ENDING_RULES[1:]),
    "language": ["speaks_en", "speaks_de"],
}
OF_TO_WAR: Mapping[str, list[str]] = {
    **{name: list(PRINTED) for name in ("unit", "enemy", "displaced")},
    **{name: list(ARMIES) for name in ("army", "first", "second")},
    "direction": list(DIRECTIONS),
    "outcome": list(OUTCOMES.values()),
    "kind": list(KINDS),
    "rule": [f"towar.end.{way}" for way in ("breakthrough", "units", "elite", "draw")],
    "fight": [f"fight_{outcome}" for outcome in OUTCOMES.values()],
}


OF_THE_ART_OF_WAR: Mapping[str, list[str]] = {
    **{family: list(things) for family, things in (("ability", ABILITIES), ("weapon", WEAPONS), ("grade", GRADES))},
    **{family: list(things) for family, things in (("quality", QUALITIES), ("terrain", TERRAINS), ("wind", WINDS))},
    "side": list(SIDES),
    "work": list(WORKS),
    "flow": list(STATES),
    "amok": [heading.value for heading in Heading],
    **{family: list(things) for family, things in (("piece", PIECES), ("region", REGIONS), ("piecesize", SIZES))},
    **{family: list(things) for family, things in (("shore", SHORES), ("role", ROLES), ("third", THIRDS))},
    "flank": [*SHORES, "none"],
    **{parameter: list(TROOPS) for parameter in ("troop", "first", "second", "foot")},
}
"""By the family that is asked for, or by the parameter where the family has all kinds of words."""


def forms(entry: Mapping[str, Any], lang: str) -> list[str]:
    """One form, or two where a number picks."""
    return [entry[lang]] if isinstance(entry[lang], str) else list(entry[lang])


def words_for(file: str) -> tuple[Texts, Mapping[str, list[str]]]:
    """The words that a file can use, and what its parameters can be; who speaks of any game has the words of all."""
    own = dict(translated(TABLES[file]))
    if file.startswith(("core/", "games/cities/")):
        return Texts(own, CORE), VALUES
    if "/towar/" in file:
        return Texts(own, TO_WAR.texts), {**VALUES, **OF_TO_WAR}
    if "/adlg/" in file:
        return Texts(own, ART_OF_WAR.texts), {**VALUES, **OF_THE_ART_OF_WAR}
    rules = {"rule": [*VALUES["rule"], *OF_TO_WAR["rule"], "adlg.losses.break"]}
    known = Texts({**ART_OF_WAR.texts.entries, **GAME.texts.entries}, TO_WAR.texts)
    return Texts(own, known), {**OF_THE_ART_OF_WAR, **VALUES, **OF_TO_WAR, **rules}


def name_of(file: str, key: str) -> str:
    return f"{file}: {key}"


def test_there_are_messages_of_the_core_and_of_every_game() -> None:
    assert "core/messages.toml" in FILES
    for name in registry.game_names():
        game = registry.game(name)
        assert not isinstance(game, Refusal)
        assert {"game.title", "game.about"} <= set(game.texts.entries)


def test_everything_is_said_in_both_languages() -> None:
    missing = [
        name_of(file, key)
        for file, key, entry in SAID
        for lang in LANGUAGES
        if lang not in entry or not all(form.strip() for form in forms(entry, lang))
    ]
    assert missing == []


def test_both_languages_take_the_same_parameters() -> None:
    unlike = []
    for file, key, entry in SAID:
        names = [
            [{found[0] for found in PLACEHOLDER.findall(form)} for form in forms(entry, lang)] for lang in LANGUAGES
        ]
        if names[0] != names[1]:
            unlike.append((name_of(file, key), names))
    assert unlike == []


def test_a_message_is_one_form_or_a_pair_picked_by_a_number() -> None:
    for file, key, entry in MESSAGES:
        counts = {len(forms(entry, lang)) for lang in LANGUAGES}
        assert counts == ({2} if "by" in entry else {1}), name_of(file, key)
        assert set(entry) <= {"by", *LANGUAGES}, name_of(file, key)


def test_no_brace_is_left_that_the_renderer_would_not_fill() -> None:
    stray = [
        name_of(file, key)
        for file, key, entry in MESSAGES
        for lang in LANGUAGES
        for form in forms(entry, lang)
        if re.search(r"[{}]", PLACEHOLDER.sub("", form))
    ]
    assert stray == []


def test_every_word_that_a_message_can_ask_for_exists() -> None:
    missing = []
    for file in FILES:
        known, values = words_for(file)
        for name, key, entry in MESSAGES:
            for lang in LANGUAGES if name == file else ():
                for parameter, family, _ in PLACEHOLDER.findall(" ".join(forms(entry, lang))):
                    if family and family not in WAYS:
                        wanted = [f"{family}.{value}" for value in values.get(family) or values[parameter]]
                        missing += [(name_of(file, key), word) for word in wanted if word not in known]
    assert missing == []


def test_nothing_is_written_twice_for_one_language() -> None:
    # The same long sentence in German and in English is one that nobody translated.
    untranslated = [
        name_of(file, key)
        for file, key, entry in SAID
        if forms(entry, "en") == forms(entry, "de")
        and re.search(r"[a-z]{3} [a-z]{2,} [a-z]{2,}", forms(entry, "en")[0])
    ]
    assert untranslated == []


# Every message that the program asks for

ASKING = {"Refusal": "refusal.", "Event": "event.", "Message": "", "unknown": "refusal."}


def asked_for(source: Path) -> Iterator[str]:
    """Keys of messages that stand in a module as literals."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args and node.func.id in ASKING:
            code = node.args[0]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield ASKING[node.func.id] + code.value
                if node.func.id == "unknown":
                    yield f"refusal.{code.value}_near"


def test_the_core_has_every_message_that_it_asks_for() -> None:
    asked = {key for source in (ROOT / "core").glob("*.py") for key in asked_for(source)}
    assert len(asked) > 30
    assert sorted(key for key in asked if key not in CORE) == []


@pytest.mark.parametrize("name", registry.game_names())
def test_a_game_has_every_message_that_it_asks_for(name: str) -> None:
    game = registry.game(name)
    assert not isinstance(game, Refusal)
    made: AnyGame = game
    asked = {key for source in (ROOT / "games" / name).rglob("*.py") for key in asked_for(source)}
    assert sorted(key for key in asked if key not in made.texts) == []
