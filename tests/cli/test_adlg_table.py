"""The table at the command line: listed, played, drawn with overlays, recorded, proven; wrong words get a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Within, command

ZONE = ("--set", "scenario=drill_zone")


def test_orders_are_listed_and_played_and_the_last_line_is_the_position(within: Within) -> None:
    assert within("actions", "adlg", *ZONE).well().lines == ["corps c1", "done"]
    page = within("apply", "adlg", "corps c1", "!5", *ZONE).well()
    assert page.lines[-1].startswith("1 first orders c=c1 p=")
    assert "u1 charge e1" in within("actions", "adlg", *ZONE, "--position", page.lines[-1]).well().lines


def test_a_refused_order_names_the_unit_its_measure_and_the_limit(within: Within) -> None:
    line = ("--set", "scenario=drill_line")
    done = within("apply", "adlg", "corps c1", "!5", "u1 advance 5", *line)
    assert done.complaint.startswith("Word 3, u1 advance 5: u1 needs 5 UD and has ")
    german = within("apply", "adlg", "corps c1", "!5", "u1 advance 5", *line, "--lang", "de")
    assert "braucht 5 UD" in german.sentence


def test_the_table_is_drawn_with_the_overlays_that_are_asked_for(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    within("draw", "adlg", *ZONE, "-o", str(file), "--overlay", "zone", "--overlay", "radius:c1", "--dark").well()
    drawn = file.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert 'data-unit="u1"' in drawn
    assert 'data-overlay="zone"' in drawn
    plain = within("draw", "adlg", *ZONE).well().out
    assert 'data-overlay="zone"' not in plain


def test_a_position_from_a_file_is_drawn(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(within("apply", "adlg", "corps c1", "!5", *ZONE).well().lines[-1])
    assert within("draw", "adlg", *ZONE, "--position", f"@{file}").well().out.startswith("<svg")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("draw", "adlg", *ZONE, "--overlay", "zoen"), "There is nothing to show as zoen; did you mean zone?"),
        (("draw", "towar", "--overlay", "zone"), "There are no overlays for towar."),
        (("apply", "adlg", "corps c7"), "Word 1, corps c7: "),
        (("actions", "adlg", "--set", "scenario=atlantis"), "The option scenario can't be atlantis; it takes "),
        (("actions", "adlg", "--position", "x"), "A battle is written in five parts"),
    ],
)
def test_wrong_words_get_one_sentence(within: Within, words: tuple[str, ...], sentence: str) -> None:
    assert within(*words).complaint.startswith(sentence)


def test_a_battle_between_programs_is_recorded_replayed_and_proven(tmp_path: Path) -> None:
    words = ("match", "adlg", "--players", "random,random", "--games", "1", "--seed", "4", *ZONE)
    command(*words, "--record", str(tmp_path)).well()
    (file,) = tmp_path.glob("*.jsonl")
    assert command("verify", str(file), "--json").well().json["proven"] > 5
    told = command("replay", str(file)).well().out
    assert "wins: the other army has broken." in told or "Both armies have broken" in told


def test_a_battle_can_be_played_line_by_line(within: Within) -> None:
    page = within.play(["corps c1", "u1 charge e1"], "adlg", "--players", "human,random", *ZONE).out
    assert "You activate a corps" in page
    assert "L'Art de la Guerre" in page
