"""Odds of rounds, shots and whole fights: the worked cases, and promises that hold in every situation."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.games.adlg.fights import Unit, odds, simple, unit
from tests.hypothesis_profiles import given, seldom, st
from triarii.core import rulebook
from triarii.core.contract import Refusal
from triarii.games.adlg.combat import melee, resolution, shooting
from triarii.games.adlg.combat.combatants import SIDES, Melee, Shot
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, WEAPONS
from triarii.games.adlg.data.readings import OPTIONS, Readings, settle
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.questions import answers, form

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))["cases"]
COMPARED = {
    "melee": ("totals", "destroyed", "counts", "joint", "loss", "chance"),
    "shooting": ("totals", "counts", "loss", "chance"),
    "fight": ("a_wins", "b_wins", "rounds"),
}
QUALITIES = ("mediocre", "ordinary", "elite")
DICE = [(first, second) for first in range(1, 7) for second in range(1, 7)]
MIRRORED = {"a": "b", "b": "a", "none": "none"}


# Worked cases


@pytest.mark.parametrize(
    ("case", "profile"),
    [
        pytest.param(case, profile, id=f"{case['id']} {case['note']}, {profile}")
        for case in CASES
        for profile in (("sheet", "common") if case["both_profiles_agree"] else (case["profile"],))
    ],
)
def test_a_worked_case(case: Mapping[str, Any], profile: str) -> None:
    answer = odds(**case["situation"], kind=case["kind"], profile=profile)
    compared = COMPARED[case["kind"]]
    assert {key: answer[key] for key in compared} == {key: case["expect"][key] for key in compared}


def test_there_are_63_worked_cases_of_every_kind() -> None:
    assert len(CASES) == 63
    assert {case["kind"] for case in CASES} == set(COMPARED)


# Whole fights by hand


@pytest.mark.rule("adlg.melee.losses")
def test_equals_with_one_point_left_have_even_chances_and_fight_ties_again() -> None:
    last = unit("light_cavalry", cohesion=1)
    # 6 of 36 rounds are tied: one round in 5/6 of all tries.
    expected = {"a_wins": "1/2", "b_wins": "1/2", "rounds": "6/5"}
    assert odds(last, last, kind="fight", round=2) == expected


@pytest.mark.rule("adlg.melee.losses")
def test_nothing_of_the_first_round_returns_in_a_fight() -> None:
    lancers, riders = unit("medium_cavalry", "impact", cohesion=1), unit("medium_cavalry", cohesion=1)
    # One ahead by impact: 21 of 36 win, 5 tie; a tie leads to even rounds.
    answer = odds(lancers, riders, kind="fight")
    assert answer == {"a_wins": str(Fraction(47, 72)), "b_wins": str(Fraction(25, 72)), "rounds": "7/6"}


@pytest.mark.rule("adlg.light_infantry.destroyed")
def test_a_fight_of_light_infantry_in_the_open_is_over_at_once() -> None:
    assert odds("light_infantry", "levy", kind="fight") == {"a_wins": "0", "b_wins": "1", "rounds": "1"}


@pytest.mark.rule("adlg.support.simple")
def test_supports_and_ground_last_for_the_whole_fight() -> None:
    chances = [
        Fraction(odds(a, "heavy_swordsmen", kind="fight", round=2)["a_wins"])
        for a in (
            unit("heavy_swordsmen", terrain="marsh"),
            "heavy_swordsmen",
            unit("heavy_swordsmen", supports=simple("levy")),
            unit("heavy_swordsmen", supports=simple("levy"), height=True),
        )
    ]
    assert chances[1] == Fraction(1, 2)
    assert chances == sorted(set(chances))


# Any situation


class Situation(NamedTuple):
    """A document and the readings under which it is asked."""

    document: dict[str, Any]
    readings: Readings

    def melee(self) -> Melee:
        asked = form.read(self.document, "melee")
        assert not isinstance(asked, Refusal), asked
        assert isinstance(asked.situation, Melee)
        return asked.situation

    def shot(self) -> Shot:
        asked = form.read(self.document, "shooting")
        assert not isinstance(asked, Refusal), asked
        assert isinstance(asked.situation, Shot)
        return asked.situation

    def answer(self, kind: str) -> Any:
        asked = form.read(self.document, kind)
        assert not isinstance(asked, Refusal), asked
        return answers.answer(asked, self.readings)

    def with_quality(self, side: str, quality: str) -> Situation:
        changed = {**self.document[side], "quality": quality}
        return self._replace(document={**self.document, side: changed})


CHOICES = [
    (option.name, value)
    for option in OPTIONS.values()
    if isinstance(option.values, list) and option.name != "profile"
    for value in option.values
]


def settled(profile: str, choices: Iterable[tuple[str, object]] = ()) -> Readings:
    """A profile and some options against it."""
    readings = settle({"profile": profile, **dict(choices)})
    assert not isinstance(readings, Refusal), readings
    return readings


READINGS = st.builds(settled, st.sampled_from(["sheet", "common"]), st.lists(st.sampled_from(CHOICES), max_size=8))


def units(troops: Iterable[str] = TROOPS, *more_flags: str, supports: int = 3) -> st.SearchStrategy[dict[str, Any]]:
    def made(troop: str, cohesion: int, flags: list[str], **rest: Any) -> dict[str, Any]:
        left = min(cohesion, TROOPS[troop].cohesion)
        return {"type": troop, "cohesion": left, **rest, **dict.fromkeys(flags, True)}

    support = {"type": st.sampled_from(list(TROOPS)), "kind": st.sampled_from(["simple", "melee"])}
    return st.builds(
        made,
        troop=st.sampled_from(list(troops)),
        cohesion=st.integers(1, 4),
        flags=st.lists(st.sampled_from([*form.FLAGS, *more_flags]), max_size=3),
        quality=st.sampled_from(QUALITIES),
        abilities=st.lists(st.sampled_from(list(ABILITIES)), max_size=4),
        terrain=st.sampled_from(["open", *TERRAINS]),
        supports=st.lists(st.fixed_dictionaries(support), max_size=supports),
    )


def melees(*contacts: str) -> st.SearchStrategy[Situation]:
    document: dict[str, st.SearchStrategy[Any]] = {
        "a": units(),
        "b": units(),
        "round": st.sampled_from([1, 1, 2, 7]),
        "charger": st.sampled_from(form.CHARGERS),
        "contact": st.sampled_from(contacts or form.CONTACTS),
    }
    return st.builds(Situation, st.fixed_dictionaries(document), READINGS)


def shots() -> st.SearchStrategy[Situation]:
    def made(a: dict[str, Any], b: dict[str, Any], choice: int, far: int, readings: Readings) -> Situation:
        shooter = TROOPS[a["type"]]
        weapon = shooter.weapons[choice % len(shooter.weapons)]
        reach = WEAPONS[weapon].reach(shooter)
        return Situation({"a": a, "b": b, "weapon": weapon, "range": min(far, reach or 0)}, readings)

    shooters = [troop.id for troop in TROOPS.values() if troop.weapons]
    armed, target = units(shooters, "cover", supports=5), units(TROOPS, "cover")
    return st.builds(made, armed, target, st.integers(0, 5), st.integers(0, 8), READINGS)


def total(chances: Mapping[str, str]) -> Fraction:
    return sum((Fraction(chance) for chance in chances.values()), Fraction(0))


def mirrored(answer: Any) -> Any:
    """The answer to a melee seen from the other side."""

    def of_sides(table: Mapping[str, Any]) -> dict[str, Any]:
        return {MIRRORED[side]: each for side, each in table.items()}

    def turned(entries: Iterable[Mapping[str, Any]]) -> list[Any]:
        return by_side({**each, "side": MIRRORED[each["side"]]} for each in entries)

    counts = answer["counts"]
    return {
        **{key: turned(answer[key]) for key in ("ledger", "voided")},
        **{key: of_sides(answer[key]) for key in ("totals", "furious_charge", "loss")},
        "destroyed": sorted(MIRRORED[side] for side in answer["destroyed"]),
        "counts": counts and dict(zip(counts, reversed(counts.values()), strict=True)),
        "joint": {":".join(reversed(pair.split(":"))): each for pair, each in answer["joint"].items()},
        "chance": {MIRRORED.get(key[0], key[0]) + key[1:]: each for key, each in answer["chance"].items()},
    }


def by_side(entries: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(entries, key=lambda each: str(each["side"]))


@given(melees("front"))
def test_a_frontal_melee_seen_from_the_other_side_is_its_mirror_image(situation: Situation) -> None:
    document = situation.document
    swapped = {**document, "a": document["b"], "b": document["a"], "charger": MIRRORED[document["charger"]]}
    mirror, answer = situation._replace(document=swapped), situation.answer("melee")
    assert mirrored(mirror.answer("melee")) == {**answer, "voided": by_side(answer["voided"])}
    fight, back = situation.answer("fight"), mirror.answer("fight")
    assert back == {"a_wins": fight["b_wins"], "b_wins": fight["a_wins"], "rounds": fight["rounds"]}


RULES = {rule.id: rule for rule in rulebook.load("triarii.games.adlg").rules}


def check_ledger(answer: Any) -> None:
    """It adds up to the totals, and every rule that it names stands in the rules with these words."""
    for side in ("a", "b"):
        assert sum(each["value"] for each in answer["ledger"] if each["side"] == side) == answer["totals"][side]
        assert total(answer["loss"][side]) == 1
    for each in (*answer["ledger"], *(each[key] for each in answer["voided"] for key in ("what", "by"))):
        rule = RULES[each["rule"]]
        assert each["text"] == {lang: rule.text[lang] for lang in ("en", "de")}
        assert all(each["page"].values())


@given(melees())
def test_the_ledger_of_a_melee_adds_up_and_its_chances_are_those_of_all_dice(situation: Situation) -> None:
    answer = situation.answer("melee")
    check_ledger(answer)
    chance = {name: Fraction(each) for name, each in answer["chance"].items()}
    assert chance["a_loses"] + chance["neither"] + chance["b_loses"] == 1
    assert answer["counts"] is None if answer["destroyed"] else sum(answer["counts"].values()) == 36
    # The joint chances are what the 36 pairs of dice bring, one by one.
    fight = melee.reckon(situation.melee(), situation.readings)
    outcomes = [resolution.resolve(fight, dice) for dice in DICE]
    assert {step.rule for outcome in outcomes for step in outcome.steps} <= RULES.keys()
    losses = Counter(tuple(outcome.losses.values()) for outcome in outcomes)
    names = {resolution.ROUT: "rout"}
    assert total(answer["joint"]) == 1
    assert answer["joint"] == {
        ":".join(names.get(loss, str(loss)) for loss in pair): str(Fraction(count, 36))
        for pair, count in losses.items()
    }
    assert all(0 in pair for pair in losses)


@given(shots())
def test_the_ledger_of_a_shot_adds_up_and_its_chance_is_that_of_all_dice(situation: Situation) -> None:
    answer = situation.answer("shooting")
    check_ledger(answer)
    shot = shooting.shot_odds(situation.shot(), situation.readings)
    hits = sum(shooting.hits(shot, dice, situation.readings) for dice in DICE)
    assert answer["counts"] == {"hit": hits, "miss": 36 - hits}
    assert Fraction(answer["chance"]["hit"]) == Fraction(hits, 36)


@given(melees(), shots(), st.sampled_from(["a", "b"]))
def test_better_quality_never_hurts(one: Situation, other: Situation, side: str) -> None:
    rounds = [one.with_quality(side, quality).answer("melee")["chance"] for quality in QUALITIES]
    enemy = MIRRORED[side]
    for better, worse in ((f"{enemy}_loses", f"{side}_loses"), (f"{enemy}_routs", f"{side}_routs")):
        rising, falling = ([Fraction(chance[key]) for chance in rounds] for key in (better, worse))
        assert rising == sorted(rising)
        assert falling == sorted(falling, reverse=True)
    hits = [other.with_quality(side, quality).answer("shooting")["counts"]["hit"] for quality in QUALITIES]
    assert hits == sorted(hits, reverse=side == "b")


# Whole fights, played out


@seldom
@given(melees())
def test_the_odds_of_a_fight_are_those_of_its_rounds_one_after_the_other(situation: Situation) -> None:
    """Follows all courses of the fight for so many rounds that what is still open does not matter."""
    start, won, rounds = situation.melee(), {"a": 0.0, "b": 0.0}, 0.0
    states = {(start.a.left, start.b.left): 1.0}
    chances: dict[Melee, Counter[tuple[int, ...]]] = {}
    for number in range(start.round, start.round + 400):
        rounds += sum(states.values())
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (a_left, b_left), share in states.items():
            now = replace(start, a=start.a.after(a_left), b=start.b.after(b_left), round=min(number, 2))
            if now not in chances:
                fight = melee.reckon(now, situation.readings)
                chances[now] = Counter(tuple(resolution.resolve(fight, dice).losses.values()) for dice in DICE)
            for (a_loss, b_loss), count in chances[now].items():
                part = share * count / 36
                if a_loss >= a_left or b_loss >= b_left:
                    won["b" if a_loss >= a_left else "a"] += part
                else:
                    after[a_left - a_loss, b_left - b_loss] += part
        states = {state: share for state, share in after.items() if share > 1e-15}
    answer = situation.answer("fight")
    assert Fraction(answer["a_wins"]) + Fraction(answer["b_wins"]) == 1
    assert float(Fraction(answer["a_wins"])) == pytest.approx(won["a"], abs=1e-9)
    assert float(Fraction(answer["rounds"])) == pytest.approx(rounds, abs=1e-6)


PLAYED: list[tuple[str, Unit, Unit, dict[str, Any]]] = [
    ("sheet", unit("heavy_swordsmen", "impact"), unit("heavy_swordsmen", "impetuous"), {}),
    ("common", unit("heavy_knights", "impact"), unit("pikemen", quality="mediocre"), {}),
    ("sheet", "foot_knights", unit("heavy_spearmen", "missile_support", quality="elite"), {"charger": "b"}),
    ("common", "elephant", unit("heavy_cavalry", supports=simple("levy")), {"contact": "flank"}),
    ("sheet", unit("medium_spearmen", cohesion=2, height=True), unit("levy", commander=True), {"round": 2}),
]


@pytest.mark.parametrize(("profile", "a", "b", "top"), PLAYED)
def test_fights_played_with_dice_end_as_often_as_their_odds_say(profile: str, a: Unit, b: Unit, top: Any) -> None:
    situation = Situation({"a": unit(a), "b": unit(b), **top}, settled(profile))
    dice, games, wins, lost = random.Random(20_251), 500, 0, 0
    for _ in range(games):
        now = start = situation.melee()
        while now.a.left > 0 and now.b.left > 0:
            fight = melee.reckon(now, situation.readings)
            losses = resolution.resolve(fight, (dice.randint(1, 6), dice.randint(1, 6))).losses
            lost += now is start and losses["a"] > 0
            a_left, b_left = (max(0, now.unit(side).left - losses[side]) for side in SIDES)
            now = replace(now, a=now.a.after(a_left), b=now.b.after(b_left), round=now.round + 1)
        wins += now.a.left > 0
    chances = situation.answer("melee")["chance"]["a_loses"], situation.answer("fight")["a_wins"]
    for seen, chance in zip((lost, wins), chances, strict=True):
        expected = float(Fraction(chance))
        assert abs(seen / games - expected) <= 5 * sqrt(expected * (1 - expected) / games)
