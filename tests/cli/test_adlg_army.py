"""`triarii adlg army`: check says what an army comes to and what is wrong, show prints it, list names those shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Within
from triarii.games.adlg.armies import roster

OWN = """
format = 100
command_value = 1
camp = "fortified"
fortifications = 2
obstacles = 1

[[corps]]
commander = "brilliant"
included = true
units = [
    { count = 4, troop = "pikemen", quality = "elite", name = "Garde" },
    { troop = "levy", quality = "elite" },
]

[[corps]]
units = [{ troop = "heavy_cavalry", abilities = ["impact_half_bow", "impetuous"] }]
"""
FAULTS = [
    "The commanders take 2 of the command value, but the army has only 1.",
    "Corps 1, entry 2 (levy): the quality elite is not available for these troops.",
    "Corps 2 has no commander.",
    "Corps 2, entry 1 (heavy cavalry): impact, half bow can't go together with impetuous.",
]
GERMAN_FAULTS = [
    "Die Befehlshaber brauchen 2 vom Kommandowert, aber die Armee hat nur 1.",
    "Korps 1, Eintrag 2 (Levy): Die Qualität Elite gibt es für diese Truppe nicht.",
    "Korps 2 hat keinen Befehlshaber.",
    "Korps 2, Eintrag 1 (Schwere Reiterei): Aufprall, halb Bogen verträgt sich nicht mit Ungestüm.",
]
VALUES = {
    "en": "The points are Triarii's own values, not official ones, and yours to change.",
    "de": "Die Punkte sind Triarii-Werte: unsere eigenen, keine offiziellen, und du darfst sie ändern.",
}


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


# Check


def test_an_army_in_order_is_told_with_its_sums(within: Within) -> None:
    assert within("adlg", "army", "check", "parthians").well().lines == [
        "Parthians: everything is in order.",
        "200 of 200 points; 24 units, 2 of them expendable; command value 5, 5 of it used; break point 22",
        VALUES["en"],
    ]
    assert within("adlg", "army", "check", "romans", lang="de").well().lines == [
        "Römer: Alles ist in Ordnung.",
        "200 von 200 Punkten; 24 Einheiten; Kommandowert 3, davon 3 vergeben; Bruchpunkt 24",
        VALUES["de"],
    ]


def test_all_that_is_wrong_is_told_in_sentences(within: Within, own: str) -> None:
    done = within("adlg", "army", "check", own)
    assert (done.code, done.err) == (1, "")
    head, *faults, summary, values = done.lines
    assert head == "mine: 4 things are wrong."
    assert faults == [f"  {fault}" for fault in FAULTS]
    assert summary == "70 of 100 points; 6 units; command value 1, 2 of it used; break point 7"
    assert values == VALUES["en"]
    done = within("adlg", "army", "check", own, "--lang", "de")
    assert done.code == 1
    assert done.lines[:-2] == ["mine: 4 Fehler.", *(f"  {fault}" for fault in GERMAN_FAULTS)]


def test_a_check_as_json_has_the_promised_keys(within: Within, own: str) -> None:
    found = within("adlg", "army", "check", "seleucids", "--json").well().json
    assert found == {
        "name": {"en": "Seleucids", "de": "Seleukiden"},
        "format": 200,
        "ok": True,
        "points": 200,
        "points_are": "Triarii values, not official",
        "units": 23,
        "expendables": 1,
        "command_cost": 2,
        "command_value": 2,
        "cohesion": 22,
        "faults": [],
    }
    done = within("adlg", "army", "check", own, "--json")
    assert done.code == 1
    assert done.json["ok"] is False
    assert [fault["text"] for fault in done.json["faults"]] == [
        {"en": english, "de": german} for english, german in zip(FAULTS, GERMAN_FAULTS, strict=True)
    ]
    assert [fault["rule"] for fault in done.json["faults"]] == [
        "adlg.command.value",
        "adlg.army.abilities",
        "adlg.army.structure",
        "adlg.army.abilities",
    ]


def test_prices_of_a_players_own_count(within: Within, tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("troops.pikemen.ordinary = 12\n", encoding="utf-8")
    done = within("adlg", "army", "check", "seleucids", "--points", str(prices))
    assert done.code == 1
    assert done.lines[:2] == [
        "Seleucids: one thing is wrong.",
        "  The army costs 205 points, 5 more than the 200 it may have.",
    ]
    assert within("adlg", "army", "show", "seleucids", "--points", str(prices), "--json").well().json["points"] == 205


@pytest.mark.parametrize("action", ["check", "show"])
@pytest.mark.parametrize(
    ("word", "english", "german"),
    [
        (
            "romens",
            "There is no army list romens; did you mean romans?",
            "Es gibt keine Armeeliste romens; gemeint war wohl romans?",
        ),
        (
            "zzz",
            "There is no army list zzz; a file needs its ending",
            "Es gibt keine Armeeliste zzz; eine Datei braucht",
        ),
        (
            "no/file.toml",
            "The file no/file.toml can't be read: no such file or folder.",
            "Die Datei no/file.toml ist nicht lesbar: Datei oder Ordner nicht vorhanden.",
        ),
    ],
)
def test_what_is_no_roster_is_refused_in_one_sentence(
    within: Within, action: str, word: str, english: str, german: str
) -> None:
    assert within("adlg", "army", action, word).complaint.startswith(english)
    assert within("adlg", "army", action, word, lang="de").complaint.startswith(german)


def test_a_malformed_file_is_refused_in_one_sentence(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(OWN.replace("pikemen", "pickmen"), encoding="utf-8")
    complaint = within("adlg", "army", "check", str(file)).complaint
    assert complaint == "Corps 1, entry 1: troop can't be pickmen; did you mean pikemen?"
    file.write_text("format = \n", encoding="utf-8")
    assert "see line 1, column 10." in within("adlg", "army", "check", str(file)).complaint
    assert "see line 1" in within("adlg", "army", "check", "romans", "--points", str(file)).complaint


# Show


def test_a_roster_is_shown_with_corps_commanders_and_units(within: Within) -> None:
    page = within("adlg", "army", "show", "mongols").well().lines
    assert page[0] == "Mongols"
    assert page[2:9] == [
        "",
        "Corps 1, 110 points",
        "Commander: strategist, value 3, radius 8 UD, 10 points (commander-in-chief)",
        "count  name           troop          quality  abilities and weapon  each  points",
        "    5  guard          heavy cavalry  elite    bows                    13      65",
        "    5  horse archers  light cavalry  elite    bows                     7      35",
        "",
    ]
    rows = [" ".join(line.split()) for line in page]
    assert "3 lancers heavy cavalry ordinary impact, half bow 11 33" in rows
    assert "1 fire lances light infantry ordinary incendiaries 5 5" in rows
    assert page[-1] == VALUES["en"]


def test_a_roster_is_shown_in_german_too(within: Within) -> None:
    page = within("adlg", "army", "show", "english", "--lang", "de").well().out
    assert "Engländer im Hundertjährigen Krieg" in page
    assert "Befehlshaber: brillant, Wert 2, Radius 8 UD, 6 Punkte (Oberbefehlshaber)" in page
    assert "Bogenschützen des Hauses" in page
    assert "Pfähle, Langbögen" in page


def test_an_army_with_faults_is_shown_all_the_same(within: Within, own: str) -> None:
    page = within("adlg", "army", "show", own).well().lines
    assert "Commander: brilliant, value 2, radius 8 UD, 1 point (commander-in-chief, part of a unit)" in page
    assert any(line.split() == ["1", "levy", "levy", "elite", "?", "?"] for line in page)
    assert page[-3:] == [
        "Camp and works: fortified camp, 2 fortifications and one obstacle, 6 points",
        VALUES["en"],
        "4 things are wrong with this army: see `triarii adlg army check`.",
    ]
    assert "Commander: nobody" in page


def test_a_roster_as_json_has_everything(within: Within) -> None:
    found = within("adlg", "army", "show", "romans", "--json").well().json
    assert (found["points"], found["camp"], found["points_behind"]) == (200, "normal", 0)
    assert [corps["points"] for corps in found["corps"]] == [88, 68, 44]
    corps = found["corps"][0]
    assert corps["commander"] == {"grade": "brilliant", "value": 2, "radius": 8, "points": 6}
    assert [corps[flag] for flag in roster.CORPS_FLAGS] == [True, False, False, False]
    assert corps["units"][0] == {
        "count": 4,
        "name": {"en": "legion, first line", "de": "Legion, erstes Treffen"},
        "troop": "heavy_swordsmen",
        "quality": "ordinary",
        "abilities": ["armour", "impact"],
        "weapon": None,
        "points_each": 11,
    }
    assert corps["units"][2]["abilities"] == ["javelin"]
    assert corps["units"][2]["weapon"] == "javelin"


# List


def test_the_shipped_rosters_are_listed(within: Within) -> None:
    head, *rows = within("adlg", "army", "list").well().lines
    assert head.split() == ["list", "army", "points", "units", "command", "value"]
    assert [row.split()[0] for row in rows] == list(roster.shipped())
    assert rows[0].split() == ["almoravids", "Almoravids", "100", "14", "1"]
    assert "Ägypter der Streitwagenzeit" in within("adlg", "army", "list", lang="de").well().out
    found = within("adlg", "army", "list", "--json").well().json
    assert [entry["roster"] for entry in found] == list(roster.shipped())
    assert all(entry["ok"] for entry in found)


@pytest.mark.parametrize("name", roster.shipped())
def test_every_shipped_roster_can_be_checked_and_shown(within: Within, name: str) -> None:
    for lang in ("en", "de"):
        within("adlg", "army", "check", name, lang=lang).well()
        within("adlg", "army", "show", name, lang=lang).well()
