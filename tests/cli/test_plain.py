"""`triarii play GAME --plain`: line by line, everything in words, in both languages; commands, undo, draws, claims."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import PROMPTS, Within, environment, talk
from triarii.cli.plain import COMMANDS
from triarii.cli.seating import opponent
from triarii.core import files
from triarii.core.records import Acted, Record, TookBack
from triarii.games.cities import GAME

TWO = ("--players", "human,human")
PEOPLE = (*TWO, "--set", "begins=first")
"""Who have settled who begins, and so are not asked for the younger."""
HINT = {"en": re.compile(r"You could play (\S+)\."), "de": re.compile(r"Du könntest (\S+) spielen\.")}
OVER = {"en": "The game is over after ", "de": "Das Spiel ist nach "}
WELCOME = {
    "en": [
        "Cities & Heroes: type help for a list of commands.",
        "The layout, the four cities for each side and the rules against endless games are our own",
    ],
    "de": [
        "Städte & Helden: Das Wort hilfe zeigt alle Befehle.",
        "Die Aufstellung, die je vier Städte und die Regeln gegen endlose Spiele",
    ],
}
BACK_AND_FORTH = ["b2b3", "b9b8", "b3b2", "b8b9"]
MATE_IN_ONE = "10/10/10/10/4f5/4f5/4FFH3/10/10/10 1 a1j1d3g3-d8g8a10j10 0"


def record_in(file: Path) -> Record:
    record = files.load(file).record
    assert record is not None
    return record


# Whole games


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_whole_game_is_won_by_doing_what_the_hints_say(lang: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    words = ["play", "cities", "--plain", "--players", "human,random", "--save", str(file)]
    with talk(*words, env=environment(lang)) as game:
        said = game.until(PROMPTS[lang])
        for line, begin in zip(said.splitlines(), WELCOME[lang], strict=False):
            assert line.startswith(begin)
        while OVER[lang] not in said:
            hint = HINT[lang].search(game.ask({"en": "hint", "de": "tipp"}[lang], lang))
            assert hint is not None
            said = game.ask(hint[1], lang)
        assert game.end() == 0
    record = record_in(file)
    assert record.end is not None
    assert record.end.winner == 0
    assert {"en": "You win: ", "de": "Du gewinnst: "}[lang] in said
    turns = sum(isinstance(entry, Acted) for entry in record.entries)
    assert said.endswith({"en": f"after {turns} turns.\n", "de": f"nach {turns} Zügen zu Ende.\n"}[lang])


@pytest.mark.parametrize("lang", ["en", "de"])
def test_two_people_play_to_the_end_with_moves_read_from_the_list_and_one_claims_it(lang: str, tmp_path: Path) -> None:
    """Whoever plays draws a move from what `moves` lists, and claims the end as soon as the words offer it."""
    file, rng = tmp_path / "game.jsonl", Random(1)
    words = ["play", "--plain", *PEOPLE, "--set", "stall_plies=12", "--save", str(file)]
    offer = {"en": "The end of the game can be claimed.", "de": "Das Ende des Spiels kann verlangt werden."}[lang]
    with talk(*words, env=environment(lang)) as game:
        said = game.until(PROMPTS[lang])
        while OVER[lang] not in said:
            listed = game.ask({"en": "moves", "de": "züge"}[lang], lang).splitlines()[2].split(", ")
            claimable = offer in game.ask({"en": "words", "de": "stellung"}[lang], lang)
            assert claimable == ("claim" in listed)
            said = game.ask("claim" if claimable else rng.choice(listed), lang)
        assert game.end() == 0
    record = record_in(file)
    assert record.header.options["claims"] == "by_claim"
    last = record.entries[-1]
    assert isinstance(last, Acted)
    assert last.text == "claim"
    assert record.end is not None
    assert record.end.rule == "cities.end.stall"


def test_two_programs_play_without_anybody(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    page = within.play([], "--players", "greedy,random", "--save", str(file)).well()
    assert page.lines[-1].startswith("The game is over after ")
    assert " turn:" not in page.out
    assert within("verify", str(file)).well()


def test_the_default_opponent_is_the_strongest_that_there_is(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    within.play(["resign"], "--save", str(file)).well()
    assert record_in(file).header.seats == ("human", opponent(GAME))
    assert opponent(GAME) not in ("random", "greedy")


# What can be typed


@pytest.mark.parametrize("lang", ["en", "de"])
def test_help_names_every_command_in_both_languages(within: Within, lang: str) -> None:
    page = within.play(["help", "quit"], lang=lang).well()
    for words in COMMANDS.values():
        assert any(line.startswith(f"{', '.join(words)}: ") for line in page.lines)
    assert len(within.play(["hilfe", "quit"], lang=lang).well().lines) == len(page.lines)


def test_every_spelling_of_a_command_is_understood_in_any_case(within: Within) -> None:
    for words in COMMANDS.values():
        for word in words:
            page = within.play([word.upper(), "no", "quit"], *PEOPLE).well()
            assert "is no action" not in page.out.replace("no is no action", "")


def test_words_and_board_show_the_position(within: Within) -> None:
    page = within.play(["words", "board", "quit"], lang="de").well()
    assert page.out.count("Der Computer besitzt die Städte d8, g8, a10 und j10.") == 2
    assert " 2  .  F  F  F  F  F  F  F  F  .  2" in page.lines


def test_moves_lists_all_actions_or_those_that_begin_so(within: Within) -> None:
    lines = within.play(["moves", "moves i2j", "moves x9", "quit"]).well().lines
    assert "There are 118 moves:" in lines
    assert lines[lines.index("There are 118 moves:") + 1].split(", ") == within("actions", "cities").well().lines
    assert "i2j1, i2j2, i2j3, i2j4" in lines
    assert "No move begins with x9." in lines


def test_the_beginning_of_an_action_is_answered_with_what_can_follow(within: Within) -> None:
    lines = within.play(["i2", "i2 j4", "quit"], *PEOPLE).well().lines
    assert any(line.startswith("It can go on with g1 (to g1), h1 (to h1), ") for line in lines)
    assert "Blue moves i2–j4." in lines


@pytest.mark.parametrize(("lang", "said"), [("en", "There is no piece on a5."), ("de", "Auf a5 steht keine Figur.")])
def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(within: Within, lang: str, said: str) -> None:
    before, after = (
        within.play([*typed, "board", "quit"], *PEOPLE, lang=lang).well().lines
        for typed in ([], ["a5a6", "\x1b[2J", ""])
    )
    assert said in after
    assert any(line.startswith("(cities.") for line in after)
    assert before[-14:] == after[-14:]
    assert not [line for line in after if line.startswith("\x1b")]


def test_rule_finds_rules_by_id_and_by_word(within: Within) -> None:
    page = within.play(["rule cities.move.hero", "rule xyzzy", "quit"]).well()
    assert any(line.startswith("cities.move.hero: A hero") for line in page.lines)
    assert "No rule is about xyzzy." in page.lines
    assert "Keine Regel handelt von xyzzy." in within.play(["regel xyzzy", "ende"], lang="de").well().lines


def test_a_hint_says_what_would_happen(within: Within) -> None:
    page = within.play(["hint", "quit"], "--position", MATE_IN_ONE).well()
    assert any(HINT["en"].fullmatch(line) for line in page.lines)
    assert "  You win: at most one enemy piece is left." in page.lines


def test_input_that_is_not_text_is_an_answer_like_any_other(within: Within) -> None:
    page = within("play", "--plain", data=b"\xff\xfe\xc3\nresign\n").well()
    assert page.lines[-2:] == ["The computer wins by resignation.", "The game is over after 0 turns."]


@pytest.mark.parametrize(("lang", "bye"), [("en", "Goodbye."), ("de", "Auf Wiedersehen.")])
def test_the_end_of_the_input_ends_the_session(within: Within, lang: str, bye: str) -> None:
    assert within.play([], lang=lang).well().lines[-1] == bye
    assert within.play(["b2c4"], lang=lang).well().lines[-1] == bye
    assert within.play(["quit", "b2c4"], lang=lang).well().lines[-1] == bye
    assert within("play", "--plain", data=b"quit", lang=lang).well().lines[-1] == bye


# Undo


def test_undo_takes_back_one_turn_of_two_people(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    page = within.play(["b2c4", "b9b7", "undo", "undo", "undo", "c2c4", "quit"], *PEOPLE, "--save", str(file)).well()
    assert page.out.count("Taken back.") == 2
    assert "There is nothing to take back." in page.lines
    record = record_in(file)
    assert [entry.to for entry in record.entries if isinstance(entry, TookBack)] == [1, 0]
    assert within("replay", str(file)).well().lines[0].startswith("1. c2c4 ")


def test_undo_against_a_program_takes_its_answer_back_too(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    page = within.play(["undo", "b2c4", "undo", "zurück", "c2c4", "quit"], "--save", str(file), lang="de").well()
    assert page.out.count("Zurückgenommen.") == 1
    assert page.out.count("Es gibt nichts zurückzunehmen.") == 2
    replayed = within("replay", str(file)).well().lines
    assert replayed[0].startswith("1. c2c4 ")
    assert len(replayed) == 3


def test_undo_where_the_program_began_leaves_its_first_turn(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    words = ["--players", "random,human", "--save", str(file)]
    within.play(["undo", "b9b7", "undo", "quit"], *words).well()
    taken = [entry.to for entry in record_in(file).entries if isinstance(entry, TookBack)]
    assert taken == [1]
    assert len(within("replay", str(file)).well().lines) == 2


def test_lots_that_were_drawn_are_not_taken_back(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    words = [*PEOPLE, "--set", "begins=random", "--save", str(file)]
    page = within.play(["undo", "quit"], *words).well()
    assert "There is nothing to take back." in page.lines
    assert any(re.fullmatch(r"(Blue|Ochre) begins\.", line) for line in page.lines)


# How a game ends between people


@pytest.mark.parametrize(
    ("lang", "result"),
    [("en", "The computer wins by resignation."), ("de", "Der Computer gewinnt durch Aufgabe.")],
)
def test_who_resigns_loses(within: Within, lang: str, result: str) -> None:
    assert within.play([{"en": "resign", "de": "aufgeben"}[lang]], lang=lang).well().lines[-2] == result


def test_a_draw_is_offered_and_accepted_or_declined(within: Within) -> None:
    agreed = within.play(["draw", "yes"], *PEOPLE).well()
    assert agreed.lines[-3].startswith("Ochre: do you accept a draw, yes or no?")
    assert agreed.lines[-2] == "It is a draw by agreement."
    german = within.play(["remis", "ja"], *PEOPLE, lang="de").well()
    assert german.lines[-2] == "Das Spiel endet unentschieden durch Einigung."
    declined = within.play(["draw", "no", "quit"], *PEOPLE).well()
    assert "No draw; the game goes on." in declined.lines
    assert "No draw; the game goes on." in within.play(["draw"], *PEOPLE).well().lines


def test_after_a_declined_offer_the_other_side_may_ask_too(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    typed = ["draw", "no", "b2c4", "draw", "yes"]
    assert within.play(typed, *PEOPLE, "--save", str(file)).well().lines[-2] == "It is a draw by agreement."
    assert within("verify", str(file)).well()
    later = ["draw", "no", "b2c4", "b9b7", "draw", "no", "c2c3", "draw", "no", "quit"]
    assert within.play(later, *PEOPLE).well().out.count("No draw; the game goes on.") == 3


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "The computer doesn't answer draw offers."), ("de", "Der Computer antwortet nicht auf Remisangebote.")],
)
def test_a_program_is_not_asked_for_a_draw(within: Within, lang: str, said: str) -> None:
    assert said in within.play(["draw", "quit"], lang=lang).well().lines


def test_between_people_a_repetition_ends_the_game_only_when_claimed(within: Within) -> None:
    typed = [*BACK_AND_FORTH * 2]
    claimed = within.play([*typed, "claim"], *PEOPLE).well()
    assert claimed.lines[-2] == "It is a draw: the same position came up too often."
    assert within.play([*typed, "b2b4", "quit"], *PEOPLE).well().lines[-1] == "Goodbye."
    assert "There is nothing to claim" in within.play(["claim", "quit"], *PEOPLE).well().out
    automatic = within.play(typed, *PEOPLE, "--set", "claims=automatic").well()
    assert automatic.lines[-1] == "The game is over after 8 turns."


# Who begins


@pytest.mark.parametrize(
    ("lang", "question"),
    [
        ("en", "Whoever is younger begins. Who is that: 1 for Blue, 2 for Ochre? "),
        ("de", "Wer jünger ist, beginnt. Wer ist das: 1 für Blau, 2 für Ocker? "),
    ],
)
def test_when_the_younger_player_begins_the_table_is_asked(within: Within, lang: str, question: str) -> None:
    page = within.play(["me", "2", "quit"], *TWO, "--set", "begins=younger", lang=lang).well()
    told = {"en": "Type 1 for Blue", "de": "Tippe 1 für Blau"}[lang]
    assert page.lines[0] == f"{question}me"
    assert page.lines[1].startswith(told)
    assert page.lines[2] == f"{question}2"
    assert page.lines[-2] == {"en": "Ochre's turn: quit", "de": "Ocker ist am Zug: quit"}[lang]
    assert "The younger" not in within.play(["quit"], "--set", "begins=younger", "--set", "younger=first").well().out


def test_two_people_are_asked_for_the_younger_unless_they_have_settled_who_begins(
    within: Within, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    page = within.play(["2", "quit"], *TWO, "--save", str(file)).well()
    assert page.lines[0] == "Whoever is younger begins. Who is that: 1 for Blue, 2 for Ochre? 2"
    assert page.lines[-2] == "Ochre's turn: quit"
    chosen = record_in(file).header.options
    assert (chosen["begins"], chosen["younger"]) == ("younger", "second")
    # They need not say it: an empty line, or the end of the input, leaves the first turn to the first player.
    for typed in (["", "quit"], []):
        lines = within.play(typed, *TWO).well().lines
        assert any(line.startswith("Blue's turn:") for line in lines)
    # Nobody else is asked: with a program at the table, by an option, from a position, in a game by lot.
    for words in (
        ["--players", "human,random"],
        [*TWO, "--set", "begins=random"],
        [*TWO, "--set", "younger=first"],
        [*TWO, "--position", MATE_IN_ONE],
        ["towar", *TWO],
    ):
        assert "younger player" not in within.play(["quit"], *words).well().out


@pytest.mark.parametrize(
    ("lang", "helps", "leaves"), [("en", ["help", "?"], "quit"), ("de", ["hilfe", "HELP"], "ende")]
)
def test_the_question_for_the_younger_knows_how_to_help_and_to_leave(
    within: Within, lang: str, helps: list[str], leaves: str
) -> None:
    for settings in ([], ["--set", "begins=younger"]):
        page = within.play([*helps, leaves], *TWO, *settings, lang=lang).well()
        told = {"en": "Type 1 for Blue", "de": "Tippe 1 für Blau"}[lang]
        assert sum(line.startswith(told) for line in page.lines) == 2
        assert page.lines[-1] == {"en": "Goodbye.", "de": "Auf Wiedersehen."}[lang]
        # An empty line is an answer only where nobody insists on the younger.
        open_ = {"en": "With an empty line", "de": "Eine leere Zeile"}[lang]
        assert (open_ in page.out) is (not settings)


def test_without_an_answer_nobody_begins(within: Within) -> None:
    done = within.play([], "--set", "begins=younger")
    assert done.code == 2
    assert "with --set younger=first (Blue) or --set younger=second (Ochre)." in done.sentence
    assert "--set younger=first" in within("actions", "cities", "--set", "begins=younger").complaint


def test_a_position_needs_no_answer_about_who_begins(within: Within) -> None:
    page = within.play(["quit"], "--set", "begins=younger", "--position", MATE_IN_ONE).well()
    assert "younger" not in page.out
