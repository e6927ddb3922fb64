"""Reports of recorded games: whole pages that need nothing else, in which every shot and melee has its ledger and every
number its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.games.adlg.table.tables import battlefield
from triarii.core import registry, timeline
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import Refusal, Turn
from triarii.core.records import Acted, ChanceFell, Header, Resigned
from triarii.core.texts import LANGUAGES
from triarii.core.timeline import Step, Timeline
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.stages import (
    Activation,
    AfterMelee,
    Chase,
    ChoosingCorps,
    FateDie,
    MeleeDice,
    Pursuing,
    RampageDie,
    Stage,
    StormDie,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Meeting
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.questions.answers import RULES
from triarii.games.adlg.questions.combat_words import name_of
from triarii.pictures import report, report_aftermath, report_orders
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, tag, together
from triarii.pictures.report_steps import BattleStep, last_state, steps_of

SECRET = bytes(range(32))
VOID = {"meta", "br", "col", "link", "img", "input", "hr"}
HOSTILE = "<script>alert('x')</script>\"'>&amp;\u202e"


@dataclass
class Element:
    """One element of a page."""

    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    def all(self, name: str = "", **wanted: str) -> Iterator[Element]:
        """Every element below this one with this name and these attributes; `class_` names one of its classes."""
        for child in self.children:
            if isinstance(child, Element):
                if (not name or child.name == name) and all(child._has(key, value) for key, value in wanted.items()):
                    yield child
                yield from child.all(name, **wanted)

    def _has(self, key: str, value: str) -> bool:
        if key == "class_":
            return value in self.attributes.get("class", "").split()
        return self.attributes.get(key.replace("_", "-")) == value

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


class Reader(HTMLParser):
    """Reads a page strictly: every element is closed where it belongs."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, (self.open[-1].name, tag)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(page: str) -> Element:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == [reader.root]
    return reader.root


def played(game_id: str, seed: int, most: int, options: dict[str, Any] | None = None, **header: Any) -> Timeline:
    """A random game that likes charges, with its secret if it ended."""
    game = registry.game(game_id)
    assert not isinstance(game, Refusal)
    promise = {"id": "g1", "commit": commitment(SECRET), "seats": ("Ann", "Ben"), "date": "2025-03-01", **header}
    line = timeline.begin(game, Header(game_id, game.info.rules_version, options or {}, **promise))
    assert isinstance(line, Timeline), line
    rng, dealer = Random(seed), Dealer(SECRET, "g1")
    while line.result is None and len(line.entries) < most:
        here = line.position
        if here.turn is Turn.CHANCE:
            refusal = line.append(ChanceFell(game.action_text(dealer.deal(here, line.chances))))
        else:
            actions = [game.action_text(action) for action in here.actions()]
            keen = [action for action in actions if "charge" in action] or actions
            refusal = line.append(Acted(here.turn, rng.choice(keen if rng.random() < 0.7 else actions)))
        assert refusal is None, refusal
    if line.result is not None:
        line.close(SECRET.hex())
    return line


@cache
def battle() -> Timeline:
    """A whole battle with shots, melees, routs and a broken army."""
    wanted = {Stage.VOLLEY, Stage.MELEE, Stage.RALLY}
    for seed in range(9, 49):  # those before 9 have none
        line = played("adlg", seed, 400, {"scenario": "drill_charge"})
        if line.end is not None and wanted <= {step.before.stage for step in steps_of(line)}:
            return line
    raise AssertionError("no such battle was found")


@cache
def skirmish() -> Timeline:
    """The beginning of a larger battle, with horse, beasts and two corps a side."""
    return played("adlg", 2, 110, {"scenario": "skirmish", "profile": "common"})


@cache
def report_in(lang: str) -> Element:
    return read(report.page(battle(), lang, "battle.jsonl"))


def stages(line: Timeline, stage: Stage) -> list[str]:
    """What fell in all throws of a stage."""
    return [step.action for step in steps_of(line) if step.before.stage is stage]


def by_id(page: Element) -> dict[str, Element]:
    found = {each.attributes["id"]: each for each in page.all() if "id" in each.attributes}
    names = [each.attributes["id"] for each in page.all() if "id" in each.attributes]
    assert len(names) == len(set(names)), "every id is there once"
    return found


