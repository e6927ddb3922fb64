"""Who is who to whoever reads: "you", a name, the computer or a colour, with verbs that follow, in both languages."""

import re

import pytest

from tests.core.test_texts import SAID, forms, name_of
from triarii.core.cast import EVERYBODY, Cast
from triarii.core.texts import CORE, LANGUAGES, Message, Texts

MOVES = Texts(
    {
        "move": {
            "en": "{seat|who} {seat:moves/move} past {other|whom}.",
            "de": "{seat|who} {seat:zieht/ziehst} an {other|to_whom} vorbei.",
        },
        "camp": {"en": "{seat|whose} camp is near.", "de": "Das Lager von {seat|to_whom} ist nah."},
        "aside": {"en": "No way: {seat|Who} {seat:stays/stay}.", "de": "Kein Weg: {seat|Who} {seat:bleibt/bleibst}."},
        "itself": {"en": "{@second|who} {@second:waits/wait}.", "de": "{@second|who} {@second:wartet/wartest}."},
        "nested": {"en": "So: {what}", "de": "So: {what}"},
    },
    CORE,
)


def said(key: str, cast: Cast, **params: object) -> list[str]:
    return [MOVES.say(Message(key, params), lang, cast) for lang in LANGUAGES]


@pytest.mark.parametrize(
    ("cast", "told"),
    [
        (EVERYBODY, ["Blue moves past Ochre.", "Blau zieht an Ocker vorbei."]),
        (Cast(you="first"), ["You move past Ochre.", "Du ziehst an Ocker vorbei."]),
        (Cast(you="second"), ["Blue moves past you.", "Blau zieht an dir vorbei."]),
        (Cast(names=(("first", "Ada"), ("second", "Ben"))), ["Ada moves past Ben.", "Ada zieht an Ben vorbei."]),
        (Cast("second", (("first", "Ada"), ("second", "Ben"))), ["Ada moves past you.", "Ada zieht an dir vorbei."]),
        (
            Cast("second", computers=frozenset({"first"})),
            ["The computer moves past you.", "Der Computer zieht an dir vorbei."],
        ),
        (
            Cast("first", computers=frozenset({"second"})),
            ["You move past the computer.", "Du ziehst an dem Computer vorbei."],
        ),
    ],
)
def test_a_sentence_knows_who_reads_it(cast: Cast, told: list[str]) -> None:
    assert said("move", cast, seat="first", other="second") == told


def test_two_computers_are_told_apart_by_their_colours() -> None:
    both = Cast(computers=frozenset({"first", "second"}))
    assert said("move", both, seat="second", other="first") == ["Ochre moves past Blue.", "Ocker zieht an Blau vorbei."]


def test_two_players_of_one_name_are_told_apart_by_their_colours() -> None:
    alike = Cast(names=(("first", "Max"), ("second", "max")))
    assert said("move", alike, seat="first", other="second")[0] == "Blue moves past Ochre."


def test_a_name_is_put_in_as_its_owner_wrote_it() -> None:
    assert said("move", Cast(names=(("first", "kim"),)), seat="first", other="second")[0] == "kim moves past Ochre."
    assert said("camp", Cast(names=(("first", "a\nb"),)), seat="first")[0] == "a\\nb's camp is near."


def test_what_belongs_to_somebody_is_told_in_the_case_of_the_language() -> None:
    assert said("camp", Cast(you="first"), seat="first") == ["Your camp is near.", "Das Lager von dir ist nah."]
    assert said("camp", EVERYBODY, seat="first") == ["Blue's camp is near.", "Das Lager von Blau ist nah."]
    computer = Cast(computers=frozenset({"first"}))
    assert said("camp", computer, seat="first") == [
        "The computer's camp is near.",
        "Das Lager von dem Computer ist nah.",
    ]


def test_somebody_can_begin_a_sentence_inside_of_a_text() -> None:
    assert said("aside", Cast(you="first"), seat="first") == ["No way: You stay.", "Kein Weg: Du bleibst."]


def test_a_seat_can_be_named_without_a_parameter() -> None:
    assert said("itself", Cast(you="second")) == ["You wait.", "Du wartest."]
    assert said("itself", EVERYBODY) == ["Ochre waits.", "Ocker wartet."]


def test_a_message_inside_of_a_message_is_told_to_the_same_reader() -> None:
    inner = Message("move", {"seat": "first", "other": "second"})
    assert said("nested", Cast(you="first"), what=inner) == [
        "So: You move past Ochre.",
        "So: Du ziehst an Ocker vorbei.",
    ]


# Every message that we ship

FREE = {"may"}
"""Verbs that are the same for you."""


def test_every_verb_of_somebody_has_a_form_for_you() -> None:
    stiff = []
    for file, key, entry in SAID:
        for lang in LANGUAGES:
            for form in forms(entry, lang):
                for seat, after in re.findall(r"\{(@?\w+)\|[Ww]ho\} (\w+)", form):
                    if f"{{{seat}:" not in form and after not in FREE:
                        stiff.append((name_of(file, key), form))
    assert stiff == []


def test_german_never_asks_whose() -> None:
    # Its possessive hangs on the noun, so no single word can be put in.
    assert [name_of(file, key) for file, key, entry in SAID if re.search(r"\|[Ww]hose\}", str(entry["de"]))] == []


def test_nobody_is_the_first_or_the_second_player_in_what_is_said() -> None:
    numbered = re.compile(r"\b(first|second) player|\b(erste|zweite)[nr]?s? Spieler", re.IGNORECASE)
    found = [name_of(file, key) for file, key, entry in SAID if numbered.search(str([entry["en"], entry["de"]]))]
    assert found == []
