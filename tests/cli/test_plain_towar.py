"""To War! line by line, in real processes: whole games of both variants, in both languages, against a program and
beside a person, word by word and in whole turns."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import Talk, Within, command, talk

OVER = {"en": "The game is over after ", "de": "Das Spiel ist nach "}
PROMPT = {"en": " turn: ", "de": " am Zug: "}
LIST = {"en": "moves", "de": "züge"}
LEFT = "M2B1-b1k1r1t1 0-0"
WAYS = f"south-north t../.../.a./.Sr 1 M {LEFT}"
STARTED = ["--set", "armies=west,south", "--set", "begins=first"]
HANDS = ["--set", "variant=hand_of_three"]


def play_on(table: Talk, lang: str, seed: int) -> str:
    """Asks for all actions and takes any of them, until the game is over; all that was said."""
    rng = Random(seed)
    table.until(PROMPT[lang])
    for _ in range(60):
        table.type(LIST[lang])
        listed = table.until(PROMPT[lang], OVER[lang])
        actions = listed.splitlines()[-2].split(", ")
        table.type(rng.choice(actions))
        if OVER[lang] in table.until(PROMPT[lang], OVER[lang]):
            break
    assert table.end() == 0
    return table.said


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("players", ["human,random", "human,human"])
@pytest.mark.parametrize("variant", ["standard", "hand_of_three"])
def test_a_whole_game_is_played(lang: str, players: str, variant: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    options = ["--set", f"variant={variant}", "--players", players, "--save", str(file), "--lang", lang]
    with talk("play", "towar", "--plain", *options) as table:
        said = play_on(table, lang, seed=len(players))
    assert "Traceback" not in said
    assert re.search({"en": r"takes? the \w+ army", "de": r"nimmst? die Armee|nimmt die Armee"}[lang], said)
    assert re.search({"en": r" begins?\.", "de": r" beginn(t|st)\."}[lang], said)
    drawn = re.findall({"en": r"draws? a card\.\n", "de": r"zieh(?:t|st) eine Karte\.\n"}[lang], said)
    assert bool(drawn) == (variant == "hand_of_three")
    found = command("verify", str(file), "--json").well().json
    assert (found["over"], found["proven"]) == (True, found["chances"])


@pytest.mark.parametrize(
    ("lang", "reconstructed", "table"),
    [
        (
            "en",
            "How each unit moves and which units wear the crown is reconstructed by us",
            "Movement table: charge.",
        ),
        (
            "de",
            "Wie jede Einheit zieht und welche die Krone tragen, ist von uns rekonstruiert",
            "Bewegungstabelle: charge.",
        ),
    ],
)
def test_what_is_reconstructed_is_told_first_with_the_table(lang: str, reconstructed: str, table: str) -> None:
    page = command("play", "towar", "--plain", "--set", "movement=charge", "--lang", lang, data=b"quit\n").well()
    assert page.lines[1].startswith(reconstructed)
    assert page.lines[2] == table


def test_a_turn_is_put_together_word_by_word() -> None:
    with talk("play", "towar", "--plain", "--players", "human,human", "--position", WAYS) as table:
        table.until(PROMPT["en"])
        said = table.ask("b")
        assert "f (Forward: Siqlab attacks Archer on b2, 3 against 1, wins)" in said
        assert "l (Left: Siqlab to a1, free)" in said
        assert "r (Right: Siqlab attacks Rider on c1, 3 + 2 against 3, wins)" in said
        assert "has to move" in table.ask("b .")
        said = table.ask("b r")
        assert "Mamluk on b1" in said
        assert "Siqlab attacks Rider on c1 from the side, 3 + 2 against 3: won." in said
        table.type("quit")
        assert table.end() == 0


def test_a_card_of_the_hand_is_the_first_word() -> None:
    with talk("play", "towar", "--plain", *STARTED, *HANDS, "--players", "human,random") as table:
        table.until(PROMPT["en"])
        for _ in range(6):
            table.type("moves")
            table.ask(table.until(PROMPT["en"]).splitlines()[-2].split(", ")[0])
        held = re.search(r"You hold \d (\w+)", table.ask("words"))
        assert held is not None
        said = table.ask(held[1].lower())
        assert f"a ({held[1]} to a1, pushing " in said
        assert "It can go on with " in table.ask(f"{held[1]} a")
        table.type("quit")
        assert table.end() == 0


def test_the_other_hand_is_never_told() -> None:
    with talk("play", "towar", "--plain", *STARTED, *HANDS, "--players", "human,random") as table:
        said = play_on(table, "en", seed=8)
    assert not re.search(r"The computer draws (?!a card)", said)
    assert "The computer holds 3 and has" not in said or "together" in said
    assert re.search(r"You draw (?!a card)", said)


def test_two_people_hear_of_no_hand_until_one_asks() -> None:
    with talk("play", "towar", "--plain", *STARTED, *HANDS, "--players", "human,human") as table:
        said = play_on(table, "en", seed=9)
    assert not re.search(r"(Blue|Ochre) (draws|holds) (?!a card)", said)


def test_what_is_not_hidden_is_told_of_a_hint() -> None:
    with talk("play", "towar", "--plain", "--position", WAYS) as table:
        table.until(PROMPT["en"])
        said = table.ask("hint")
        assert re.search(r"You could play [abc]", said)
        assert "You play Mamluk on " in said
        table.type("quit")
        assert table.end() == 0


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_sentence_ends_with_the_sign_of_the_title_and_a_full_stop(within: Within, lang: str) -> None:
    page = within.play(
        [*({"en": ["help", "rule", "words"], "de": ["hilfe", "regel", "stellung"]}[lang]), "quit"], "towar", lang=lang
    ).well()
    assert page.lines[0].startswith("To War!")
    assert "!." not in page.out


@pytest.mark.parametrize(
    ("lang", "name"), [("de", "Nordische Armee"), ("de", "westliche armee"), ("en", "Southern army")]
)
def test_armies_are_taken_by_their_printed_names(within: Within, lang: str, name: str) -> None:
    page = within.play([name, "quit"], "towar", "--set", "begins=first", lang=lang).well()
    taken = {"Nordische Armee": "Armee Norden", "westliche armee": "Armee Westen", "Southern army": "South army"}[name]
    assert taken in page.out