# The page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_needs_nothing_from_elsewhere(lang: str) -> None:
    page = report_in(lang)
    ids = by_id(page)
    for element in page.all():
        assert element.name not in ("script", "link", "img", "iframe", "object", "image")
        assert "src" not in element.attributes
        assert not any(name.startswith("on") for name in element.attributes)
        link = element.attributes.get("href", element.attributes.get("xlink:href"))
        if link is not None:
            assert link.startswith("#"), link
            assert link[1:] in ids, link
    [style] = page.all("style")
    assert not re.search(r"url\(|@import|https?:", style.text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_is_built_for_screen_readers_too(lang: str) -> None:
    page = report_in(lang)
    [html] = page.all("html")
    assert html.attributes["lang"] == lang
    levels = [int(each.name[1]) for each in page.all() if re.fullmatch("h[1-6]", each.name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), "no level is left out"
    for table in page.all("table"):
        assert any(table.all("caption"))
        assert all(head.attributes.get("scope") in ("col", "row") for head in table.all("th"))
    for drawing in page.all("svg"):
        if drawing.attributes.get("aria-hidden") != "true":
            assert drawing.attributes["role"] == "img"
            titles = [child for child in drawing.children if isinstance(child, Element) and child.name == "title"]
            assert titles[0].text.strip()


def test_every_colour_of_a_picture_is_declared_for_light_and_dark() -> None:
    text = report.page(battle(), "en")
    style = text[text.index("<style>") : text.index("</style>")]
    light, dark = (set(re.findall(r"(--[\w-]+):", part)) for part in style.splitlines()[:2])
    assert light == dark
    own = set(re.findall(r"(--[\w-]+):", report.STYLE))
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= light | own


def test_the_head_tells_who_played_what_and_how_it_ended() -> None:
    page = report_in("en")
    [head] = page.all("header")
    for word in ("Ann", "Ben", "2025-03-01", "The table with both armies: "):
        assert word in head.text
    [outcome] = head.all(class_="outcome")
    assert "wins" in outcome.text


def test_contents_lead_to_every_sequence() -> None:
    page = report_in("en")
    [contents] = page.all("nav")
    links = {link.attributes["href"][1:] for link in contents.all("a")}
    sequences = {f"s{step.before.sequence}" for step in steps_of(battle())}
    assert links == {each.attributes["id"] for each in page.all("section", class_="chapter")}
    assert sequences <= links


def test_every_sequence_has_its_picture_with_all_units_that_stand() -> None:
    ids, steps = by_id(report_in("en")), steps_of(battle())
    for number in {step.before.sequence for step in steps}:
        last = [step for step in steps if step.before.sequence == number][-1]
        [picture] = ids[f"s{number}"].all("svg", class_="table")
        drawn = [each.attributes["data-unit"] for each in picture.all("use") if "data-unit" in each.attributes]
        assert sorted(drawn) == sorted(last.after.field.stands)


def test_units_that_are_lost_are_crossed_out_in_the_picture_of_their_last_sequence() -> None:
    ids = by_id(report_in("en"))
    for step in steps_of(battle()):
        for name in set(step.before.field.stands) - set(step.after.field.stands):
            assert any(ids[f"s{step.before.sequence}"].all(data_lost=name)), name


# Fights


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("stage", "kind"), [(Stage.VOLLEY, "shot"), (Stage.MELEE, "melee")])
def test_every_shot_and_every_melee_has_its_ledger_with_its_dice(lang: str, stage: Stage, kind: str) -> None:
    fights = list(report_in(lang).all("article", class_=kind))
    fell = stages(battle(), stage)
    assert fell
    assert len(fights) == len(fell)
    for fight, dice in zip(fights, fell, strict=True):
        [ledger] = fight.all("table", class_="ledger")
        assert "-".join(die.attributes["data-die"] for die in ledger.all(class_="thrown")) == dice
        [result] = fight.all(class_="result")
        assert any(result.all("a", class_="why"))


def numbers(row: Element) -> list[int | None]:
    cells = [cell.text.replace("−", "-") for cell in row.all("td")]
    return [int(cell) if re.fullmatch(r"[+-]?\d+", cell) else None for cell in cells]


@pytest.mark.parametrize("line", [battle, skirmish])
def test_the_numbers_of_a_ledger_add_up_and_each_has_its_rule(line: Any) -> None:
    for ledger in read(report.page(line(), "en")).all("table", class_="ledger"):
        [body], [foot] = ledger.all("tbody"), ledger.all("tfoot")
        for row in body.all("tr"):
            assert any(row.all("a", class_="why")), row.text
        rows = [numbers(row) for row in body.all("tr")]
        added, *dice, total = (numbers(row) for row in foot.all("tr"))
        assert added == [sum(row[side] or 0 for row in rows) for side in (0, 1)]
        assert total == [(added[side] or 0) + (dice[-1][side] or 0) for side in (0, 1)]


def test_what_a_melee_costs_is_what_the_battle_took() -> None:
    """The loss that a result names is the one that waits in the state after it."""
    fights = list(report_in("en").all("article", class_="melee"))
    rounds = [step for step in steps_of(battle()) if step.before.stage is Stage.MELEE]
    for fight, step in zip(fights, rounds, strict=True):
        [result] = fight.all(class_="result")
        if isinstance(step.before.now, MeleeDice) and isinstance(step.after.now, MeleeDice):
            new = dict(step.after.now.losses[len(step.before.now.losses) :])
            for name, points in new.items():
                assert f"{name} (" in result.text
                assert f"loses {points}" in result.text or "routs at once" in result.text or "destroyed" in result.text
            if not new:
                assert "loses nothing" in result.text or "nobody loses" in result.text


def test_every_throw_of_the_record_is_in_the_report() -> None:
    for line in (battle(), skirmish()):
        page = read(report.page(line, "de"))
        shown = len(list(page.all("span", class_="thrown")))
        two = len(stages(line, Stage.VOLLEY)) + len(stages(line, Stage.MELEE))
        assert shown == sum(isinstance(entry, ChanceFell) for entry in line.entries) + two


# Orders


def test_every_order_is_told_with_its_bill() -> None:
    page = report_in("en")
    typed = [each.text for each in page.all("code", class_="typed")]
    for step in steps_of(battle()):
        if step.before.stage is Stage.ORDERS and step.action != "done":
            assert step.action in typed
    bodies = [body for table in page.all("table", class_="orders") for body in table.all("tbody")]
    for row in (row for body in bodies for row in body.all("tr")):
        for item in row.all(class_="bill"):
            values = [int(next(line.all("b")).text) for line in item.all("li")]
            [cost] = row.all("td", class_="cost")
            assert next(cost.all("b")).text.split()[0] == str(sum(values))
            assert all(any(line.all("a", class_="why")) for line in item.all("li"))


# Rare dice


def after_throw(state: State, outcome: str, lang: str = "en") -> str:
    """What the report tells of one throw, without its markup."""
    here = Position(state)
    there = here.play(outcome)
    step = BattleStep(Step(1, here, outcome, there), here, there.state)
    return " | ".join(read(line).text for line in report_aftermath.lines_of(ReportContext(GAME, lang), step))


def test_the_storm_of_a_camp_tells_what_was_needed() -> None:
    field = battlefield(
        [("u1", "heavy_swordsmen", (5000, 8000, 0)), ("e1", "levy", (15000, 15000, 18000))],
        camps=[("k2", Camp.FORTIFIED, (5000, 9000, 18000))],
        meetings=[Meeting("u1", "k2", "front", "u1")],
        leaders={"c1": (2000, 2000, 0), "d1": (18000, 18000, 18000)},
    )
    state = State(field, StormDie(("u1",)), 0)
    told = after_throw(state, "5")
    assert "u1 (u1) storms the camp and needs 5 or more: 5" in told
    assert "The camp k2 is lost." in told
    assert "lost" not in after_throw(state, "4")


def test_looters_who_are_called_tell_what_was_needed_and_whether_they_came() -> None:
    field = battlefield(
        [("u1", "heavy_swordsmen", (5000, 8000, 0), {"marks": ["looting"]}), ("e1", "levy", (15000, 15000, 18000))],
        leaders={"c1": (2000, 2000, 0), "d1": (18000, 18000, 18000)},
    )
    here = Position(State(field, Activation("c1", 2), 0))
    called = here.play("u1 recall")
    for die, came in (("3", "u1 (u1) keeps looting."), ("4", "u1 (u1) stops looting.")):
        there = called.play(die)
        steps = [
            BattleStep(Step(1, here, "u1 recall", called), here, called.state),
            BattleStep(Step(2, called, die, there), called, there.state),
        ]
        told = read(report_orders.movement(ReportContext(GAME, "en"), steps)).text
        assert "u1 (u1): come away from the loot" in told
        assert f"The commander needs 4 or more: {die}" in told
        assert came in told


def told_of(first: Position, *actions: str, lang: str = "en") -> str:
    """What the report tells of some orders, answers and throws of a movement phase."""
    steps = []
    for number, action in enumerate(actions, 1):
        there = first.play(action)
        steps.append(BattleStep(Step(number, first, action, there), first, there.state))
        first = there
    return read(report_orders.movement(ReportContext(GAME, lang), steps)).text


@pytest.mark.rule("adlg.allies.hesitate")
def test_corps_that_hesitate_are_told_with_their_dice_and_the_word_of_the_commander_in_chief() -> None:
    field = battlefield(
        [
            ("u1", "levy", (5000, 5000, 0)),
            ("u2", "levy", (9000, 5000, 0), {"corps": 2}),
            ("e1", "levy", (15000, 15000, 18000)),
        ],
        leaders={"c1": "u1", "c2": "u2", "d1": (18000, 18000, 18000)},
        chiefs=["c1", "d1"],
        allied=["c2"],
    )
    first = Position(State(field, ChoosingCorps(), 0))
    told = told_of(first, "corps c2", "1", "corps c1", "2")
    assert "Command die 1 Corps c2 (ordinary) hesitates" in told
    assert "Command points" not in told_of(first, "done", "5"), "who ends the movement gets none"
    later = first
    for action in ("corps c2", "1", "done", "done"):
        later = later.play(action)
    told = told_of(later, "corps c1", "6", "c1 encourage c2", "done", "corps c2", "5", "3")
    assert "encourage c2" in told
    assert "encouraging allies who hesitate" in told
    assert "The corps hesitates and needs 5 or more: 5 Corps c2 (ordinary) hesitates no longer." in told
    assert "Command points: 2" in told, "then it throws for its points"


def test_a_group_that_evades_by_one_die_is_told_with_whom_it_sweeps_along() -> None:
    field = battlefield(
        [
            ("u1", "heavy_knights", (10500, 12000, 18000)),
            ("e1", "medium_cavalry", (10000, 10000, 0)),
            ("e2", "medium_cavalry", (11000, 10000, 0)),
            ("e3", "light_infantry", (10000, 7000, 0)),
        ],
        leaders={"c1": (10500, 13000, 18000), "d1": (2000, 2000, 0)},
        light_infantry_swept_along=True,
    )
    here = Position(State(field, Activation("c1", 3), 0))
    told = told_of(here, "u1 charge e1", "e1+e2 evade", "5", "e3 half")
    assert "e1 and e2: evade" in told
    assert "e1+e2 evades; the die changes its distance by 1 UD: 5" in told
    assert "Swept along: e3." in told


def test_horses_that_lose_cohesion_to_camels_that_pass_are_told_by_the_rule() -> None:
    field = battlefield(
        [
            ("u1", "light_camels", (10000, 10000, 0)),
            ("u2", "heavy_cavalry", (10000, 11200, 0)),
            ("e1", "levy", (2000, 19000, 18000)),
        ],
        leaders={"c1": (3000, 10000, 0), "d1": (18000, 18000, 18000)},
        pass_panicking_friends=False,
    )
    here = Position(State(field, Activation("c1", 3), 0))
    there = here.play("u1 advance 3")
    step = BattleStep(Step(1, here, "u1 advance 3", there), here, there.state)
    page = report_orders.movement(ReportContext(GAME, "en"), [step])
    assert "u2 (u2) loses 1" in read(page).text
    assert "adlg.pass.panic" in str(page)
    assert "adlg.burst.loss" not in str(page)


def test_a_commander_who_gives_way_to_pursuers_is_told() -> None:
    field = battlefield(
        [("u1", "levy", (5000, 8000, 0)), ("e1", "levy", (15000, 15000, 18000))],
        leaders={"c1": (2000, 2000, 0), "d1": (5000, 8500, 18000)},
    )
    state = State(field, Pursuing((Chase("u1", "e1"),)), 0)
    assert "An enemy runs into commander d1" in after_throw(state, "u1 pursue 1")


def test_elephants_that_run_amok_tell_where_and_whom_they_trample() -> None:
    field = battlefield(
        [
            ("u1", "elephant", (5000, 8000, 0), {"cohesion": 0}),
            ("u2", "heavy_swordsmen", (5000, 7000, 0)),
            ("e1", "levy", (15000, 15000, 18000)),
        ],
        leaders={"c1": (2000, 2000, 0), "d1": (18000, 18000, 18000)},
        profile="common",
    )
    told = after_throw(State(field, RampageDie("u1", AfterMelee()), 0), "6", "de")
    assert "u1 (u1) läuft Amok, nach hinten: 6" in told
    assert "u1 (u1) flieht" in told
    assert "zertrampelt u2" in told


def test_the_fate_of_a_commander_tells_on_what_he_falls() -> None:
    field = battlefield(
        [("u1", "heavy_swordsmen", (5000, 8000, 0)), ("e1", "levy", (15000, 15000, 18000))],
        leaders={"c1": "u1", "d1": (18000, 18000, 18000)},
    )
    lost = State(field, FateDie(("c1",)), 0)
    routed = State(field, FateDie(("c1",), routed=("c1",)), 0)
    assert "he falls on 1: 2 He lives." in after_throw(lost, "2")
    assert "he falls on 3 or less: 3 He is lost." in after_throw(routed, "3")


# Losses


def test_the_curve_ends_at_the_losses_of_the_final_position() -> None:
    last = last_state(battle()).field
    [curve] = report_in("en").all("svg", class_="curve")
    for seat in (0, 1):
        [line] = curve.all("path", data_seat=str(seat))
        losses = line.attributes["data-losses"].split()
        assert int(losses[-1]) == aftermath.army_losses(last, seat).total
        assert len(losses) == 1 + len({step.before.sequence for step in steps_of(battle())})
    dashes = [line.attributes.get("stroke-dasharray") for line in curve.all("path") if "data-seat" in line.attributes]
    assert len(set(dashes)) == 2, "the lines differ in more than colour"


def test_losses_are_told_by_cause_and_add_up() -> None:
    last = last_state(battle()).field
    [table] = by_id(report_in("en"))["overview"].all("table", class_="losses")
    [body], [foot] = table.all("tbody"), table.all("tfoot")
    for seat in (0, 1):
        ends = [list(row.all("td"))[seat].text.rsplit("= ")[-1] for row in body.all("tr")]
        assert sum(int(each) for each in ends if each != "–") == aftermath.army_losses(last, seat).total
        total, value = (int(list(row.all("td"))[seat].text) for row in foot.all("tr"))
        assert (total, value) == (aftermath.army_losses(last, seat).total, aftermath.army_value(last, seat).total)


# Rules and proof


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_appendix_has_the_cited_rules_and_no_others(lang: str) -> None:
    page = report_in(lang)
    cited = {link.attributes["href"].removeprefix("#rule-") for link in page.all("a", class_="why")}
    [rules] = page.all("dl", class_="rules")
    listed = [term.attributes["id"].removeprefix("rule-") for term in rules.all("dt")]
    assert set(listed) == cited
    assert listed == sorted(listed)
    for rule in listed:
        assert RULES.text(rule, lang) in rules.text


def test_a_report_tells_how_its_dice_can_be_proven() -> None:
    proof = by_id(report_in("en"))["proof"].text
    assert commitment(SECRET) in proof
    assert SECRET.hex() in proof
    assert "triarii verify battle.jsonl" in proof


def test_an_unfinished_game_is_told_so_far_and_keeps_its_secret() -> None:
    page = read(report.page(skirmish(), "en"))
    [outcome] = page.all(class_="outcome")
    assert "not over" in outcome.text
    assert SECRET.hex() not in page.text
    assert "as commonly played" in page.text


def test_a_battle_without_a_single_step_has_a_report() -> None:
    page = read(report.page(played("adlg", 1, 0), "de"))
    assert any(page.all("svg", class_="table"))


def test_a_battle_that_was_given_up_says_so() -> None:
    line = played("adlg", 1, 20, {"scenario": "drill_charge"})
    assert line.append(Resigned(Turn.FIRST)) is None
    [outcome] = read(report.page(line, "de")).all(class_="outcome")
    assert outcome.text == "Ocker gewinnt durch Aufgabe."


def test_the_set_up_of_a_battle_is_told() -> None:
    page = read(report.page(played("adlg", 5, 30, {"setup": "procedure"}), "en"))
    steps = by_id(page)["setup"]
    assert len([step for listed in steps.all("ol") for step in listed.all("li")]) == 30
    assert "Vikings against Saxons" in page.text


def test_a_battle_with_secret_plans_is_told_once_it_is_over() -> None:
    page = read(report.page(played("adlg", 3, 110, {"setup": "procedure_with_plan"}), "en"))
    assert "lays the marker" in page.text
    assert "Vikings against Saxons" in page.text


# Words


def test_a_german_report_speaks_german() -> None:
    text = report_in("de").text
    for word in ("Nahkampf", "Beschuss", "Verlustpunkte", "Bewegung", "Kohäsion", "Schlachtbericht", "Würfel"):
        assert word in text
    for word in ("Melee", "Movement", "Losses so far", "cohesion", "Blue", " wins"):
        assert word not in text


def test_every_number_of_a_ledger_or_bill_has_a_short_name() -> None:
    """A rule without a name of its own would tell its whole text in the ledger."""
    for line in (battle(), skirmish()):
        for step in steps_of(line):
            found = step.position.considered(step.action) if step.before.stage is Stage.ORDERS else None
            for item in getattr(getattr(found, "bill", None), "items", ()):
                for lang in LANGUAGES:
                    assert name_of(item.rule, lang) != RULES.text(item.rule, lang), item.rule


# Strangers


def test_no_name_can_become_part_of_the_page() -> None:
    line = played("adlg", 1, 10, {"scenario": "drill_charge"}, seats=(HOSTILE, HOSTILE), date=HOSTILE)
    page = report.page(line, "en", HOSTILE)
    assert "<script" not in page
    assert "\u202e" not in page
    root = read(page)
    assert "<script>alert('x')</script>\"'>&amp;" in root.text
    assert not any(root.all("script"))


def test_no_unit_of_a_scenario_can_become_part_of_the_page() -> None:
    from triarii.games.adlg.scenarios import scenario

    table = scenario.content("drill_charge")
    assert isinstance(table, dict)
    table["name"] = "<script>x</script>"
    table["unit"] = [{**unit, "name": "</h4><script>x"} for unit in table["unit"]]
    start = GAME.start({"scenario": table})
    assert not isinstance(start, Refusal), start
    page = report.page(played("adlg", 1, 60, {"scenario": table}), "de")
    assert "<script" not in page
    assert not any(read(page).all("script"))


def test_text_is_escaped_unless_it_is_markup() -> None:
    assert tag("p", "a < b & c", title='"x"') == '<p title="&quot;x&quot;">a &lt; b &amp; c</p>'
    assert together("<", Markup("<br>")) == "&lt;<br>"


# Other games


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["cities", "towar"])
def test_other_games_have_a_picture_and_words_for_every_turn(game: str, lang: str) -> None:
    line = played(game, 3, 24)
    page = read(report.page(line, lang))
    turns = list(page.all("article", class_="turn"))
    acted = sum(step.before.turn is not Turn.CHANCE for step in line.steps)
    assert len(turns) == acted + (line.steps[-1].before.turn is Turn.CHANCE), "a last chance stands for itself"
    for turn in turns:
        assert any(turn.all("svg", role="img"))
        assert all(len(item.text) > len(next(item.all("code")).text) for item in turn.all("li"))
    ids = by_id(page)
    for element in page.all():
        link = element.attributes.get("href")
        assert link is None or link[1:] in ids


