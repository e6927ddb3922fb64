"""A battle line by line: the map, the moment in short, previews, standing answers, take-backs; and whole drills typed
order by order to their end, by real processes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.running import Talk, Within, command, environment, talk
from triarii.cli.vault import keep
from triarii.core import files, registry, timeline
from triarii.core.chance import commitment
from triarii.core.contract import Refusal
from triarii.core.records import Header

CHARGE = ("--set", "scenario=drill_charge")
TWO = ("--players", "human,human")
SECRET = bytes(range(32))
MOST = 400
"""Lines that are typed at most until a drill is over."""


def test_a_battle_begins_with_its_name_what_to_type_the_map_and_the_moment(within: Within) -> None:
    page = within.play([], "adlg", *CHARGE, *TWO).well().out
    assert "Drill: charges: 6 units against 6 on 16 × 13 UD" in page
    assert "`preview u1 charge e3` tells cost and odds" in page
    assert "u1↑ u2↑" in page
    assert "Ground: ♣ wood, ^ gentle hill and * crest." in page
    assert "Type corps c1, or done to end the movement." in page
    assert "Loss points: 0 of 6 for Blue, 0 of 6 for Ochre." in page
    assert "facing north" not in page, "the full list comes when it is asked for"
    german = within.play(["stellung"], "adlg", *CHARGE, *TWO, lang="de").well().out
    assert "Übung: Angriffe: 6 Einheiten gegen 6 auf 16 × 13 UD" in german
    assert "Blick nach Norden" in german


def test_the_map_comes_with_each_own_sequence_and_on_demand(within: Within) -> None:
    def maps(*typed: str) -> int:
        return within.play(typed, "adlg", *CHARGE, *TWO).well().out.count("\n 5|")

    assert maps() == 1
    assert maps("board") == 2
    assert maps("done") == 2, "one for each player's sequence"
    assert maps("corps c1") == 1


def test_the_moment_is_told_once_and_again_only_when_it_changes(within: Within) -> None:
    page = within.play(["moves", "rule pursuit", "corps c1", "moves u5", "u5 turn left"], "adlg", *CHARGE, *TWO).out
    assert page.count("Blue activates a corps") == 1
    assert page.count("corps 1 (Blue, c1) gets its orders.") == 1
    possible = (
        "Charges are possible: Heavy cavalry 1 (u1) on Medium swordsmen (e3), Bowmen (e4), Light infantry 2 (e6), "
        "Heavy cavalry 2 (u2) on Medium swordsmen (e3) and Light cavalry 2 (u6) on Heavy spearmen 1 (e1)."
    )
    assert page.count(possible) == 1


def test_dice_are_told_by_what_they_mean(within: Within) -> None:
    page = within.play(["corps c1", "done"], "adlg", *CHARGE, *TWO).out
    assert re.search(r"^Command die for corps 1 \(Blue, c1\): [1-6]\.$", page, re.MULTILINE)
    shot = (
        r"^Shooting at Heavy cavalry 1 \(u1\) by Bowmen \(e4\): dice \d and \d, with all modifiers \d+ against \d+\.$"
    )
    assert re.search(shot, page, re.MULTILINE)
    assert not re.search(r"^[1-6](-[1-6])?:$", page, re.MULTILINE)


# Previews


def test_a_preview_tells_cost_contact_and_exact_odds_before_anything_happens(within: Within) -> None:
    page = within.play(["corps c1", "preview u1 charge e3", "odds u5 turn left"], "adlg", *CHARGE, *TWO).well().out
    assert "What u1 charge e3 would do:" in page
    assert re.search(r"It costs one command point; left then: \d+, and 0 free\.", page)
    assert "If nobody evades, Heavy cavalry 1 (u1) meets Medium swordsmen (e3) in the front." in page
    a, b = r"Heavy cavalry 1 \(u1\)", r"Medium swordsmen \(e3\)"
    assert re.search(rf"Next round {a} against {b}: {b} loses cohesion with [\d.]+ % \(\d+/\d+\), {a} with ", page)
    assert "Light infantry 1 (u5) ends at 2.7 / 3.3 UD, facing 270°.\nThat uses 0 of 3 UD." in page
    assert "(u1) moves to" not in page


def test_a_preview_of_a_refused_order_gives_the_reason_and_of_an_unfinished_one_what_follows(within: Within) -> None:
    page = within.play(
        ["corps c1", "vorschau u6 advance 9", "vorschau u1 charge", "vorschau", "vorschau u1 fliege"],
        *("adlg", *CHARGE, *TWO),
        lang="de",
    ).out
    assert "Leichte Reiterei 2 (u6) braucht 9 UD und hat hier 5 UD." in page
    assert "Weiter geht es mit e3 (Mittlere Schwerter)" in page
    assert "Sag, was: vorschau u1 charge e3." in page
    assert "fliege" in page


def test_a_charge_may_be_typed_without_the_manoeuvre_that_it_takes(within: Within) -> None:
    page = within.play(["corps c1", "u1 charge e6"], "adlg", *CHARGE, *TWO).well().out
    assert "Blue: u1 slide left 0.02 charge e6" in page
    assert "type e6 stand, e6 evade or e6 adapt" in page


def test_other_games_preview_too(within: Within) -> None:
    page = within.play(["1", "preview b2 b3", "answers"], "cities", *TWO).well().out
    assert "What b2b3 would do:\nBlue moves b2–b3." in page
    assert "This game has no standing answers." in page


# Standing answers


def test_standing_answers_are_shown_set_and_refused_in_words(within: Within) -> None:
    page = within.play(["answers", "answers evade always", "answers evade sometimes"], "adlg", *CHARGE, *TWO).out
    assert "evade = ask (you are asked). Do charged units evade? Possible: always, never and ask." in page
    assert "evade = always (they evade whenever they may)." in page
    assert "The standing answer evade can't be sometimes; it takes always, never and ask." in page
    german = within.play(["antworten pursue=never"], "adlg", *CHARGE, *TWO, lang="de").out
    assert "pursue = never (sie bleiben stehen)." in german


def test_a_standing_answer_is_played_told_and_stands_in_the_record(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "battle.jsonl"
    words = ("adlg", *CHARGE, *TWO, "--answers", "evade=never,engage=always,pursue=never", "--save", str(file))
    page = within.play(["corps c1", "u1 charge e6"], *words).well().out
    assert "Ochre has a standing answer." in page
    assert "Ochre: e6 stand" in page
    assert '"e6 stand"' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ("evade=maybe", "The standing answer evade can't be maybe; it takes always, never and ask."),
        ("flee=always", "There is no standing answer called flee; there are evade, about, engage and pursue."),
        ("evade", "A standing answer is written KIND=VALUE, not evade; the kinds are evade, about, engage and pursue."),
    ],
)
def test_bad_standing_answers_on_the_command_line_get_a_sentence(within: Within, answers: str, sentence: str) -> None:
    assert within("play", "adlg", "--plain", "--answers", answers).complaint == sentence
    assert within("play", "cities", "--plain", "--answers", answers).complaint == "This game has no standing answers."


# Taking back


def test_an_order_is_taken_back_until_dice_fall(within: Within) -> None:
    page = within.play(["corps c1", "u5 turn left", "undo", "undo"], "adlg", *CHARGE, *TWO).out
    assert page.count("Taken back.") == 1
    assert page.count("Dice have been rolled since your last decision; that can't be taken back.") == 1


def test_a_take_back_goes_behind_standing_answers(within: Within) -> None:
    typed = ["corps c1", "u1 charge e6", "undo", "words"]
    page = within.play(typed, "adlg", *CHARGE, *TWO, "--answers", "evade=never").well().out
    assert "Taken back." in page
    assert page.count("has a standing answer") == 1, "the charge itself was taken back"
    assert re.search(r"^Heavy cavalry 1 \(u1\) \(.*\): 7 UD from the left, 4 UD from the near edge", page, re.MULTILINE)


# Whole drills


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_drill_is_typed_to_its_end_verified_and_replayed(lang: str, tmp_path: Path) -> None:
    file = prepared({"scenario": "drill_charge"}, tmp_path)
    env = environment(lang)
    words = ("--plain", *TWO, "--save", str(file), "--answers", "evade=never,about=face,engage=always,pursue=always")
    with talk("play", "adlg", "--load", str(file), *words, env=env) as battle:
        typed = play_to_the_end(battle, lang)
        page = battle.said
    assert typed > 10
    won = {"en": "wins: the other army has broken.", "de": "gewinnt: Die andere Armee ist gebrochen."}[lang]
    drawn = {"en": "Both armies have broken: a draw.", "de": "Beide Armeen sind gebrochen: unentschieden."}[lang]
    assert won in page or drawn in page, page[-3000:]
    assert {"en": "The game is over after", "de": "Das Spiel ist nach"}[lang] in page
    proof = command("verify", str(file), "--json", env=env).well().json
    assert proof["proven"] > 10
    told = command("replay", str(file), env=env).well().out
    assert won in told or drawn in told


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_battle_is_set_up_by_the_procedure_from_the_initiative_to_the_first_sequence(
    lang: str, tmp_path: Path
) -> None:
    file = prepared({"setup": "procedure"}, tmp_path)
    env = environment(lang)
    begins = {"en": "Type corps ", "de": "Tippe corps "}[lang]
    prompt = {"en": " turn: ", "de": " am Zug: "}[lang]
    with talk("play", "adlg", "--load", str(file), "--plain", *TWO, "--save", str(file), env=env) as battle:
        said, typed = battle.until(prompt), 0
        while begins not in said:
            typed += 1
            assert typed < MOST, said[-2000:]
            battle.type(setup_choice(battle, lang))
            said = battle.until(prompt)
        page = battle.said
        battle.type({"en": "resign", "de": "aufgeben"}[lang])
        assert battle.end() == 0
    assert {"en": "Vikings against Saxons", "de": "gegen"}[lang] in page
    assert {"en": "For example: region ", "de": "Zum Beispiel: region "}[lang] in page
    assert {"en": "For example: deploy ", "de": "Zum Beispiel: deploy "}[lang] in page
    assert "[k1]" in page
    assert "u1↑" in page
    assert "e1↓" in page
    command("verify", str(file), "--json", env=env).well()
    command("replay", str(file), env=env).well()


def setup_choice(battle: Talk, lang: str) -> str:
    """Enough terrain as soon as that is allowed; else the first thing that is proposed."""
    _, _, *listed, _ = battle.ask("moves", lang).splitlines()
    first_words = " ".join(listed)
    if re.search(r"(^|, )done\b", first_words):
        return "done"
    return re.split(r", (?=[a-z])", listed[0])[0]


def prepared(options: Mapping[str, object], folder: Path) -> Path:
    """A game that has just begun, with dice that are the same in every run."""
    game = registry.game("adlg")
    assert not isinstance(game, Refusal)
    header = Header(
        game="adlg",
        rules_version=game.info.rules_version,
        options=options,
        seats=("human", "human"),
        id="0" * 16,
        commit=commitment(SECRET),
        date="2026-01-01",
    )
    line = timeline.begin(game, header)
    assert not isinstance(line, Refusal)
    file = folder / "drill.jsonl"
    assert files.save(line.record, file) is None
    keep(commitment(SECRET), SECRET)
    return file


def play_to_the_end(battle: Talk, lang: str) -> int:
    """Types like somebody who charges whenever that is possible and walks on else; how many lines it took."""
    prompt = {"en": " turn: ", "de": " am Zug: "}[lang]
    said, typed = battle.until(prompt), 0
    while said.endswith(prompt):
        typed += 1
        assert typed < MOST, said[-2000:]
        battle.type(next_order(battle, lang))
        said = battle.until(prompt)
    return typed


def next_order(battle: Talk, lang: str) -> str:
    _, _, *listed, _ = battle.ask(
        "moves", lang
    ).splitlines()  # what was typed, how many there are, then they, the prompt
    actions = [action for line in listed for action in line.split(", ")]
    charges = [action for action in actions if " charge " in action and "+" not in action]
    ahead = [action for action in actions if re.fullmatch(r"\w+ advance [\d.]+", action)]
    return (charges or ahead or actions)[0]
