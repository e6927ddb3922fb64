"""Records on the command line: replay tells a game and ends with its position, verify finds what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Within
from tests.played import SECRET, act, add, chained, deal, opened, unchained
from tests.seat_texts import new_text
from triarii.core import files, records
from triarii.core.chance import commitment
from triarii.core.contract import Turn
from triarii.core.records import DrawAgreed, DrawOffered, Resigned, TookBack
from triarii.core.timeline import Timeline

AFTER_TWO = "10/2fffffff1/10/1f8/10/10/2F7/10/2FFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 2 ~b2c4,b9b7"


def saved(line: Timeline, folder: Path, name: str = "game.jsonl") -> str:
    file = folder / name
    assert files.save(line.record, file) is None
    return str(file)


@pytest.fixture
def resigned(tmp_path: Path) -> str:
    """A game with lots, a turn taken back, and a resignation."""
    line = opened({"begins": "random"})
    deal(line)
    first = line.position.turn
    act(line, *(("b2c4", "b9b7") if first is Turn.FIRST else ("b9b7", "b2c4")))
    add(line, TookBack(2))
    act(line, "c9c7" if line.position.turn is Turn.SECOND else "c2c4")
    add(line, Resigned(Turn.SECOND))
    assert line.close(SECRET.hex()) is None
    return saved(line, tmp_path)


# Replay


def test_replay_tells_every_step_and_ends_with_the_position(within: Within, tmp_path: Path) -> None:
    line = opened()
    act(line, "b2c4", "b9b7")
    file = saved(line, tmp_path)
    assert within("replay", file).well().lines == [
        "1. b2c4  Blue moves b2–c4.",
        "2. b9b7  Ochre moves b9–b7.",
        AFTER_TWO,
    ]
    assert within("replay", file, "--lang", "de").well().lines[0] == ("1. b2c4  Blau zieht b2–c4.")


def test_replay_tells_chance_and_resignation_but_not_what_was_taken_back(within: Within, resigned: str) -> None:
    lines = within("replay", resigned).well().lines
    assert [line.split(" ")[0] for line in lines[:3]] == ["!", "1.", "2."]
    assert lines[3] == "Blue wins by resignation."
    assert len(lines) == 5
    assert "Blau gewinnt durch Aufgabe." in within("replay", resigned, "--lang", "de").well().lines


def test_replay_stops_after_so_many_steps(within: Within, resigned: str) -> None:
    lines = within("replay", resigned, "--to", "1").well().lines
    assert len(lines) == 2
    assert within("replay", resigned, "--to", "0").well().lines[0].split(" ")[1] == "?"
    assert within("replay", resigned, "--to", "99").well() == within("replay", resigned).well()
    assert "--to takes a whole number" in within("replay", resigned, "--to", "-1").complaint


def test_replay_as_json_is_one_document(within: Within, resigned: str) -> None:
    found = within("replay", resigned, "--json").well().json
    assert found["game"] == "cities"
    assert found["result"] == {"winner": "first", "rule": "record.resigned"}
    assert [step["number"] for step in found["steps"]] == [1, 2, 5]
    assert found["problem"] is None
    shorter = within("replay", resigned, "--json", "--to", "1").well().json
    assert shorter["result"] is None
    assert len(shorter["steps"]) == 1


def test_replay_tells_a_draw_by_agreement(within: Within, tmp_path: Path) -> None:
    line = opened()
    add(line, DrawOffered(Turn.FIRST), DrawAgreed(Turn.SECOND))
    file = saved(line, tmp_path)
    assert within("replay", file).well().lines[0] == "It is a draw by agreement."
    assert within("replay", file, lang="de").well().lines[0] == "Das Spiel endet unentschieden durch Einigung."


# Verify


def test_verify_says_that_all_is_well_in_both_languages(within: Within, resigned: str, tmp_path: Path) -> None:
    *lines, unsealed = within("verify", resigned).well().lines
    assert lines == [
        "6 entries checked: nothing was changed, and every one is legal.",
        "The secret proves the one result of chance.",
    ]
    assert unsealed.startswith("It bears no server's seal: names, date, options, clock readings and draw offers rest")
    assert within("verify", resigned, lang="de").well().lines[2].startswith("Sie trägt kein Siegel eines Servers:")
    german = within("verify", resigned, "--lang", "de").well()
    assert german.lines[1] == "Das Geheimnis beweist das eine Ergebnis des Zufalls."
    line = opened({"begins": "random"})
    deal(line)
    assert "can't be proven yet" in within("verify", saved(line, tmp_path, "open.jsonl")).well().lines[1]
    by_hand = opened({"begins": "random"}, commit="")
    deal(by_hand)
    assert "entered by hand" in within("verify", saved(by_hand, tmp_path, "hand.jsonl")).well().lines[1]


def test_verify_says_which_came_first_the_promise_or_the_texts(within: Within, tmp_path: Path) -> None:
    commit = commitment(SECRET)
    for name, texts, words in (
        ("both.jsonl", (new_text(commit), new_text(commit)), "Both players added texts to chance that were made after"),
        ("one.jsonl", ("alpha", new_text(commit)), "One player added a text to chance that was made after"),
    ):
        line = opened({"begins": "random"}, texts=texts)
        deal(line)
        add(line, Resigned(Turn.SECOND))
        assert line.close(SECRET.hex()) is None
        file = saved(line, tmp_path, name)
        assert within("verify", file).well().lines[2].startswith(words)
        assert "als das Versprechen schon zu sehen war" in within("verify", file, "--lang", "de").well().lines[2]
    foreign = opened({"begins": "random"}, texts=(new_text("0" * 64), ""))
    deal(foreign)
    failed = within("verify", saved(foreign, tmp_path, "foreign.jsonl"), "--lang", "de")
    assert failed.code == 1
    assert failed.err.startswith("Was Spieler 1 zum Zufall beigetragen hat, gehört zu einem anderen Versprechen")


def test_verify_as_json_is_one_document_with_the_promised_facts(within: Within, resigned: str) -> None:
    assert within("verify", resigned, "--json").well().json == {
        "game": "cities",
        "entries": 6,
        "chances": 1,
        "proven": 1,
        "bound_texts": 0,
        "over": True,
        "seal": None,
        "ok": True,
        "problem": None,
    }


@pytest.mark.parametrize("number", range(8))
def test_a_record_in_which_one_letter_was_changed_fails_the_check(within: Within, resigned: str, number: int) -> None:
    lines = Path(resigned).read_bytes().splitlines(keepends=True)
    for place in (0, len(lines[number]) // 3, len(lines[number]) // 2, len(lines[number]) - 2):
        changed = bytearray(lines[number])
        changed[place] ^= 1
        Path(resigned).write_bytes(b"".join([*lines[:number], bytes(changed), *lines[number + 1 :]]))
        for lang, said in (("en", f"Line {number + 1} of the record"), ("de", f"Zeile {number + 1} der Aufzeichnung")):
            done = within("verify", resigned, lang=lang)
            assert (done.code, done.out) == (1, "")
            assert done.sentence.startswith(said)
        found = within("verify", resigned, "--json")
        assert found.code == 1
        assert (found.json["ok"], found.json["problem"]) == (False, found.sentence)


def test_a_record_that_breaks_off_is_told_up_to_there(within: Within, resigned: str) -> None:
    Path(resigned).write_bytes(Path(resigned).read_bytes()[:-20])
    done = within("verify", resigned)
    assert (done.code, done.sentence) == (1, "The record breaks off in line 8; everything before it is intact.")
    told = within("replay", resigned)
    assert (told.code, told.sentence) == (1, done.sentence)
    assert len(told.lines) == 5
    assert within("replay", resigned, "--json").json["problem"] == done.sentence


def test_a_whole_chain_around_an_illegal_action_does_not_help(within: Within, resigned: str) -> None:
    lines = unchained(Path(resigned).read_bytes())
    lines[2]["text"] = "b2b9" if lines[2]["text"] == "b2c4" else "b9b2"
    Path(resigned).write_bytes(chained(lines))
    done = within("verify", resigned)
    assert done.code == 1
    assert done.sentence.startswith("Entry 2 is impossible: ")
    assert within("replay", resigned).code == 1


def test_a_chance_that_the_secret_does_not_give_is_found(within: Within, resigned: str) -> None:
    lines = unchained(Path(resigned).read_bytes())
    del lines[2:-1]
    lines[1]["text"] = {"first": "second", "second": "first"}[lines[1]["text"]]
    lines.insert(2, {"kind": "resigned", "seat": "second"})
    Path(resigned).write_bytes(chained(lines))
    assert within("verify", resigned).sentence.startswith("Entry 1: chance did not give")
    lines[-1]["secret"] = "00" * 32
    Path(resigned).write_bytes(chained(lines))
    done = within("verify", resigned, lang="de")
    assert (done.code, done.sentence) == (
        1,
        "Das Geheimnis am Ende ist nicht das, das vor der ersten Karte, dem ersten Wurf oder Los versprochen wurde.",
    )


def test_a_record_of_an_unknown_game_or_of_other_rules_is_bad_input(within: Within, tmp_path: Path) -> None:
    lines = unchained(records.dump(opened().record))
    file = tmp_path / "other.jsonl"
    for name, value, said in (("game", "chess", "There is no game chess"), ("rules", 99, "version 99 of the rules")):
        file.write_bytes(chained([{**lines[0], name: value}]))
        for command in ("replay", "verify"):
            assert said in within(command, str(file)).complaint


def test_a_record_whose_options_can_not_be_fails_the_check(within: Within, tmp_path: Path) -> None:
    lines = unchained(records.dump(opened().record))
    file = tmp_path / "other.jsonl"
    file.write_bytes(chained([{**lines[0], "options": {"begins": "nobody"}}]))
    assert within("verify", str(file)).code == 1
    assert "nobody" in within("replay", str(file)).complaint