@pytest.mark.usefixtures("feint")
def test_a_report_of_a_plug_in_has_the_pictures_that_it_brings() -> None:
    line = played("feint", 3, 24)
    page = read(report.page(line, "en"))
    turns = list(page.all("article", class_="turn"))
    assert turns
    for turn in turns:
        assert re.search(r"\d+-\d+", next(turn.all("svg")).text)


@pytest.mark.parametrize("game", ["cities", "towar"])
def test_every_colour_of_other_games_is_declared_too(game: str) -> None:
    text = report.page(played(game, 3, 24), "en")
    style = text[text.index("<style>") : text.index("</style>")]
    light, dark = (set(re.findall(r"(--[\w-]+):", part)) for part in style.splitlines()[:2])
    own = set(re.findall(r"(--[\w-]+):", report.STYLE))
    assert light == dark
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= light | own


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language"):
        report.page(battle(), "fr")


def test_a_long_battle_stays_small() -> None:
    """Forty sequences of a battle like this one would take far less than five megabytes."""
    line = skirmish()
    sequences = len({step.before.sequence for step in steps_of(line)})
    size = len(report.page(line, "de").encode())
    assert size / sequences * 40 < 2_500_000


def test_what_all_pictures_share_is_drawn_once() -> None:
    one = report.page(skirmish(), "en")
    terrain = one.count('data-terrain="')
    assert terrain == len(last_state(skirmish()).field.setting.scenery.pieces)


def test_progress_hears_of_every_step() -> None:
    heard: list[int] = []
    report.page(battle(), "en", progress=lambda: heard.append(1))
    assert len(heard) == len(battle().steps)


def test_a_report_is_the_same_every_time() -> None:
    line = replace(battle())
    assert report.page(line, "en") == report.page(line, "en")
