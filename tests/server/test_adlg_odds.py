"""Odds of L'Art de la Guerre over HTTP: worked examples by both readings, refusals in words, the companion's tables."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import httpx
import pytest

from tests.server.serving import WAIT, post
from triarii.games.adlg.combat.combatants import Combatant, Melee, Shot, Support
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.odds import joint_losses
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.games.adlg.data import readings
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import QUALITIES, WEAPONS
from triarii.games.adlg.data.readings import PROFILES
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.pages import companion_odds
from triarii.games.adlg.questions import answers, form
from triarii.games.adlg.questions.form import Asked

ODDS = "/api/games/adlg/odds"
LATER = {"round": 2, "charger": "none"}
Json = dict[str, Any]


def unit(troop: str, *abilities: str, **more: Any) -> Json:
    return {"type": troop, "abilities": list(abilities), **more}


def ask(address: str, document: object, **query: str) -> httpx.Response:
    return post(address, f"{ODDS}?{httpx.QueryParams(query)}", document)


def get(address: str, path: str) -> Json:
    answer = httpx.get(address + path, timeout=WAIT, trust_env=False)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def by(told: Json, profile: str) -> Json:
    found: Json = next(each["answer"] for each in told["readings"] if each["profile"] == profile)
    return found


CELLS = [
    pytest.param(
        {"a": unit("heavy_swordsmen", "impact"), "b": unit("heavy_swordsmen", "impetuous")},
        *((2, 1), (3, 5), "a", "2"),
        id="M1 impact against impetuous swordsmen, who have a furious charge",
    ),
    pytest.param(
        {"a": unit("heavy_swordsmen", "armour", cohesion=2), "b": unit("heavy_swordsmen", "impetuous"), **LATER},
        *((0, 1), (4, 4), None, "0"),
        id="M2 armour makes nothing of a defeat by 1",
    ),
    pytest.param(
        {"a": unit("heavy_knights", "impact"), "b": unit("pikemen")},
        *((1, 3), (6, 2), "b", "2"),
        id="M3a knights beat pikes by 2, and their furious charge counts",
    ),
    pytest.param(
        {"a": unit("heavy_knights", "impact"), "b": unit("pikemen")},
        *((1, 3), (2, 5), "a", "2"),
        id="M3b heavy armour makes a defeat by 5 one by 4",
    ),
    pytest.param(
        {"a": unit("elephant"), "b": unit("heavy_cavalry")},
        *((3, 0), (3, 4), "b", "1"),
        id="M4 armour does not help against elephants",
    ),
    pytest.param(
        {"a": unit("medium_cavalry"), "b": unit("medium_swordsmen")},
        *((2, 1), (2, 4), "a", "1"),
        id="M6 cavalry has its bonus against swordsmen",
    ),
    pytest.param(
        {"a": unit("heavy_knights", "impetuous"), "b": unit("bowmen", "stakes", stakes=True)},
        *((0, 1), (5, 3), "b", "1"),
        id="M8 stakes take the charge of knights",
    ),
    pytest.param(
        {"a": unit("foot_knights"), "b": unit("heavy_spearmen"), **LATER},
        *((1, 1), (4, 4), "b", "1"),
        id="M9a a two-handed weapon wins the tie against spears",
    ),
]


@pytest.mark.parametrize(("document", "totals", "dice", "loser", "loss"), CELLS)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_worked_example_has_its_totals_and_its_roll(
    address: str, profile: str, document: Json, totals: tuple[int, int], dice: tuple[int, int], loser: str, loss: str
) -> None:
    answer = by(ask(address, document).json(), profile)
    assert (answer["totals"]["a"], answer["totals"]["b"]) == totals
    cell = answer["rolls"][dice[0] - 1][dice[1] - 1]
    assert (cell["loser"], cell["loss"]) == (loser, loss)
    for side in ("a", "b"):
        assert sum(entry["value"] for entry in answer["ledger"] if entry["side"] == side) == answer["totals"][side]
    assert all(entry["rule"] and entry["name"] and entry["text"]["de"] for entry in answer["ledger"])


def test_the_36_rolls_add_up_to_the_chances(address: str) -> None:
    document = {"a": unit("heavy_cavalry", "impact", quality="elite"), "b": unit("medium_swordsmen", cohesion=2)}
    answer = by(ask(address, document).json(), "sheet")
    cells = [cell for row in answer["rolls"] for cell in row]
    assert len(cells) == 36
    for side in ("a", "b"):
        lost = [cell for cell in cells if cell["loser"] == side]
        assert Fraction(len(lost), 36) == Fraction(answer["chance"][f"{side}_loses"])
        assert Fraction(sum(cell["breaks"] for cell in lost), 36) == Fraction(answer["chance"][f"{side}_routs"])
    mean = sum(min(2, 99 if cell["loss"] == "rout" else int(cell["loss"])) for cell in cells if cell["loser"] == "b")
    assert Fraction(answer["mean"]["b"]) == Fraction(mean, 36)


def test_a_shot_hits_as_often_as_the_table_of_chances_says(address: str) -> None:
    shot = {"kind": "shooting", "a": unit("bowmen"), "b": unit("heavy_cavalry"), "weapon": "bow"}
    assert by(ask(address, shot).json(), "sheet")["counts"] == {"hit": 15, "miss": 21}
    riders = unit("light_cavalry", supports=[{"type": "light_cavalry"}] * 2)
    light = {"kind": "shooting", "a": riders, "b": unit("heavy_spearmen"), "weapon": "bow"}
    told = ask(address, light).json()
    assert (by(told, "sheet")["counts"]["hit"], by(told, "common")["counts"]["hit"]) == (15, 10)
    deciding = [each["name"] for each in told["spoken"] if each["decides"]]
    assert deciding == ["light_troops_shooting_malus"]


def test_the_reading_that_makes_the_difference_is_named(address: str) -> None:
    document = {"a": unit("medium_cavalry"), "b": unit("heavy_swordsmen")}
    told = ask(address, document, lang="de").json()
    assert by(told, "sheet")["totals"]["a"] == by(told, "common")["totals"]["a"] + 1
    reading = next(each for each in told["spoken"] if each["decides"])
    assert (reading["name"], reading["rule"]) == ("cavalry_bonus_swordsmen", "adlg.cavalry.first_round")
    assert "Kavallerie" in reading["about"]
    assert reading["values"] == {"sheet": "medium_and_heavy", "common": "medium_only"}


def test_a_reading_that_is_set_counts_for_both_profiles(address: str) -> None:
    document = {"a": unit("medium_cavalry"), "b": unit("heavy_swordsmen")}
    told = ask(address, document, set="cavalry_bonus_swordsmen=medium_only").json()
    assert by(told, "sheet")["totals"] == by(told, "common")["totals"]
    assert not any(each["decides"] for each in told["spoken"])


def test_a_fight_ends_as_on_the_command_line_and_shows_its_next_round(address: str) -> None:
    document = {"kind": "fight", "a": unit("heavy_swordsmen", "impact"), "b": unit("pikemen")}
    asked = form.read(document, "fight")
    assert isinstance(asked, Asked)
    answer = by(ask(address, document).json(), "common")
    told = answers.answer(asked, readings.of_profile("common"))
    assert {name: answer[name] for name in told} == told
    assert answer["round"]["totals"] == {"a": 2, "b": 2}


def test_units_are_told_in_the_language_asked_for(address: str) -> None:
    document = {"a": unit("pikemen", quality="elite"), "b": unit("levy")}
    assert ask(address, document, lang="de").json()["units"] == {"a": "Piken (Elite)", "b": "Levy"}
    assert ask(address, document, lang="en").json()["units"]["a"] == "pikemen (elite)"


REFUSED = [
    pytest.param({"a": unit("pikeman"), "b": unit("levy")}, "form.value_near", "pikemen", id="a troop nobody knows"),
    pytest.param({"a": unit("pikemen")}, "form.missing", "b", id="one side only"),
    pytest.param([], "form.not_a_table", "table", id="no table"),
    pytest.param({"a": unit("pikemen"), "b": unit("levy"), "kind": "duel"}, "form.value", "duel", id="no such kind"),
    pytest.param({"a": unit("pikemen", cohesion=9), "b": unit("levy")}, "form.number", "9", id="too much cohesion"),
    pytest.param(
        {"kind": "shooting", "a": unit("elephant"), "b": unit("levy"), "weapon": "bow"},
        *("form.no_weapon", "Elephant"),
        id="elephants do not shoot",
    ),
]


@pytest.mark.parametrize(("document", "code", "word"), REFUSED)
def test_a_question_that_makes_no_sense_is_refused_in_words(
    address: str, document: object, code: str, word: str
) -> None:
    answer = ask(address, document, lang="en")
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert word in answer.json()["words"]
    assert ask(address, document, lang="de").json()["words"] != answer.json()["words"]


def test_a_reading_that_nobody_knows_is_refused_in_words(address: str) -> None:
    answer = ask(address, {"a": unit("pikemen"), "b": unit("levy")}, set="profile=mine")
    assert answer.status_code == 422
    assert "mine" in answer.json()["words"]
    missing = httpx.get(address + "/api/games/adlg/companion?profile=mine", timeout=WAIT, trust_env=False)
    assert missing.status_code == 422
    assert "mine" in missing.json()["words"]


def test_everything_that_the_form_offers_can_be_asked(address: str) -> None:
    offered = get(address, f"{ODDS}/form?lang=de")
    assert len(offered["troops"]) == len(TROOPS)
    assert next(each["name"] for each in offered["troops"] if each["id"] == "pikemen") == "Piken"
    for troop in offered["troops"]:
        flags = {each["id"]: True for each in offered["circumstances"] if "a" in each["melee"]}
        everything = unit(troop["id"], *troop["melee"], **flags)
        in_shooting = {
            each["id"]: True
            for each in offered["circumstances"]
            if "a" in each["shooting"] and troop["id"] in each.get("troops", [troop["id"]])
        }
        document = {"a": everything, "b": unit("heavy_swordsmen", terrain=offered["terrains"][-1]["id"])}
        assert ask(address, document).status_code == 200, troop["id"]
        for weapon in troop["weapons"]:
            shooter = unit(troop["id"], *troop["shooting"]["a"], **in_shooting)
            shot = {"kind": "shooting", "weapon": weapon["id"], "range": weapon["reach"], "b": unit("levy")}
            assert ask(address, {**shot, "a": shooter}).status_code == 200, troop["id"]


# The companion


@pytest.fixture(scope="module")
def tables(address: str) -> dict[str, Json]:
    return {profile: get(address, f"/api/games/adlg/companion?lang=en&profile={profile}") for profile in PROFILES}


def test_the_companion_knows_the_worked_examples_of_command(tables: dict[str, Json]) -> None:
    points = tables["sheet"]["command"]["points"]
    assert points["ordinary"][0] == [1, 1]
    assert points["competent"][3] == [3, 1]
    assert points["brilliant"][5] == [4, 1]
    assert points["strategist"][3] == [4, 1]
    assert points["none"][4] == [3, 0]
    costs = {order["id"]: order["costs"] for order in tables["sheet"]["orders"]["list"]}
    assert costs["move"]["1110"] == 4
    assert [costs[f"rally_{place}"]["0000"] for place in ("far", "near", "melee")] == [0, 1, 2]
    assert (costs["hold"]["0000"], costs["charge_free"]["1110"]) == (3, 0)


def test_the_companion_counts_losses_by_the_rules(tables: dict[str, Json]) -> None:
    losses = tables["sheet"]["losses"]
    told = 7 * losses["routed"] + 6 * losses["disordered"] + losses["commander"]["competent"]
    assert (told, 23 * losses["unit"] + losses["camp_bears"]["normal"]) == (22, 23)
    assert losses["camp"] == {"normal": 4, "fortified": 6, "sacred": 6}
    assert losses["camp_bears"]["fortified"] == 1


def looked_up(table: Json, a: str, b: str, situation: str, ground: str, kits: tuple[str, str] = ("", "")) -> Any:
    """What the app does with the document: two places, their sides."""
    odds = table["odds"]
    found = next(each for each in odds["situations"] if (each["id"], each["ground"]) == (situation, ground))
    known = [kit if kit in found["kits"] else "" for kit in kits]
    places = [found["fighters"].index([odds["classes"][troop], kit]) for troop, kit in zip((a, b), known, strict=True)]
    row = found["rows"][places[0]]
    return [odds["sides"][row[2 * places[1] + side]] for side in (0, 1)]


def chances(table: Json, sides: Any, qualities: tuple[str, str]) -> dict[tuple[int, int], Fraction]:
    """The chance of each pair of losses, by sums and look-ups alone."""
    odds = table["odds"]
    lines, losses = odds["lines"], odds["losses"]
    totals = [sum(lines[line][0] for line in side[0]) for side in sides]
    found: dict[tuple[int, int], Fraction] = {}
    for ahead, count in odds["throws"][qualities[0]][qualities[1]]:
        lead = totals[0] - totals[1] + ahead
        first, second = sides[0][2], sides[1][2]
        winner = ("a" if lead > 0 else "b") if lead else losses["ties"][first[0] + second[0]]
        pair = (0, 0)
        if sides[0][3] or sides[1][3]:
            pair = (losses["rout"] * sides[0][3], losses["rout"] * sides[1][3])
        elif winner:
            better, worse = (first, second) if winner == "a" else (second, first)
            by_lead = losses["by_lead"][better[1] + worse[2] + better[3]]
            loss = by_lead[min(abs(lead), len(by_lead) - 1)]
            pair = (0, loss) if winner == "a" else (loss, 0)
        found[pair] = found.get(pair, Fraction(0)) + Fraction(count, 36)
    return found


@pytest.mark.parametrize("profile", PROFILES)
def test_the_companion_reckons_troops_against_each_other_like_the_engine(tables: dict[str, Json], profile: str) -> None:
    table, read = tables[profile], readings.of_profile(profile)
    # Every troop in every situation, against a fifth of the others: all pairs would take a minute.
    for situation in companion_odds.SITUATIONS:
        ground = TERRAINS[situation.ground]
        for number, a in enumerate(TROOPS.values()):
            for b in list(TROOPS.values())[number % 5 :: 5]:
                first = Combatant(a, terrain=ground)
                melee = Melee(first, Combatant(b, terrain=ground), situation.round, "a", situation.contact)
                sides = looked_up(table, a.id, b.id, situation.id, situation.ground)
                expected = joint_losses(reckon(melee, read))
                assert chances(table, sides, ("ordinary", "ordinary")) == expected, (situation, a.id, b.id)


KITTED = [
    ("heavy_knights", "impact", "pikemen", "", ("elite", "ordinary")),
    ("medium_swordsmen", "two_handed_weapon", "heavy_spearmen", "armour", ("ordinary", "mediocre")),
    ("light_cavalry", "javelin", "light_infantry", "javelin", ("elite", "elite")),
    ("heavy_cavalry", "impetuous", "medium_spearmen", "missile_support", ("ordinary", "elite")),
    ("cataphracts", "", "heavy_swordsmen", "impetuous", ("mediocre", "ordinary")),
]


@pytest.mark.parametrize(("a", "a_kit", "b", "b_kit", "qualities"), KITTED)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_companion_knows_what_a_unit_carries(
    address: str,
    tables: dict[str, Json],
    profile: str,
    a: str,
    a_kit: str,
    b: str,
    b_kit: str,
    qualities: tuple[str, str],
) -> None:
    document = {
        "a": unit(a, *filter(None, [a_kit]), quality=qualities[0]),
        "b": unit(b, *filter(None, [b_kit]), quality=qualities[1]),
    }
    for number, situation in ((1, "charge"), (2, "later")):
        answer = by(ask(address, {**document, "round": number}).json(), profile)
        expected = {
            (int(pair.split(":")[0].replace("rout", "99")), int(pair.split(":")[1].replace("rout", "99"))): Fraction(
                odds
            )
            for pair, odds in answer["joint"].items()
        }
        sides = looked_up(tables[profile], a, b, situation, "open", (a_kit, b_kit))
        assert chances(tables[profile], sides, qualities) == expected
        names = [tables[profile]["odds"]["lines"][line] for line in sides[0][0]]
        assert names == [[entry["value"], entry["rule"]] for entry in answer["ledger"] if entry["side"] == "a"]


def test_a_scythed_chariot_takes_the_support_of_its_enemy_in_the_companion_too(tables: dict[str, Json]) -> None:
    odds = tables["sheet"]["odds"]
    support = next(each for each in odds["modifiers"] if each["id"] == "support")
    chariot, pikes = odds["classes"]["scythed_chariot"], odds["classes"]["pikemen"]
    assert (support["values"]["charge"][chariot], support["values"]["later"][chariot]) == (0, 1)
    assert support["values"]["charge"][pikes] == 1


def test_every_rule_that_the_companion_names_has_its_words(tables: dict[str, Json]) -> None:
    table = tables["common"]
    named = {rule for _, rule in table["odds"]["lines"]} | {rule for void in table["odds"]["voids"] for rule in void}
    assert named <= set(table["rules"])
    assert all(each["name"] and each["text"] for each in table["rules"].values())


@pytest.mark.parametrize("profile", PROFILES)
def test_the_companion_reckons_shots_like_the_engine(tables: dict[str, Json], profile: str) -> None:
    table, read = tables[profile], readings.of_profile(profile)
    shooting = table["shooting"]
    assert set(shooting["shooters"]) == {troop.id for troop in TROOPS.values() if troop.weapons}
    for shooter, rows in shooting["shooters"].items():
        for weapon, row in rows.items():
            for number, target in enumerate(TROOPS.values()):
                for kit, column in shooting["targets"][target.id].items():
                    covered = number % 2 == 0
                    unit = Combatant(target, bought=frozenset({kit} - {""}), cover=covered)
                    asked = Shot(Combatant(TROOPS[shooter]), unit, WEAPONS[weapon])
                    sides = shooting["rows"][row]["covered" if covered else "open"][2 * column : 2 * column + 2]
                    totals = [sum(shooting["lines"][line][0] for line in shooting["sides"][side][0]) for side in sides]
                    hits = sum(
                        count
                        for ahead, count in table["odds"]["throws"]["elite"]["ordinary"]
                        if ahead > totals[1] - totals[0]
                    )
                    elite = replace(asked.a, quality=QUALITIES["elite"])
                    assert hits == shot_odds(replace(asked, a=elite), read).hits, (shooter, weapon, target.id, kit)


def test_what_is_tapped_for_a_shooter_counts_as_the_engine_says(tables: dict[str, Json]) -> None:
    shooting, read = tables["sheet"]["shooting"], readings.of_profile("sheet")
    target = Combatant(TROOPS["heavy_swordsmen"])
    for shooter, rows in shooting["shooters"].items():
        troop = TROOPS[shooter]
        helpers = (Support(TROOPS["bowmen"], "simple"),) * 3
        everything = Combatant(troop, cohesion=troop.cohesion - 1, cover=True, supports=helpers)
        for weapon, row in rows.items():
            plain = shot_odds(Shot(Combatant(troop), target, WEAPONS[weapon]), read).totals["a"]
            disordered, hidden, helped = shooting["taps"][row]
            found = shot_odds(Shot(everything, target, WEAPONS[weapon]), read).totals["a"]
            assert plain + disordered + hidden + 3 * helped == found, (shooter, weapon)
    assert [each["most"] for each in shooting["modifiers"]] == [1, 1, 3]
